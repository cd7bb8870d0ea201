// MaskExplorer's inputs, and the arithmetic of masks: no DOM. b is a sentence of the
// batch, i the place of a query, j that of a key.
import { matmul, range, scale, softmax, transpose } from "../shared/arrays.js";
import { isAmong, isBoolean, isTableLike, isWholeWithin } from "../shared/limits.js";

const FLAGS = ["causal", "padding"];
export const INPUTS = [
  "lengths",
  ...FLAGS,
  "window",
  "painted",
  "sentence",
  "convention",
  "decimals",
];

export const readInputs = (model) => ({
  ...Object.fromEntries(["tokens", "embeddings", ...INPUTS].map((name) => [name, model.get(name)])),
  convention: model.get("conventions").find(({ name }) => name === model.get("convention")),
});

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  const isAsLong = () => value.length === model.get(name).length;
  const rules = {
    lengths: () => isAsLong() && value.every(isWholeWithin(limit)),
    painted: () =>
      isAsLong() && model.get(name).every((rows, b) => isTableLike(rows, isBoolean)(value[b])),
    convention: () => isAmong(limit)(value),
  };
  const isOther = () => (FLAGS.includes(name) ? isBoolean(value) : isWholeWithin(limit)(value));
  return (rules[name] ?? isOther)();
};

// The rules that hide a key from a query; none where all let it be seen.
export const hidingRules = ({ b, i, j }, { lengths, causal, padding, window }) => {
  const rules = [
    ["later", (causal || window > 0) && j > i], // a window hides what is later too
    ["padding", padding && j >= lengths[b]],
    ["beyond", window > 0 && j <= i - window],
  ];
  return rules.filter(([, hides]) => hides).map(([name]) => name);
};

// A painted cell is the other way round than the rules say.
const mayAttend = (cell, inputs) => {
  const { b, i, j } = cell;
  return (hidingRules(cell, inputs).length === 0) !== inputs.painted[b][i][j];
};

// The mask, the scores after it, and their weights, (B, T, T) each.
export const compute = (inputs) => {
  const { embeddings: x, lengths } = inputs;
  const places = range(x.length);
  const scores = scale(matmul(x, transpose(x)), 1 / Math.sqrt(x[0].length)); // (T, T), for each b
  const mask = lengths.map((_, b) =>
    places.map((i) => places.map((j) => mayAttend({ b, i, j }, inputs))),
  );
  const hide = (row, i) => row.map((isSeen, j) => (isSeen ? scores[i][j] : -Infinity));
  const masked = mask.map((rows) => rows.map(hide));
  return { mask, masked, weights: masked.map((rows) => rows.map(softmax)) };
};

// A row's weights where all its scores are −1e9 instead of −∞: the same for each key.
export const evenShare = (size) => softmax(Array(size).fill(-1e9))[0];

// Whether a convention's tensor has queries; without them it says the padding alone.
export const hasQueries = ({ index }) => index.includes("i");

// Whether an element of a convention's tensor lets the key be seen.
export const isSeenIn = (convention, cell, inputs, { mask }) =>
  hasQueries(convention)
    ? mask[cell.b][cell.i][cell.j]
    : !hidingRules(cell, inputs).includes("padding");

// The position in the batch of cell (i, j) of a table: a table without queries has a row
// for each sentence, the others show one sentence.
export const locate = ({ kind, i, j }, { sentence, convention }) =>
  kind === "tensor" && !hasQueries(convention) ? { b: i, j } : { b: sentence, i, j };

// Whether two positions have the same key and, where both have one, the same query.
export const isSamePair = (one, other) =>
  one.b === other.b && one.j === other.j && (one.i ?? other.i) === (other.i ?? one.i);

// Whether any cell is painted, in one sentence or in all.
export const isPainted = (painted) => painted.flat(Infinity).includes(true);

export const clearPaint = (painted) =>
  painted.map((rows) => rows.map((row) => row.map(() => false)));

export const flip = (painted, { b, i, j }) =>
  painted.map((rows, c) =>
    rows.map((row, k) =>
      row.map((isPainted, l) => (c === b && k === i && l === j ? !isPainted : isPainted)),
    ),
  );
