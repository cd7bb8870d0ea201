// Which pattern a head has, told from means of its weights (T, T): no DOM.
import { isEmpty, mean, range, sum } from "../shared/arrays.js";

const MOST = 0.5; // of the weight, on average
const EVEN = 2; // times the even share

export const RULE =
  `Mostly one place: it gets more than ${MOST} of the weight, on average over the rows ` +
  "that have such a place. Spread evenly: a row's largest weight is on average less " +
  `than ${EVEN} times its even share, which is 1 divided by the number of keys (of ` +
  "those up to its own, in a head that never looks ahead). Otherwise mixed.";

// Where a head may look: a name, and which keys that is for query i.
const targetsOf = (tokens) => {
  const keys = range(tokens.length);
  const only = (key) => keys.filter((k) => k === key);
  return [
    ["the previous token", (i) => only(i - 1)],
    ["itself", (i) => only(i)],
    ["the next token", (i) => only(i + 1)],
    [tokens[0] === "[CLS]" ? "[CLS]" : "the first token", () => only(0)],
    ["[SEP]", () => keys.filter((key) => tokens[key] === "[SEP]")],
  ];
};

// [name, mean weight] of each target; rows that do not have it are left out.
const meansOf = (weights, tokens) =>
  targetsOf(tokens).flatMap(([name, keysOf]) => {
    const rows = range(tokens.length).filter((i) => keysOf(i).length && !isEmpty(weights[i]));
    const shares = rows.map((i) => sum(keysOf(i).map((key) => weights[i][key])));
    return rows.length ? [[name, mean(shares)]] : [];
  });

// A row's largest weight as a multiple of its even share, on average. A head that gives
// nothing to later keys is taken for one that may not see them.
const peakOf = (weights) => {
  const looksBack = weights.every((row, i) => isEmpty(row.slice(i + 1)));
  const peaks = weights.map((row, i) => Math.max(...row) * (looksBack ? i + 1 : row.length));
  return mean(peaks.filter((_, i) => !isEmpty(weights[i])));
};

export const patternOf = (weights, tokens) => {
  const [means, peak] = [meansOf(weights, tokens), peakOf(weights)];
  return { means, peak, name: patternName(means, peak) };
};

const patternName = (means, peak) => {
  if (!means.length) return "nothing to attend to";
  if (peak < EVEN) return "spread evenly";
  const [target, share] = means.reduce((best, next) => (next[1] > best[1] ? next : best));
  return share > MOST ? `mostly ${target}` : "mixed";
};
