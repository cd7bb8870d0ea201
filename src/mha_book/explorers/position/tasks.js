// What a reader of PositionExplorer is asked to try, by the part that a chapter opens.
import { format, formatBrief } from "../shared/format.js";
import { apart, compute, pairOf, readInputs } from "./compute.js";
import { TASKS } from "./task_words.js";

const FAR = 10; // where q is to go, and further
const isSame = (a, b) => Math.abs(a - b) < 1e-9;
// With q alone on the way to somewhere else, the distance is met by chance.
const haveBothMoved = (now, start) => now.position !== start.position && now.key !== start.key;

// Both tokens start alike, as no query and key do: so the score does not tell the sides apart.
const isOnItsSide = (now, start) =>
  Math.sign(now.position - now.key) === Math.sign(start.position - start.key);

// `at()` is the explorer as it stands, `start` as it was opened; `n` makes text.
const sinusoidal = (at, start, n) => [
  {
    ask: TASKS.similarity.ask(FAR, n(start.similar)),
    isDone: () =>
      at().position >= FAR && haveBothMoved(at(), start) && isSame(at().similar, start.similar),
    told: () => TASKS.similarity.told(at(), apart(at())),
  },
  {
    ask: TASKS.round.ask,
    isDone: () => at().width % 2 === 0 && apart(at()) >= 20 && at().similar > 0.98,
    told: () => TASKS.round.told(at().width, apart(at())),
  },
];

const slowWave = (at) => ({
  ask: TASKS.slow.ask,
  isDone: () => at().part === "waves" && at().wavelength > at().length,
  told: () => TASKS.slow.told(at().feature, Math.round(at().wavelength)),
});

const rotary = (at, start, n) => [
  {
    ask: TASKS.score.ask(FAR, n(start.score)),
    isDone: () => {
      const { position, score } = at();
      const isKept = score !== null && isSame(score, start.score);
      return position >= FAR && haveBothMoved(at(), start) && isKept;
    },
    told: () => TASKS.score.told(at(), apart(at()), isOnItsSide(at(), start)),
  },
  {
    ask: TASKS.turn.ask,
    isDone: () => apart(at()) > 0 && at().score !== null && Math.cos(at().between[0]) > 0.95,
    told: () => TASKS.turn.told(apart(at()), at().between.length),
  },
  {
    ask: TASKS.base.ask,
    isDone: () => at().base < start.base && at().score !== null && Math.cos(at().between[1]) < 0,
    told: () => TASKS.base.told(formatBrief(at().base), n(at().w[1])),
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
