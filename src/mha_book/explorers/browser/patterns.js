// Which pattern a head has, told from means of its weights (T, T): no DOM.
import { isEmpty, mean, range, sum } from "../shared/arrays.js";
import { PATTERNS, TARGETS } from "./pattern_words.js";

const MOST = 0.5; // of the weight, on average
const EVEN = 2; // times the even share
const ROWS = 3; // with a copy before them, that tell an induction head
export const RULE = PATTERNS.rule(MOST, ROWS, EVEN);

// The places of a token's copies that stand before it.
export const copiesBefore = (tokens, i) =>
  range(tokens.length).filter((k) => k < i && tokens[k] === tokens[i]);

const firstOf = ([token]) => (token === "[CLS]" ? token : TARGETS.first);

// Where a head may look: a name, and which keys that is for query i.
const targetsOf = (tokens) => {
  const keys = range(tokens.length);
  const only = (key) => keys.filter((k) => k === key);
  const afterCopies = (i) =>
    copiesBefore(tokens, i)
      .map((k) => k + 1)
      .filter((k) => k < i);
  const repeats = keys.filter((i) => afterCopies(i).length);
  return [
    [TARGETS.previous, (i) => only(i - 1)],
    [TARGETS.itself, (i) => only(i)],
    [TARGETS.next, (i) => only(i + 1)],
    [firstOf(tokens), () => only(0)],
    ["[SEP]", () => keys.filter((key) => tokens[key] === "[SEP]")],
    [TARGETS.afterCopy, (i) => (repeats.length < ROWS ? [] : afterCopies(i))],
  ];
};

// [name, mean weight] of each target; rows that do not have it are left out, and those above `from`.
export const meansOf = (weights, tokens, from = 0) =>
  targetsOf(tokens).flatMap(([name, keysOf]) => {
    const isMeant = (i) => i >= from && keysOf(i).length && !isEmpty(weights[i]);
    const rows = range(tokens.length).filter(isMeant);
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

// Whether it is the first token, most of the time.
export const isSink = ({ name }, tokens) => name === PATTERNS.mostly(firstOf(tokens));

const patternName = (means, peak) => {
  if (!means.length) return PATTERNS.empty;
  if (peak < EVEN) return PATTERNS.even;
  const [target, share] = means.reduce((best, next) => (next[1] > best[1] ? next : best));
  if (share <= MOST) return PATTERNS.mixed;
  return target === TARGETS.afterCopy ? PATTERNS.induction : PATTERNS.mostly(target);
};
