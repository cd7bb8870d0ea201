// What TensorLayoutExplorer says of its steps, of a tensor, of an element: no DOM.
import { formatTuple } from "../shared/format.js";
import { isContiguous, offset } from "../shared/strides.js";
import { featureOf, sentenceOf, tokenOf } from "./compute.js";

export const HINT =
  "Tens name the token, units the feature. Point at a cell, or move to it with Tab and " +
  "the arrow keys, to find it in memory.";

export const STEPS = {
  start: "the tensor x",
  view: "view: cut each token into heads",
  split: "transpose: heads before tokens",
  merge: "and back: merge the heads",
};

export const SIZE_NAMES = {
  batch: "B, sentences",
  tokens: "T, tokens",
  heads: "H, heads",
  head_dim: "D, features a head",
};

// What stands before a tensor's code.
export const verdict = ({ isWrong }) => {
  if (isWrong === undefined) return "";
  return isWrong ? "✗ wrong: " : "no difference here: ";
};

export const factsOf = (tensor) => [
  ["shape", formatTuple(tensor.shape)],
  ["strides", formatTuple(tensor.strides)],
  ["contiguous", isContiguous(tensor) ? "yes" : "no"],
  ["memory", tensor.isCopy ? "a new copy" : "shared with x"],
];

// The element's place in memory, as a sum over its axes.
export const explain = ({ storage, strides }, index) => {
  const place = offset(index, strides);
  const sum = index.map((k, a) => `${k}·${strides[a]}`).join(" + ");
  const value = storage[place];
  const [sentence, token, feature] = [sentenceOf(value), tokenOf(value), featureOf(value)];
  const origin = `sentence ${sentence}, token ${token}, feature ${feature}`;
  return `element [${index.join(", ")}]: ${sum} = memory cell ${place}, which holds ${value} (${origin})`;
};
