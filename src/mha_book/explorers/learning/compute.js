// LearningExplorer's inputs, and what follows from a run: a run is {run, fault, seed, losses,
// kept}, its losses [step, loss] and its measurements in the order of their steps. No DOM.
import { mean } from "../shared/arrays.js";
import { isAmong, isWholeWithin } from "../shared/limits.js";

export const INPUTS = ["fault", "seed", "step"];
export const RIGHT = "none";
export const WATCHED = [1, 1]; // the layer and the head that shall look for copies
const ENOUGH = 0.5; // of its weight, on what came after the earlier copy
const [NEAR, WINDOW] = [0.1, 10]; // nats between two ends that are alike; steps of a mean

export const readInputs = (model) =>
  Object.fromEntries(INPUTS.map((name) => [name, model.get(name)]));

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  return name === "fault" ? isAmong(limit)(value) : isWholeWithin(limit)(value);
};

// Another run begins at its start. The step comes last, so that what was shown is known until
// then.
export const derive = (values) => {
  const isOther = "fault" in values || "seed" in values;
  return isOther && !("step" in values) ? { ...values, step: 0 } : values;
};

export const keyOf = ({ seed, fault }) => `${seed} ${fault}`;

// The last measurement up to a step.
export const lookAt = ({ kept }, step) => kept.findLast((look) => look.step <= step) ?? kept[0];

// The losses of single batches jump: means of ten steps each.
export const smooth = (losses) => {
  const points = [];
  for (let k = 0; k < losses.length; k += WINDOW) {
    const some = losses.slice(k, k + WINDOW);
    points.push([some.at(-1)[0], mean(some.map(([, loss]) => loss))]);
  }
  return points;
};

export const scoreOf = ({ scores }, [layer, head] = WATCHED) => scores[layer]?.[head] ?? null;

// The first measurement in which the head looks for copies; undefined where none has.
export const appears = ({ kept }) => kept.find((look) => scoreOf(look) >= ENOUGH);

// How a run ended, beside one without a fault: "as before", "lower", "higher" or "rises".
export const GUESSES = ["as before", "lower", "higher", "rises"];
export const outcomeOf = ({ kept }, usual) => {
  const [first, last] = [kept[0].loss, kept.at(-1).loss];
  if (last > first) return "rises";
  if (Math.abs(last - usual) <= NEAR) return "as before";
  return last < usual ? "lower" : "higher";
};

// (T, T) as rows, from a flat list.
export const rowsOf = (flat) => {
  const T = Math.round(Math.sqrt(flat.length));
  return Array.from({ length: T }, (_, i) => flat.slice(i * T, (i + 1) * T));
};

export const lettersOf = (ids) => ids.map((id) => String.fromCharCode(97 + id));
