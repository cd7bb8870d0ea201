// What a reader of PositionExplorer is asked to try, by the part that a chapter opens.
import { format, formatBrief } from "../shared/format.js";
import { compute, pairOf, readInputs } from "./compute.js";

const FAR = 10; // where q is to go, and further
const isSame = (a, b) => Math.abs(a - b) < 1e-9;
const apart = ({ position, key }) => Math.abs(position - key);
const places = ({ position, key }) => `q at ${position}, k at ${key}`;

// Both tokens start alike, as no query and key do: so the score does not tell the sides apart.
const turnedAlike = (now, start) =>
  Math.sign(now.position - now.key) === Math.sign(start.position - start.key)
    ? `still ${apart(now)} apart, so each pair has its old angle between.`
    : `${apart(now)} apart, the other way round. Only here, where q and k start alike, is that the same.`;

const slowerPairs = ({ between }) =>
  between.length > 1
    ? "the slower pairs are there to notice"
    : "in 2 features there is no slower pair to notice";

// `at()` is the explorer as it stands, `start` as it was opened; `n` makes text.
const sinusoidal = (at, start, n) => [
  {
    ask: `take q to position ${FAR} or beyond, and keep the similarity of ${n(start.similar)}.`,
    isDone: () => at().position >= FAR && isSame(at().similar, start.similar),
    told: () => `${places(at())}: still ${apart(at())} apart. Nothing else counts.`,
  },
  {
    ask:
      "with an even width, find two positions, 20 or more apart, with a similarity above 0.98. " +
      "(Try a small one.)",
    isDone: () => at().width % 2 === 0 && apart(at()) >= 20 && at().similar > 0.98,
    told: () =>
      `In ${at().width} features, ${apart(at())} positions apart looks like the same place: the ` +
      `fast hand has come round. More pairs, each slower, tell such positions apart.`,
  },
];

const slowWave = (at) => ({
  ask: "open Waves, and choose a feature that does not finish one wave in 64 positions.",
  isDone: () => at().part === "waves" && at().wavelength > at().length,
  told: () =>
    `Feature ${at().feature} takes ${Math.round(at().wavelength)} positions for one wave. It tells ` +
    "near from far; the fast ones tell neighbours apart.",
});

const rotary = (at, start, n) => [
  {
    ask: `take q to position ${FAR} or beyond, and keep the score of ${n(start.score)}.`,
    isDone: () => at().position >= FAR && at().score !== null && isSame(at().score, start.score),
    told: () => `${places(at())}: ${turnedAlike(at(), start)}`,
  },
  {
    ask: "move q or k until both point almost the same way in pair 0, at different positions.",
    isDone: () => apart(at()) > 0 && at().score !== null && Math.cos(at().between[0]) > 0.95,
    told: () =>
      `${apart(at())} positions turn pair 0 by ${apart(at())} radians, and 2π ≈ 6.28 are a whole ` +
      `turn. It takes far for near; ${slowerPairs(at())}.`,
  },
  {
    ask:
      "with q and k a few positions apart, lower the base until they are more than a right angle " +
      "apart in pair 1.",
    isDone: () => at().base < start.base && at().score !== null && Math.cos(at().between[1]) < 0,
    told: () =>
      `With base ${formatBrief(at().base)}, pair 1 turns by ${n(at().w[1])} radians per position. ` +
      "The base says how slow the slow pairs are.",
  },
];

export const tasksOf = (model) => {
  const n = (x) => format(x, model.get("decimals"));
  const at = () => {
    const inputs = readInputs(model);
    const result = compute(inputs);
    const wavelength = (2 * Math.PI) / result.w[pairOf(inputs.feature)];
    return { ...inputs, ...result, wavelength, similar: result.similarity[inputs.key] };
  };
  const start = at();
  if (start.part === "rotary") return start.score === null ? [] : rotary(at, start, n);
  const waves = slowWave(at);
  return start.part === "similarity" ? [...sinusoidal(at, start, n), waves] : [waves];
};
