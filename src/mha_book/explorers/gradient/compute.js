// GradientInspector's inputs, and one head's passes, forward on a tape and backward by
// formula: no DOM.
import { dot, matmul, range, scale, transpose } from "../shared/arrays.js";
import { isTableLike, isWholeWithin, isWithin, wholeNumbers } from "../shared/limits.js";
import { tape } from "./tape.js";

const PROJECTIONS = ["w_q", "w_k", "w_v", "w_o"];
export const MATRICES = ["embeddings", "target", ...PROJECTIONS];
export const INPUTS = [...MATRICES, "picked", "exponent", "decimals"];
export const LOOKS = ["picked"];
// What has a gradient to look at, from the loss backwards.
const KINDS = ["output", "weights", "scores", ...PROJECTIONS];

export const readInputs = (model) =>
  Object.fromEntries(MATRICES.map((name) => [name, model.get(name)]));

export const toCell = ([kind, i, j]) => ({ kind, i, j });

// Rows and columns of one of KINDS.
export const sizeOf = (model, kind) => {
  const [length, width] = [model.get("tokens").length, model.get("w_q").length];
  if (kind === "output") return [length, width];
  return ["weights", "scores"].includes(kind) ? [length, length] : [width, width];
};

const isCell = (model, kinds) => (value) => {
  const { kind, i, j } = toCell(value);
  const [rows, columns] = sizeOf(model, kind);
  const isInside = range(rows).includes(i) && range(columns).includes(j);
  return value.length === 3 && kinds.includes(kind) && isInside;
};

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  if (name === "picked") return isCell(model, limit.among)(value);
  if (!MATRICES.includes(name)) return isWholeWithin(limit)(value);
  return isTableLike(model.get(name), isWithin(limit))(value);
};

// ---- forward ---------------------------------------------------------------------

// Products and softmax of tables of nodes. Constants are noted too; nobody reads theirs.
const algebra = ({ variable, add, multiply, divide, exp }) => {
  const inner = (a, b) => a.map((x, k) => multiply(x, b[k])).reduce(add);
  const product = (a, b) => {
    const columns = transpose(b);
    return a.map((row) => columns.map((column) => inner(row, column)));
  };
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
  const isNudged = (kind, i, j) => kind === nudge?.kind && i === nudge.i && j === nudge.j;
  const add = (x) => notes.add(x, notes.variable(nudge.by));
  const nudged = (kind, table) =>
    table.map((row, i) => row.map((x, j) => (isNudged(kind, i, j) ? add(x) : x)));
  const start = (kind) =>
    nudged(
      kind,
      inputs[kind].map((row) => row.map(notes.variable)),
    );
  const [x, target, w_q, w_k, w_v, w_o] = MATRICES.map(start);
  const [query, key, value] = [w_q, w_k, w_v].map((w) => product(x, w)); // (T, D)
  const products = scaled(product(query, transpose(key)), 1 / Math.sqrt(w_q[0].length));
  const scores = nudged("scores", products); // (T, T)
  const weights = nudged("weights", scores.map(softmax)); // (T, T)
  const head = product(weights, value); // (T, D)
  const output = nudged("output", product(head, w_o)); // (T, E)
  const losses = output.map((row, i) => row.map((o, j) => halfSquare(o, target[i][j])));
  const loss = losses.flat().reduce(notes.add);
  return { query, key, value, scores, weights, head, output, loss, w_q, w_k, w_v, w_o };
};

const valuesOf = (table) => table.map((row) => row.map((node) => node.value));
const gradientsOf = (table) => table.map((row) => row.map((node) => node.grad));
const mapEntries = (names, of) => Object.fromEntries(names.map((name) => [name, of(name)]));

// The numbers of the forward pass, and what the tape says of every gradient.
const record = (inputs) => {
  const notes = tape();
  const { loss, ...tables } = forward(inputs, notes);
  notes.backward(loss);
  const numbers = mapEntries(Object.keys(tables), (kind) => valuesOf(tables[kind]));
  const autograd = mapEntries(KINDS, (kind) => gradientsOf(tables[kind]));
  return { ...numbers, loss: loss.value, autograd };
};

// Central difference of the loss at one cell.
export const difference = (inputs, cell, h) => {
  const lossAt = (by) => forward(inputs, tape(), { ...cell, by }).loss.value;
  return (lossAt(h) - lossAt(-h)) / (2 * h);
};

// ---- backward --------------------------------------------------------------------

// From the gradient at the weights P to the one at the scores: as it is, and as it is
// often written, with the Jacobian's diagonal p (1 − p) alone.
const RULES = {
  exact: (above, weights) =>
    weights.map((row, i) => {
      const mean = dot(row, above[i]);
      return row.map((p, j) => p * (above[i][j] - mean));
    }),
  elementwise: (above, weights) =>
    weights.map((row, i) => row.map((p, j) => above[i][j] * p * (1 - p))),
  multiplied: (above, weights) => {
    const diagonals = weights.map((row) => row.map((p) => p * (1 - p)));
    return matmul(above, diagonals);
  },
};

const backward = (inputs, numbers, rule) => {
  const { embeddings: x, target, w_o } = inputs;
  const { query, key, value, head } = numbers;
  const output = numbers.output.map((row, i) => row.map((o, j) => o - target[i][j]));
  const atHead = matmul(output, transpose(w_o)); // (T, D)
  const weights = matmul(atHead, transpose(value)); // (T, T)
  const scores = RULES[rule](weights, numbers.weights);
  const products = scale(scores, 1 / Math.sqrt(query[0].length));
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

// Everything that is known of the present inputs, and of the picked cell's difference;
// `limit` is the step's, as a power of ten.
export const compute = (inputs, picked, exponent, limit) => {
  const numbers = record(inputs);
  const exponents = wholeNumbers(limit);
  const differences = exponents.map((e) => difference(inputs, picked, 10 ** e));
  const autograd = numbers.autograd[picked.kind][picked.i][picked.j];
  return {
    inputs,
    numbers,
    gradients: mapEntries(Object.keys(RULES), (rule) => backward(inputs, numbers, rule)),
    difference: differences[exponents.indexOf(exponent)],
    errors: differences.map((x) => Math.abs(x - autograd)),
  };
};
