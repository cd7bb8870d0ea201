// What MaskExplorer says of a cell {b, i, j}, and of what a tensor cannot say.
import { show } from "./core.js";
import { hasQueries, letsSee, rulesThatHide } from "./masking.js";
import { share } from "./words.js";

// The words of sentence b, cut to its length.
export const namesOf = (b, { tokens, lengths }) =>
  tokens.map((token, t) => (t < lengths[b] ? token : "pad"));

// A pad's name alone would not say which one is meant.
const inFull = (b, t, { tokens, lengths }) =>
  t < lengths[b] ? tokens[t] : `pad at place ${t}`;

export const pairOf = ({ b, i, j }, inputs) =>
  `${inFull(b, i, inputs)} may attend to ${inFull(b, j, inputs)}`;

const verdict = (seen, painted, rules) => {
  const why = `it is ${rules.join(" and ")}`;
  if (painted) return seen ? `yes, painted, though ${why}` : "hidden, it is painted";
  return seen ? "yes, no rule hides it" : `hidden, ${why}`;
};

// The index of a cell in a convention's tensor; `b` or ":" where a place is not one's own.
export const indexOf = ({ index }, places) =>
  `[${index.map((axis) => places[axis] ?? axis).join(", ")}]`;

const SENTENCES = {
  mask: (cell, inputs, { mask }) => {
    const { b, i, j } = cell;
    const found = verdict(mask[b][i][j], inputs.painted[b][i][j], rulesThatHide(cell, inputs));
    const isPad = i >= inputs.lengths[b];
    const pad = ". The row is padding itself: a padding mask hides keys, never rows.";
    return `row ${pairOf(cell, inputs)}: ${found}${isPad ? pad : ""}`;
  },
  weights: ({ b, i, j }, inputs, { masked, weights }) => {
    const n = (x) => show(x, inputs.decimals);
    const [query, key] = [inFull(b, i, inputs), inFull(b, j, inputs)];
    const part = share(masked[b][i], j, query, n);
    return `weight ${query} → ${key}: ${part}${n(weights[b][i][j])}`;
  },
  tensor: (cell, inputs, result) => {
    const { convention } = inputs;
    const seen = letsSee(convention, cell, inputs, result);
    const element = `${convention.argument}${indexOf(convention, cell)} = ${elementOf(convention, seen)}`;
    return `${element}: ${(hasQueries(convention) ? tellPair : tellKey)(cell, seen, inputs)}`;
  },
};

export const elementOf = ({ seen, hidden }, isSeen) => (isSeen ? seen : hidden);

const tellPair = ({ b, i, j }, seen, inputs) =>
  `${inFull(b, i, inputs)} ${seen ? "may" : "may not"} attend to ${inFull(b, j, inputs)}`;

const tellKey = ({ b, j }, seen, inputs) => {
  const what = seen ? "counts as a token" : "is padding, hidden from every query";
  return `${inFull(b, j, inputs)} of sentence ${b} ${what}`;
};

// One sentence for a cell of the mask, the weights or the tensor that is passed.
export const explain = (kind, cell, inputs, result) => SENTENCES[kind](cell, inputs, result);

// What a tensor without queries cannot say of this mask, and who says it instead.
export const leftOut = ({ convention, causal, window, painted }) => {
  const isAsked = {
    padding: true,
    later: causal && window === 0,
    window: window > 0,
    painted: painted.flat(2).includes(true),
  };
  return convention.left_out.filter(([what]) => isAsked[what]).map(([, words]) => words);
};
