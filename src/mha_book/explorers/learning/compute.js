// LearningExplorer's inputs, and what follows from a run: a run is {run, fault, seed, step, kept},
// its measurements in the order of their steps. No DOM.
import { isAmong, isWholeWithin } from "../shared/limits.js";

export const INPUTS = ["fault", "seed", "step"];
export const RIGHT = "none";
export const WATCHED = [1, 1]; // the layer and the head that shall look for copies
const ENOUGH = 0.5; // of its weight, on what came after the earlier copy
const NEAR = 0.1; // nats between two ends that are alike
const WHOLE = 100; // steps between states to go on from
const LATEST = 300; // from later on, some faults have not shown by the end
const CALM = 3000; // ms between two looks where nothing may move

export const thousands = (x) => String(x).replace(/\B(?=(\d{3})+$)/g, ",");

// What was measured nearest to a step, and next to it in a direction, 1 or -1: other steps have
// nothing to show.
export const nearestStep = ({ kept }, step) =>
  kept.map((look) => look.step).reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a));
export const nextStep = ({ kept }, step, way) => {
  const steps = kept.map((look) => look.step);
  const next = way > 0 ? steps.find((s) => s > step) : steps.findLast((s) => s < step);
  return next ?? step;
};

export const readInputs = (model) =>
  Object.fromEntries(INPUTS.map((name) => [name, model.get(name)]));

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  return name === "fault" ? isAmong(limit)(value) : isWholeWithin(limit)(value);
};

// Another run is shown as far as it has come: `stepOf(values)`. The step comes last, so that what
// was shown of the present one is known until then.
export const derive = (values, stepOf = () => 0) => {
  const isOther = "fault" in values || "seed" in values;
  return isOther && !("step" in values) ? { ...values, step: stepOf(values) } : values;
};

// The step that is shown of a run that rests. Paper, where none can be looked up, has the end of
// the recorded run, unless a reader has looked one up before.
export const restingStep = ({ run, isAsked, isRecorded, isPrinted }, { step }) => {
  if (isAsked) return 0;
  return Math.min(isPrinted && isRecorded && step === 0 ? run.step : step, run.step);
};

export const keyOf = ({ seed, fault }) => `${seed} ${fault}`;

// The last measurement up to a step.
export const lookAt = ({ kept }, step) => kept.findLast((look) => look.step <= step) ?? kept[0];

// The loss wherever it was measured, as points; of a recorded run only so far as it is shown.
export const lossesOf = ({ line, kept }, upTo) =>
  line?.filter(([step]) => step <= upTo) ?? kept.map(({ step, loss }) => [step, loss]);

// The step of a run without a fault from which it can go on with one, 0 where there is none yet;
// and whether that is earlier than it was asked for, so that a fault has time to show.
export const stepToGoOn = (run, shown) => {
  const isKept = shown === run.step; // a run keeps where it rests, and every hundredth step
  const step = Math.min(LATEST, isKept ? shown : Math.floor(shown / WHOLE) * WHOLE);
  return { step, isLimited: shown > LATEST };
};

// Where nothing may move, all is drawn anew every few seconds: `isDue()`, and then `drawn()`.
export const createPace = (isCalm, clock = () => performance.now()) => {
  let last = -Infinity;
  return {
    isDue: () => !isCalm || clock() - last >= CALM,
    drawn: () => (last = clock()),
  };
};

// How many seconds have been trained, rests left out.
export const createClock = (now = () => performance.now()) => {
  let [begun, before] = [null, 0]; // ms
  const all = () => before + (begun === null ? 0 : now() - begun);
  const rest = () => ((before = all()), (begun = null));
  const begin = (isNew) => (isNew ? (before = 0) : rest(), (begun = now()));
  return { begin, rest, seconds: () => all() / 1000 };
};

export const scoreOf = ({ scores }, [layer, head] = WATCHED) => scores[layer]?.[head] ?? null;

// The first measurement in which the head looks for copies; undefined where none has.
export const appears = ({ kept }) => kept.find((look) => scoreOf(look) >= ENOUGH);

// What the latest measurement of a run without a fault shows: "falls", "pairs" where it knows which
// letter often follows which, "fills" where the head begins to look for copies, "filled".
const KNOWS = 0.3; // of the repeats: right by pairs of letters
const BEGINS = 0.2; // of the head's weight
export const phaseOf = ({ repeats, ...look }) => {
  if (scoreOf(look) >= ENOUGH) return "filled";
  if (scoreOf(look) >= BEGINS) return "fills";
  return repeats >= KNOWS ? "pairs" : "falls";
};

// How a run ended, beside one without a fault: "as before", "lower", "higher" or "rises".
export const GUESSES = ["as before", "lower", "higher", "rises"];
export const outcomeOf = ({ kept }, usual) => {
  const [first, last] = [kept[0].loss, kept.at(-1).loss];
  if (last > first) return "rises";
  if (Math.abs(last - usual) <= NEAR) return "as before";
  return last < usual ? "lower" : "higher";
};

// Where a head looks, the most first, as far as two digits show it.
export const placesOf = ({ means }) =>
  means.filter(([, share]) => share >= 0.005).toSorted(([, a], [, b]) => b - a);

// (T, T) as rows, from a flat list.
export const rowsOf = (flat) => {
  const T = Math.round(Math.sqrt(flat.length));
  return Array.from({ length: T }, (_, i) => flat.slice(i * T, (i + 1) * T));
};

export const lettersOf = (ids) => ids.map((id) => String.fromCharCode(97 + id));
