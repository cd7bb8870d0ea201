// What TensorLayoutExplorer says of its steps, of a tensor, of an element: no DOM.
import { formatTuple } from "../shared/format.js";
import { isContiguous, offset } from "../shared/strides.js";
import { differences, digits, elementAt, featureOf, sentenceOf, tokenOf } from "./compute.js";

export const TITLE = "Tensor layout explorer";

export const HINT = {
  pointer: "Point at a cell, or move to it with Tab and the arrow keys, to find it in memory.",
  finger: "Tap a cell to find it in memory.",
};

export const STEPS = {
  start: "the tensor x",
  view: "view: cut each token into heads",
  split: "transpose: heads before tokens",
  merge: "and back: merge the heads",
};

export const STEP = "Step";
export const MEMORY = "Its memory:";
export const secondName = (name) => `${name}, second tensor`;

export const SIZE_NAMES = {
  batch: "B, sentences",
  tokens: "T, tokens",
  heads: "H, heads",
  head_dim: "D, features a head",
};

const placeOf = (value) => `token ${tokenOf(value)}, feature ${featureOf(value)}`;

const originOf = (value, batch) =>
  batch > 1 ? `sentence ${sentenceOf(value)}, ${placeOf(value)}` : placeOf(value);

// What the numbers mean.
export const legend = ([batch]) =>
  "Each number says where it stands in x, and each token has its colour: " +
  `${digits(12)} is token 1, feature 2.` +
  (batch > 1 ? ` In sentence 1 it is ${digits(112)}. ` : " ") +
  "All is counted from 0, as torch does. The small number is the place in memory.";

// What stands before a tensor's code.
export const verdict = ({ isRight, isWrong }) => {
  if (isRight) return "✓ Right: ";
  if (isWrong === undefined) return "";
  return isWrong ? "✗ Wrong: " : "No difference here: ";
};

// What is wrong with a tensor: how much, and what one sees first.
export const complaint = (tensor, right) => {
  const wrong = differences(tensor, right);
  if (!wrong.length) return "Every element stands where it should.";
  const [batch] = tensor.shape;
  const [found, expected] = [tensor, right].map((each) =>
    originOf(elementAt(each, wrong[0]), batch),
  );
  const count = `${wrong.length} of ${tensor.storage.length} elements stand where others should`;
  return `${count}: at [${wrong[0].join(", ")}] is ${found} instead of ${expected}.`;
};

const AXES = { B: "sentence", T: "token", H: "head" };

// Which part of a tensor a table shows: "head 0"; of several sentences, which one too.
export const partName = ({ axes, shape }, lead) =>
  lead
    .map((k, a) => [AXES[axes[a]], k, shape[a]])
    .filter(([, , size], a) => size > 1 || a === lead.length - 1)
    .map(([axis, k]) => `${axis} ${k}`)
    .join(", ");

export const factsOf = (tensor) => [
  ["shape", formatTuple(tensor.shape)],
  ["strides", formatTuple(tensor.strides)],
  ["contiguous", isContiguous(tensor) ? "yes" : "no"],
  ["memory", tensor.isCopy ? "a new copy" : "shared with x"],
];

// The element's place in memory, as a sum over its axes.
export const explain = ({ storage, strides, shape }, index) => {
  const place = offset(index, strides);
  const sum = index.map((k, a) => `${k}·${strides[a]}`).join(" + ");
  const value = storage[place];
  const origin = originOf(value, shape[0]);
  return `element [${index.join(", ")}]: ${sum} = memory cell ${place}, which holds ${digits(value)} (${origin})`;
};

// What is asked, and what has been seen when it is done.
export const TASKS = {
  finds: {
    ask: (cell) =>
      "split several tokens into several heads, and choose the element of the first tensor that " +
      `lies in memory cell ${cell}.`,
    told: (value, head, token) =>
      `${value}: token ${token} of head ${head}. The transpose has ` +
      "moved nothing in memory: to the next token of a head it steps over the other heads.",
  },
  hides: {
    ask: "find sizes with which the wrong view is right.",
    told:
      "With one head, or one token, there is nothing to swap. So a test with such sizes passes, " +
      "whichever of the two stands in the code.",
  },
  strays: {
    ask: "merge the heads again, and choose an element that is in the wrong place.",
    told: (index, found, expected) =>
      `At [${index}] is ${found} instead of ${expected}. Without the transpose, a ` +
      "head’s tokens follow each other; with it, each token gets its heads side by side again.",
  },
};
