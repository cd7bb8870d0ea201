// What GradientInspector says: names of cells, the sum behind a gradient, comparisons.
// No DOM.
import { formatPower, formatProducts, formatSmall } from "../shared/format.js";

export const HINT =
  "Point at a number, or move to it with Tab and the arrow keys, to read its gradient " +
  "as a sum; press it to take it apart.";

export const SYMBOLS = {
  output: "O",
  weights: "P",
  scores: "S",
  w_q: "W_Q",
  w_k: "W_K",
  w_v: "W_V",
  w_o: "W_O",
};

export const CAPTIONS = { embeddings: "Embeddings X", target: "Target", ...SYMBOLS };

// `width`: of a query.
export const forwardNote = (width) =>
  `S = (X W_Q)(X W_K)ᵀ / √${width}, P = softmax(S), O = P X W_V W_O`;

export const cellName = ({ kind, i, j }, tokens) => {
  if (kind === "loss") return "the loss";
  if (kind === "output") return `output of ${tokens[i]}, feature ${j}`;
  if (kind === "weights") return `weight ${tokens[i]} → ${tokens[j]}`;
  if (kind === "scores") return `score ${tokens[i]} → ${tokens[j]}`;
  return `${SYMBOLS[kind]}, row ${i}, column ${j}`;
};

const subtracted = (number) => (number.startsWith("−") ? `(${number})` : number);

// One sentence for a cell: its value, and its gradient as a sum over what reads it.
export const explain = (cell, terms, { numbers, gradients, inputs, tokens }, n) => {
  const at = (table) => n(table[cell.i][cell.j]);
  const gradient = at(gradients.exact[cell.kind]);
  const [slopes, above] = ["slope", "above"].map((name) => terms.map((term) => term[name]));
  const sum =
    cell.kind === "output"
      ? `output − target = ${at(numbers.output)} − ${subtracted(at(inputs.target))}`
      : formatProducts(slopes, above, n);
  return `${cellName(cell, tokens)} is ${at(numbers[cell.kind])}; its gradient: ${sum} = ${gradient}`;
};

// Two gradients of one number count as equal up to what float64 loses.
const areEqual = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

// The ways to one gradient: [name, number, how it compares with autograd's].
export const waysOf = (cell, { numbers, gradients, difference }, exponent) => {
  const at = (table) => table[cell.kind][cell.i][cell.j];
  const autograd = at(numbers.autograd);
  const gap = (x) => formatSmall(Math.abs(x - autograd));
  const judge = (x, otherwise, equal = "equal") =>
    areEqual(x, autograd) ? equal : `${otherwise} by ${gap(x)}`;
  const fault = (x) => judge(x, "wrong", "equal: no softmax on the way back");
  const [elementwise, multiplied] = [at(gradients.elementwise), at(gradients.multiplied)];
  return [
    ["the sum above", at(gradients.exact), judge(at(gradients.exact), "off")],
    ["autograd (a tape)", autograd, "the reference"],
    [`difference, h = ${formatPower(exponent)}`, difference, `off by ${gap(difference)}`],
    ["p(1 − p) elementwise", elementwise, fault(elementwise)],
    ["p(1 − p) multiplied", multiplied, fault(multiplied)],
  ];
};

// What a reader who does not see the chart of errors hears of it.
export const errorsWords = (errors, exponents, exponent) => {
  const error = formatSmall(errors[exponents.indexOf(exponent)]);
  const best = exponents[errors.indexOf(Math.min(...errors))];
  return (
    "Error of the finite difference against h, both in powers of ten. At h = " +
    `${formatPower(exponent)} it is ${error}; it is least at h = ${formatPower(best)}.`
  );
};
