// What a reader of PositionExplorer is asked, and told when it is done. No DOM.
// What was so when it was done: by now a reader may have moved on.
const were = ({ position, key }) => `With q at ${position} and k at ${key} they were`;

const turnedAlike = (apart, isOnItsSide) =>
  isOnItsSide
    ? `still ${apart} apart, so each pair had its old angle between.`
    : `${apart} apart, the other way round. Only here, where q and k start alike, is that the same.`;

const slowerPairs = (pairs) =>
  pairs > 1
    ? "the slower pairs are there to notice"
    : "in 2 features there is no slower pair to notice";

export const TASKS = {
  similarity: {
    ask: (far, similarity) =>
      `take q to position ${far} or beyond, and keep the similarity of ${similarity}.`,
    told: (now, apart) => `${were(now)} still ${apart} apart. Nothing else counts.`,
  },
  round: {
    ask:
      "with an even width, find two positions, 20 or more apart, with a similarity above 0.98. " +
      "(Try a small width.)",
    told: (width, apart) =>
      `In ${width} features, ${apart} positions apart looks like the same place: the ` +
      `fast hand has come round. More pairs, each slower, tell such positions apart.`,
  },
  slow: {
    ask: "open Waves, and choose a feature that does not finish one wave in 64 positions.",
    told: (feature, positions) =>
      `Feature ${feature} takes ${positions} positions for one wave. It tells ` +
      "near from far; the fast ones tell neighbours apart.",
  },
  score: {
    ask: (far, score) => `take q to position ${far} or beyond, and keep the score of ${score}.`,
    told: (now, apart, isOnItsSide) => `${were(now)} ${turnedAlike(apart, isOnItsSide)}`,
  },
  turn: {
    ask: "move q or k until both point almost the same way in pair 0, at different positions.",
    told: (apart, pairs) =>
      `${apart} positions turn pair 0 by ${apart} radians, and 2π ≈ 6.28 are a whole ` +
      `turn. It takes far for near; ${slowerPairs(pairs)}.`,
  },
  base: {
    ask:
      "with q and k a few positions apart, lower the base until they are more than a right angle " +
      "apart in pair 1.",
    told: (base, radians) =>
      `With base ${base}, pair 1 turns by ${radians} radians per position. ` +
      "The base says how slow the slow pairs are.",
  },
};
