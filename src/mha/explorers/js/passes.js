// One head's passes, forward on a tape and backward by formula: no DOM, plain arrays.
import { dot, matmul, range, transpose } from "./core.js";
import { tape } from "./tape.js";

export const PROJECTIONS = ["w_q", "w_k", "w_v", "w_o"];
// What has a gradient to look at, from the loss backwards.
export const KINDS = ["output", "weights", "scores", ...PROJECTIONS];

// ---- forward ---------------------------------------------------------------------

// Products and softmax of tables of nodes. Constants are noted too; nobody reads theirs.
const algebra = ({ variable, add, multiply, divide, exp }) => {
  const product = (a, b) =>
    a.map((row) => transpose(b).map((column) => row.map((x, k) => multiply(x, column[k])).reduce(add)));
  const scaled = (m, by) => m.map((row) => row.map((x) => multiply(x, variable(by))));
  const softmax = (row) => {
    const peak = variable(-Math.max(...row.map((x) => x.value))); // against overflow
    const powers = row.map((x) => exp(add(x, peak)));
    const total = powers.reduce(add);
    return powers.map((x) => divide(x, total));
  };
  const halfSquare = (a, b) => {
    const gap = add(a, multiply(b, variable(-1)));
    return multiply(variable(0.5), multiply(gap, gap));
  };
  return { product, scaled, softmax, halfSquare };
};

// Tables of nodes from X to the output, and the loss ½ Σ (output − target)². `nudge`
// adds `by` to one cell, {kind, i, j}, before anything reads it.
const forward = (inputs, notes, nudge) => {
  const { product, scaled, softmax, halfSquare } = algebra(notes);
  const nudged = (kind, table) =>
    table.map((row, i) =>
      row.map((x, j) => {
        const here = nudge && kind === nudge.kind && i === nudge.i && j === nudge.j;
        return here ? notes.add(x, notes.variable(nudge.by)) : x;
      }),
    );
  const start = (kind) => nudged(kind, inputs[kind].map((row) => row.map(notes.variable)));
  const [x, target, w_q, w_k, w_v, w_o] = ["embeddings", "target", ...PROJECTIONS].map(start);
  const [query, key, value] = [w_q, w_k, w_v].map((w) => product(x, w)); // (T, D)
  const products = scaled(product(query, transpose(key)), 1 / Math.sqrt(w_q[0].length));
  const scores = nudged("scores", products); // (T, T)
  const weights = nudged("weights", scores.map(softmax)); // (T, T)
  const head = product(weights, value); // (T, D)
  const output = nudged("output", product(head, w_o)); // (T, E)
  const loss = output.flatMap((row, i) => row.map((o, j) => halfSquare(o, target[i][j]))).reduce(notes.add);
  return { query, key, value, scores, weights, head, output, loss, w_q, w_k, w_v, w_o };
};

const valuesOf = (table) => table.map((row) => row.map((node) => node.value));

// The numbers of the forward pass, and what the tape says of every gradient.
export const record = (inputs) => {
  const notes = tape();
  const { loss, ...tables } = forward(inputs, notes);
  notes.backward(loss);
  const found = Object.entries(tables).map(([kind, table]) => [kind, valuesOf(table)]);
  const autograd = KINDS.map((kind) => [kind, tables[kind].map((row) => row.map((node) => node.grad))]);
  return { ...Object.fromEntries(found), loss: loss.value, autograd: Object.fromEntries(autograd) };
};

// Central difference of the loss at one cell.
export const difference = (inputs, cell, h) => {
  const lossAt = (by) => forward(inputs, tape(), { ...cell, by }).loss.value;
  return (lossAt(h) - lossAt(-h)) / (2 * h);
};

// ---- backward --------------------------------------------------------------------

// From the gradient at the weights P to the one at the scores: as it is, and as it is
// often written, with the Jacobian's diagonal p (1 − p) alone.
export const RULES = {
  exact: (above, weights) =>
    weights.map((row, i) => {
      const mean = dot(row, above[i]);
      return row.map((p, j) => p * (above[i][j] - mean));
    }),
  elementwise: (above, weights) => weights.map((row, i) => row.map((p, j) => above[i][j] * p * (1 - p))),
  multiplied: (above, weights) => matmul(above, weights.map((row) => row.map((p) => p * (1 - p)))),
};

export const backward = (inputs, numbers, rule) => {
  const { embeddings: x, target, w_o } = inputs;
  const { query, key, value, head } = numbers;
  const root = Math.sqrt(query[0].length);
  const output = numbers.output.map((row, i) => row.map((o, j) => o - target[i][j]));
  const atHead = matmul(output, transpose(w_o)); // (T, D)
  const weights = matmul(atHead, transpose(value)); // (T, T)
  const scores = RULES[rule](weights, numbers.weights);
  const products = scores.map((row) => row.map((g) => g / root));
  return {
    output,
    weights,
    scores,
    w_q: matmul(transpose(x), matmul(products, key)),
    w_k: matmul(transpose(x), matmul(transpose(products), query)),
    w_v: matmul(transpose(x), matmul(transpose(numbers.weights), atHead)),
    w_o: matmul(transpose(head), output),
  };
};
