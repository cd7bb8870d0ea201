// What LearningExplorer says. No DOM.
import { format } from "../shared/format.js";
import { WATCHED, appears, outcomeOf, scoreOf } from "./compute.js";

const n = (x) => format(x, 2);
const percent = (share) => `${format(100 * share, 0)} %`;
const thousands = (x) => String(x).replace(/\B(?=(\d{3})+$)/g, ",");
const headName = ([layer, head]) => `(${layer}, ${head})`;

export const missing = "not there";

export const SAID = {
  play: "▶ Play",
  pause: "❚❚ Pause",
  one: "One step",
  shown: "Step shown",
  options: "Plant a fault, or change the seed",
  fault: "Fault",
  seed: "Seed",
  from: (step) => `go on from step ${thousands(step)} with it`,
  ask: "Before you train it: beside the run without a fault, what will the loss do?",
  heads: "Each head: a row per layer, a column per head.",
  watched: (letters) =>
    `They read ${letters.join(" ")}. Rows ask and columns answer, in this order; the stronger the colour, the more.`,
  loss: "Loss on the letters of each batch",
  steps: "training steps",
  places: "How often the next letter is right, by place in the text",
  place: "place (from 13 on everything has been there before)",
};

export const FAULTS = {
  none: "none",
  "no mask": "no causal mask: each letter sees those that follow",
  "no scale": "scores are not divided by √D",
  "wrong scale": "scores are multiplied by √D",
  "no positions": "no positions: no head is held near",
  "one layer": "one layer only",
  "heads mixed up": "heads joined by a reshape, without the transpose",
};

export const GUESSED = {
  "as before": "It falls as before",
  lower: "It falls lower",
  higher: "It stays higher",
  rises: "It rises",
};

const HAPPENED = {
  "as before": "It fell as before",
  lower: "It fell lower",
  higher: "It stayed higher",
  rises: "It rose",
};

const RECORDED =
  "A thousand steps take a minute or two on this page. Where that is too long, move along a " +
  "recorded run with “Step shown”.";

export const HINT =
  "Press ▶ Play. All of the training happens in your browser: nothing is sent anywhere.";

// A head's picture.
export const headText = (layer, head, pattern) => {
  const name = `layer ${layer}, head ${head}`;
  if (!pattern) return `${name} is ${missing}: this model has one layer`;
  const means = pattern.means.map(([target, share]) => `${n(share)} to ${target}`);
  return `${name}: ${pattern.name}. On average ${means.join(", ")}`;
};

export const lossText = ({ fault }, { step, loss }) => {
  const what = fault === "none" ? "" : `, with this fault: ${FAULTS[fault]}`;
  return `The loss up to step ${thousands(step)}${what}: now ${n(loss)}.`;
};

export const placesText = ({ places, alone }) => {
  const [first, last] = [places[0], places.at(-1)];
  const honest = alone?.places
    ? ` Where nothing that follows can be seen: ${n(alone.places[0])} and ${n(alone.places.at(-1))}.`
    : "";
  return `Share of right guesses, at the first place ${n(first)}, at the last ${n(last)}.${honest}`;
};

// What the dashed lines are: `isFaulty` where a fault is planted, `others` that were trained.
export const dashedText = (isFaulty, others) => {
  const lines = [
    ...(isFaulty ? ["a recorded run without a fault"] : []),
    ...(others ? ["what you trained before"] : []),
  ];
  return lines.length ? `Dashed: ${lines.join(", and ")}.` : "";
};

// What the points among the bars are, where there are some.
export const pointsText = (fault) =>
  fault === "no mask"
    ? "Points: the same model with the mask on again."
    : "Points: where the text ends at each letter, so that nothing follows it.";

