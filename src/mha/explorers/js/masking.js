// The arithmetic of masks: no DOM, plain arrays. b is a sentence of the batch, i the
// place of a query, j that of a key.
import { matmul, softmax, transpose } from "./core.js";

// The rules that hide a key from a query; none where all let it be seen.
export const rulesThatHide = ({ b, i, j }, { lengths, causal, padding, window }) => {
  const rules = [
    ["later", (causal || window > 0) && j > i], // a window hides what is later too
    ["padding", padding && j >= lengths[b]],
    ["beyond the window", window > 0 && j <= i - window],
  ];
  return rules.filter(([, hides]) => hides).map(([name]) => name);
};

// A painted cell is the other way round than the rules say.
const mayAttend = (cell, inputs) => {
  const { b, i, j } = cell;
  return (rulesThatHide(cell, inputs).length === 0) !== inputs.painted[b][i][j];
};

// The mask, the scores after it, and their weights, (B, T, T) each.
export const maskedAttention = (inputs) => {
  const { embeddings: x, lengths } = inputs;
  const places = [...x.keys()];
  const shrink = (row) => row.map((score) => score / Math.sqrt(x[0].length));
  const scores = matmul(x, transpose(x)).map(shrink); // (T, T), the same for each b
  const hide = (row, i) => row.map((seen, j) => (seen ? scores[i][j] : -Infinity));
  const mask = lengths.map((_, b) =>
    places.map((i) => places.map((j) => mayAttend({ b, i, j }, inputs))),
  );
  const masked = mask.map((rows) => rows.map(hide));
  return { mask, masked, weights: masked.map((rows) => rows.map(softmax)) };
};

// A row's weights where all its scores are −1e9 instead of −∞: the same for each key.
export const evenShare = (size) => softmax(Array(size).fill(-1e9))[0];

// Whether a convention's tensor has queries; without them it says the padding alone.
export const hasQueries = ({ index }) => index.includes("i");

// Whether an element of a convention's tensor lets the key be seen.
export const letsSee = (convention, cell, inputs, { mask }) =>
  hasQueries(convention)
    ? mask[cell.b][cell.i][cell.j]
    : !rulesThatHide(cell, inputs).includes("padding");

// Where cell (i, j) of a table stands in the batch: a table without queries has a row
// for each sentence, the others show one sentence.
export const placeOf = ({ kind, i, j }, { sentence, convention }) =>
  kind === "tensor" && !hasQueries(convention) ? { b: i, j } : { b: sentence, i, j };

// Whether two places speak of the same key and, where both have one, the same query.
export const meet = (one, other) =>
  one.b === other.b && one.j === other.j && (one.i ?? other.i) === (other.i ?? one.i);

export const unpainted = (painted) => painted.map((rows) => rows.map((row) => row.map(() => false)));

export const flip = (painted, { b, i, j }) =>
  painted.map((rows, c) =>
    rows.map((row, k) => row.map((x, l) => (c === b && k === i && l === j ? !x : x))),
  );
