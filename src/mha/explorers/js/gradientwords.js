// What GradientInspector says: names of cells, the sum behind a gradient, comparisons.
import { products } from "./words.js";

export const SYMBOLS = { output: "O", weights: "P", scores: "S", w_q: "W_Q", w_k: "W_K", w_v: "W_V", w_o: "W_O" };

export const nameOf = ({ kind, i, j }, tokens) => {
  if (kind === "loss") return "the loss";
  if (kind === "output") return `output of ${tokens[i]}, feature ${j}`;
  if (kind === "weights") return `weight ${tokens[i]} → ${tokens[j]}`;
  if (kind === "scores") return `score ${tokens[i]} → ${tokens[j]}`;
  return `${SYMBOLS[kind]}, row ${i}, column ${j}`;
};

// One sentence for a cell: its value, and its gradient as a sum over what reads it.
export const explain = (cell, terms, { numbers, gradients, inputs, tokens }, n) => {
  const at = (table) => n(table[cell.i][cell.j]);
  const gradient = at(gradients.exact[cell.kind]);
  const sum =
    cell.kind === "output"
      ? `output − target = ${at(numbers.output)} − ${at(inputs.target)}`
      : products(terms.map((t) => t.slope), terms.map((t) => t.above), n);
  return `${nameOf(cell, tokens)} is ${at(numbers[cell.kind])}; its gradient: ${sum} = ${gradient}`;
};

// Two gradients of one number count as equal up to what float64 loses.
const areEqual = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

// "2.2e−11"
export const small = (x) => x.toExponential(1).replaceAll("-", "−");

export const power = (exponent) => `10${[...String(exponent)].map((c) => "⁻¹²³⁴⁵⁶⁷⁸⁹⁰"["-1234567890".indexOf(c)]).join("")}`;

// The ways to one gradient: [name, number, how it compares with autograd's].
export const waysOf = (cell, { numbers, gradients, difference }, exponent) => {
  const at = (table) => table[cell.kind][cell.i][cell.j];
  const autograd = at(numbers.autograd);
  const gap = (x) => small(Math.abs(x - autograd));
  const judge = (x, otherwise, equal = "equal") => (areEqual(x, autograd) ? equal : `${otherwise} by ${gap(x)}`);
  const fault = (x) => judge(x, "wrong", "equal: no softmax on the way back");
  const [elementwise, multiplied] = [at(gradients.elementwise), at(gradients.multiplied)];
  return [
    ["the sum above", at(gradients.exact), judge(at(gradients.exact), "off")],
    ["autograd (a tape)", autograd, "the reference"],
    [`difference, h = ${power(exponent)}`, difference, `off by ${gap(difference)}`],
    ["p(1 − p) elementwise", elementwise, fault(elementwise)],
    ["p(1 − p) multiplied", multiplied, fault(multiplied)],
  ];
};
