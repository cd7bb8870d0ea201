// A gradient as the sum it is: one term for each number that reads the cell next. No DOM.
import { columnOf, dot, range } from "../shared/arrays.js";
import { indices } from "../shared/strides.js";

// Whether two gradients of one number are the same but for what float64 loses.
export const areEqual = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

// For each kind: the next table, which of its cells read cell (i, j), and how steeply
// they follow it: ∂ next[a, b] / ∂ cell[i, j].
const NEXT = {
  output: {
    kind: "loss",
    cells: () => [[0, 0]],
    slope: (i, j, _, { gradients }) => gradients.output[i][j],
  },
  weights: {
    kind: "output",
    cells: (i, _, { width }) => range(width).map((b) => [i, b]),
    slope: (i, j, [, b], { numbers, inputs }) => dot(numbers.value[j], columnOf(inputs.w_o, b)),
  },
  scores: {
    kind: "weights",
    cells: (i, _, { length }) => range(length).map((b) => [i, b]),
    slope: (i, j, [, b], { numbers: { weights: p } }) => p[i][b] * ((b === j) - p[i][j]),
  },
  w_q: {
    kind: "scores",
    cells: (_, __, { length }) => indices([length, length]),
    slope: (i, j, [a, b], { numbers, inputs, root }) =>
      (inputs.embeddings[a][i] * numbers.key[b][j]) / root,
  },
  w_k: {
    kind: "scores",
    cells: (_, __, { length }) => indices([length, length]),
    slope: (i, j, [a, b], { numbers, inputs, root }) =>
      (numbers.query[a][j] * inputs.embeddings[b][i]) / root,
  },
  w_v: {
    kind: "output",
    cells: (_, __, { length, width }) => indices([length, width]),
    slope: (i, j, [a, b], { numbers, inputs }) =>
      dot(numbers.weights[a], columnOf(inputs.embeddings, i)) * inputs.w_o[j][b],
  },
  w_o: {
    kind: "output",
    cells: (_, j, { length }) => range(length).map((a) => [a, j]),
    slope: (i, _, [a], { numbers }) => numbers.head[a][i],
  },
};

// [{kind, i, j, slope, above, product}]: through which cell, ∂ that / ∂ this, ∂ loss /
// ∂ that, and the two multiplied. The products add up to the gradient.
export const termsOf = ({ kind, i, j }, inputs, numbers, gradients) => {
  const next = NEXT[kind];
  const sizes = { length: inputs.embeddings.length, width: inputs.w_o[0].length };
  const known = { inputs, numbers, gradients, root: Math.sqrt(numbers.query[0].length) };
  return next.cells(i, j, sizes).map(([a, b]) => {
    const slope = next.slope(i, j, [a, b], known);
    const above = next.kind === "loss" ? 1 : gradients[next.kind][a][b];
    return { kind: next.kind, i: a, j: b, slope, above, product: slope * above };
  });
};
