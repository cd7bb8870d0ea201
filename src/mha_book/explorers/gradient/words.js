// What GradientInspector says: names of cells, the sum behind a gradient, comparisons.
// No DOM.
import { bracketed, formatPower, formatProducts, formatSmall } from "../shared/format.js";
import { capital, wordName } from "../shared/words.js";
import { areEqual } from "./terms.js";

export const TITLE = "Gradient inspector";

export const HINT = {
  pointer:
    "Point at a number, or move to it with Tab and the arrow keys, to read its gradient " +
    "as a sum; press it to take it apart.",
  finger: "Tap a number to read its gradient as a sum, and to take it apart.",
};

export const SYMBOLS = {
  embeddings: "X",
  target: "Y",
  output: "O",
  weights: "P",
  scores: "S",
  w_q: "W_Q",
  w_k: "W_K",
  w_v: "W_V",
  w_o: "W_O",
};

export const NAMES = {
  embeddings: "embeddings",
  target: "target",
  output: "outputs",
  weights: "attention weights",
  scores: "scores",
  w_q: "query matrix",
  w_k: "key matrix",
  w_v: "value matrix",
  w_o: "output matrix",
};

// What rows and columns are called that are no words of the text.
export const PLACES = { feature: "feature", row: "row", column: "column" };

// Whose colour a table has on the map.
export const ROLES = { weights: "weights", w_q: "query", w_k: "key", w_v: "value" };

// The way back: what each of its steps is called, and what happens there.
export const STEPS = {
  output: [
    "1. At the outputs",
    (loss) => `L = ½ Σ (O − Y)² = ${loss}. Each output’s gradient is its error, O\u00a0−\u00a0Y.`,
  ],
  weights: [
    "2. Back to the weights",
    () => "O = P · (X W_V W_O), so a weight’s slopes are a row of X W_V W_O.",
  ],
  scores: [
    "3. Through the softmax",
    () => "P = softmax(S), so each score moves all weights of its row.",
  ],
  matrices: [
    "4. Further back: the four matrices",
    () => "W_Q and W_K reach the loss through the scores, W_V and W_O through the outputs.",
  ],
};

export const MORE_WAYS = "More ways to this gradient: a tape, a measurement, and two mistakes";
export const WAYS = "Five ways to compute this gradient: three agree, two are common mistakes";
export const ONE = (name, value) => `One number: ${name} = ${value}`;
export const PATH = "Its way to the loss";
export const gradientsOf = (kind) => `gradients of the ${NAMES[kind]}`;

// The columns and the last row of the sum, and the columns of the further ways.
export const SUM = {
  columns: ["through", "slope", "gradient there", "product"],
  total: "sum",
};
export const WAY_COLUMNS = ["way", "gradient", "against autograd"];

export const STEP = {
  text: "Step h of the finite difference",
  words:
    "How far the difference is from autograd, log₁₀. From the right, smaller steps come " +
    "closer; then rounding takes over.",
  off: (error) => `off by ${error}`,
};

export const CHANGE = "Change the numbers: words, target and matrices";

export const cellName = ({ kind, i, j }, tokens) => {
  if (kind === "loss") return "the loss";
  const [row, column] = [i, j].map((k) => wordName(tokens, k));
  if (kind === "output") return `output of ${row}, feature ${j}`;
  if (kind === "weights") return `weight ${row} → ${column}`;
  if (kind === "scores") return `score ${row} → ${column}`;
  return `${SYMBOLS[kind]}, row ${i}, column ${j}`;
};

// What a field is called: with the matrix's name, since it may be read out alone.
export const fieldName = (cell, tokens) => {
  const { kind, i, j } = cell;
  if (kind === "embeddings") return `embedding of ${wordName(tokens, i)}, feature ${j}`;
  if (kind === "target") return `target of ${wordName(tokens, i)}, feature ${j}`;
  return `${NAMES[kind]} ${cellName(cell, tokens)}`;
};

// From a number to the loss: what it goes into, one after the other.
export const pathOf = ({ kind, i, j }, tokens) => {
  const word = wordName(tokens, i);
  const ways = {
    output: [],
    weights: [`both outputs of ${word}`],
    scores: [`all weights of ${word}`, `both outputs of ${word}`],
    w_q: ["all scores", "all weights", "all outputs"],
    w_k: ["all scores", "all weights", "all outputs"],
    w_v: ["all outputs"],
    w_o: [`feature ${j} of every output`],
  };
  return [cellName({ kind, i, j }, tokens), ...ways[kind], "the loss"];
};

// What a gradient says, `n` makes text of it.
export const meaning = (gradient, n) => {
  const fast = n(Math.abs(gradient));
  if (gradient === 0) return `Its gradient is ${fast}: as it grows, the loss stays as it is.`;
  if (Number(fast) === 0) return "Its gradient is nearly 0: as it grows, the loss hardly changes.";
  const way = gradient < 0 ? "falls" : "grows";
  return `Its gradient is ${n(gradient)}: as it grows, the loss ${way} ${fast} times as fast.`;
};

export const sumCaption = (cell, tokens) => {
  const column = cell.kind === "scores" ? ", by its column of the Jacobian" : "";
  return `${capital(cellName(cell, tokens))}: its gradient as a sum${column}`;
};

// One sentence for a cell: its value, and its gradient as a sum over what reads it.
export const explain = (cell, terms, { numbers, gradients, inputs, tokens }, n) => {
  const at = (table) => n(table[cell.i][cell.j]);
  const gradient = at(gradients.exact[cell.kind]);
  const [slopes, above] = ["slope", "above"].map((name) => terms.map((term) => term[name]));
  const sum =
    cell.kind === "output"
      ? `output − target = ${at(numbers.output)} − ${bracketed(at(inputs.target))}`
      : formatProducts(slopes, above, (x) => bracketed(n(x)));
  return `${cellName(cell, tokens)} is ${at(numbers[cell.kind])}; its gradient: ${sum} = ${gradient}`;
};

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