// What stands beside the pictures: [name, number].
export const numbersOf = (look, fault) => {
  const score = scoreOf(look);
  const alone = fault === "no mask" ? "… with the mask on again" : "… without what follows";
  return [
    ["loss, on other texts", n(look.loss)],
    ["right in the repeats", n(look.repeats)],
    ...(look.alone ? [[alone, n(look.alone.repeats)]] : []),
    ["right in first periods", n(look.first)],
    [`induction score of head ${headName(WATCHED)}`, score === null ? "–" : n(score)],
  ];
};

// Where the training stands.
export const stateText = ({ is, why, run, isRecorded }, { step }, last, seconds) => {
  const at = `Step ${thousands(run.step ?? 0)} of ${thousands(last)}`;
  if (is === "failed") return `The training stopped: ${why}. Press Reset, then ▶ Play.`;
  if (is === "trains") return `${at}, after ${format(seconds, 0)} s of training.`;
  if (isRecorded && step > 0)
    return `This is a recorded run, at step ${thousands(step)}. Press ${SAID.play} to train one yourself.`;
  if (isRecorded) return RECORDED;
  return `${at}. The pictures show step ${thousands(step)}.`;
};

// What a screen reader hears while it trains, and no more than that.
export const milestone = (run, last) => {
  const { step, loss } = run.kept.at(-1);
  if (step === 0) return "Training begins.";
  const found = run.fault === "none" && appears(run);
  const head = `Head ${headName(WATCHED)} looks for copies`;
  if (found?.step === step) return `${head}: its score is ${n(scoreOf(found))} at step ${step}.`;
  const tenths = (10 * step) / last;
  if (step >= last) return `Trained: the loss is ${n(loss)}.`;
  return Number.isInteger(tenths) ? `${10 * tenths} %: the loss is ${n(loss)}.` : "";
};

// What the run has shown, once it is at its end.
export const answerText = (run, usual) => {
  const last = run.kept.at(-1);
  const outcome = outcomeOf(run, usual);
  const right = run.guess === outcome ? "As you said. " : `You said: “${GUESSED[run.guess]}.” `;
  const began = run.switched ? ` It began at step ${thousands(run.switched)}.` : "";
  const told = `${HAPPENED[outcome]}: to ${n(last.loss)}, and to ${n(usual)} without a fault.`;
  return `${right}${told}${began} ${(run.switched ? BARE : WHY[run.fault])(last)}`;
};

// What each fault does from the start on, as every stored run of it has it. Somebody's own run
// may come further.
const COPIES = 0.65; // of the repeats: more than pairs of letters give
const PAIRS = ({ repeats }) =>
  repeats > COPIES
    ? `In the repeats ${percent(repeats)} are right all the same.`
    : `In the repeats ${percent(repeats)} are right: it knows which letter often follows which, ` +
      "and does not copy.";
const BARE = ({ repeats, alone }) =>
  `In the repeats ${percent(repeats)} are right` +
  (alone ? `, and ${percent(alone.repeats)} where nothing that follows can be seen.` : ".");
const WHY = {
  "no mask": ({ alone }) =>
    "Each letter sees the one that it should guess, so the loss falls early, long before any " +
    `copying. It tells nothing: with the mask on again, ${percent(alone.repeats)} of the repeats ` +
    "are right, and that is how the model would have to write.",
  "no scale": (last) =>
    `Such scores make the softmax sharp, and a sharp softmax learns slowly. ${PAIRS(last)}`,
  "wrong scale": (last) =>
    "These scores are D times as large as they should be, and hardly any gradient comes " +
    `through the softmax. ${PAIRS(last)}`,
  "no positions": (last) =>
    `No head is held near, and none finds the letter before. ${PAIRS(last)}`,
  "one layer": (last) =>
    "There is no second layer that could look for what the first has written into the keys. " +
    PAIRS(last),
  "heads mixed up": ({ first, alone }) =>
    "Each letter gets parts that belong to other letters; in the first half of a text, to later " +
    `ones. So ${percent(first)} are right in first periods, where little can be known. Where the ` +
    `text ends at each letter, ${percent(alone.first)} are.`,
};
