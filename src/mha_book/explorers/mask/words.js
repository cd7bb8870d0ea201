// What MaskExplorer says of a cell {b, i, j}, and of what a tensor cannot say. No DOM.
import { format, formatProducts, formatSoftmax, formatTuple } from "../shared/format.js";
import { ordinal, wordName } from "../shared/words.js";
import { evenShare, hasQueries, hidingRules, isSeenIn } from "./compute.js";
import { elementName, indexName } from "./tensor.js";

export const TITLE = "Mask explorer";

export const HINT = {
  pointer:
    "Press a cell of the mask to flip it. Point at a cell, or move to it with Tab and the " +
    "arrow keys, to read it. A padding mask hides keys: rows that are padding still " +
    "attend.",
  finger:
    "Tap a cell of the mask to flip it, or any other cell to read it. A padding mask hides keys: " +
    "rows that are padding still attend.",
};

export const LEGEND =
  "✓ may attend, · hidden, * painted by hand. Rows ask, columns answer. A pad keeps the " +
  "vector of the word that was cut.";

// The controls.
export const SET = {
  length: (b) => `Length of sentence ${b}`,
  sentence: (b) => `sentence ${b}`,
  show: "Show",
  hide: "Hide",
  later: "later words",
  padding: "padding",
  implied: ", by the window",
  window: "Window, 0 = none",
  convention: "As wanted by",
  clear: "Clear paint",
};

// The tables: a name, what stands below it, the name as it is heard.
export const TABLES = {
  mask: { name: "Mask", note: "press a cell to flip it", label: "Mask" },
  scores: { name: "Scores after the mask", label: "Scores" },
  weights: { name: "Attention weights", note: "softmax of each row", label: "Weights" },
  tensor: { name: "The tensor that is passed", label: "Tensor" },
};
export const ALL_ZERO = "all 0";

const PAD = "pad";

// The words of sentence b, cut to its length.
export const namesOf = (b, { tokens, lengths }) =>
  tokens.map((token, t) => (t < lengths[b] ? token : PAD));

// A pad's name alone would not say which one is meant.
const fullName = (b, t, { tokens, lengths }) =>
  t < lengths[b] ? wordName(tokens, t) : `${PAD} (${ordinal(t + 1)})`;

export const pairName = ({ b, i, j }, inputs) =>
  `${fullName(b, i, inputs)} may attend to ${fullName(b, j, inputs)}`;

// What hides a key.
const HIDING = { later: "later", padding: "padding", beyond: "beyond the window" };

const reason = (isSeen, isPainted, rules) => {
  const why = `it is ${rules.map((rule) => HIDING[rule]).join(" and ")}`;
  if (isPainted) return isSeen ? `painted by hand, though ${why}` : "painted by hand";
  return isSeen ? "no rule hides it" : why;
};

const SENTENCES = {
  mask: (cell, inputs, { mask }) => {
    const { b, i, j } = cell;
    const isSeen = mask[b][i][j];
    const why = reason(isSeen, inputs.painted[b][i][j], hidingRules(cell, inputs));
    const isPad = i >= inputs.lengths[b];
    const pad = ". The row is padding itself: a padding mask hides keys, never rows.";
    return `${explainPair(cell, isSeen, inputs)}: ${why}${isPad ? pad : ""}`;
  },
  scores: ({ b, i, j }, inputs, { mask, masked }) => {
    const { embeddings: x, decimals } = inputs;
    const n = (value) => format(value, decimals);
    const pair = `score ${fullName(b, i, inputs)} → ${fullName(b, j, inputs)}`;
    if (!mask[b][i][j]) return `${pair}: hidden, so −∞`;
    return `${pair}: (${formatProducts(x[i], x[j], n)}) / √${x[i].length} = ${n(masked[b][i][j])}`;
  },
  weights: ({ b, i, j }, inputs, { masked, weights }) => {
    const n = (x) => format(x, inputs.decimals);
    const [query, key] = [fullName(b, i, inputs), fullName(b, j, inputs)];
    const part = formatSoftmax(masked[b][i], j, query, n);
    return `weight ${query} → ${key}: ${part}${n(weights[b][i][j])}`;
  },
  tensor: (cell, inputs, result) => {
    const { convention } = inputs;
    const isSeen = isSeenIn(convention, cell, inputs, result);
    const element = convention.argument + indexName(convention, cell);
    const meaning = (hasQueries(convention) ? explainPair : explainKey)(cell, isSeen, inputs);
    return `${element} = ${elementName(convention, isSeen)}: ${meaning}`;
  },
};

const explainPair = ({ b, i, j }, isSeen, inputs) =>
  `${fullName(b, i, inputs)} ${isSeen ? "may" : "may not"} attend to ${fullName(b, j, inputs)}`;

const explainKey = ({ b, j }, isSeen, inputs) => {
  const what = isSeen ? "counts as a token" : "is padding, hidden from every query";
  return `${fullName(b, j, inputs)} of sentence ${b} ${what}`;
};

// One sentence for a cell of the mask, the weights or the tensor that is passed.
export const explain = (kind, cell, inputs, result) => SENTENCES[kind](cell, inputs, result);

// What stands above the scores; `x` is (T, E).
export const scoresCaption = (x) => `X Xᵀ / √${x[0].length}, hidden: −∞`;

// What an empty row would get from a finite number in place of −∞.
export const emptyRowNote = (size, decimals) => {
  const share = `1/${size} = ${format(evenShare(size), decimals)}`;
  return (
    "All 0: the row has nothing to attend to. With −1e9 in place of −∞ it would not be 0: " +
    `every key, hidden as it is, would get ${share}.`
  );
};

export const factsOf = ({ argument, taken_by, dtype, shape, axes, meaning }) => [
  ["argument", argument],
  ["taken by", taken_by],
  ["dtype", dtype],
  ["shape", `${formatTuple(shape)} = ${axes}`],
  ["meaning", meaning],
];

// What is asked, and what has been seen when it is done.
export const TASKS = {
  narrow: {
    ask: (word) => `let ${word} look at itself and at one word before it, by the window alone.`,
    waits: (window, word, seen) =>
      `Not yet: with a window of ${window} ${word} looks at ${seen} ${seen === 1 ? "word" : "words"} ` +
      "of this sentence.",
    painted: "Not yet: some cells are painted by hand, and the window alone should do it.",
    told: "A window of 2: every row now has two words at most, however long the text is.",
  },
  padded: {
    ask: "show a sentence with padding, and hide its padding alone: no later words, no window.",
    told:
      "Whole columns are hatched: nobody may look at a pad. The rows of the pads are not: what " +
      "they attend to is thrown away later.",
  },
  empty: {
    ask: "make a row of weights in which every number is 0.",
    told:
      "A row that may attend to nothing. The softmax of nothing but −∞ is not a number, so the " +
      "book’s softmax makes it 0.",
  },
};
