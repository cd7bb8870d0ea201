// What LearningExplorer says. No DOM.
import { format } from "../shared/format.js";
import { RIGHT, WATCHED, appears, lookAt, placesOf, scoreOf, thousands } from "./compute.js";
import { phaseText } from "./phase.js";

const n = (x) => format(x, 2);
const headName = ([layer, head]) => `(${layer}, ${head})`;

const missing = "not there";

export const SAID = {
  title: "Training",
  play: "▶ Play",
  pause: "❚❚ Pause",
  one: "One step",
  shown: "Step shown",
  options: "Plant a fault, or change the seed",
  fault: "Fault",
  seed: "Seed",
  before: "Choose a fault. Before it is trained, you are asked what the loss will do.",
  ask: "Before you train it: what will the loss do, beside recorded runs without a fault?",
  again: "Train it again",
  first: "Answer the question first: it starts the training.",
  sure: "Reset throws away what you have trained here. Press it again to do that.",
  heads: "Each head: a row per layer, a column per head.",
  label: "Heads",
  watched: (letters) =>
    `They read ${letters.join(" ")}. Rows ask and columns answer, in this order; the stronger the ` +
    "colour, the more. The thin outline shows where head 1 of layer 1 will look once it copies: " +
    `${letters.lastIndexOf(letters[0]) - 1} columns to the left of the letter that asks, at what ` +
    "came after its earlier copy.",
  loss: "Loss on texts that it is not trained on",
  steps: "training steps (upwards, each line doubles the loss)",
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
  "heads mixed up":
    "heads joined by a reshape, without the transpose: letters get each other’s parts",
};

const RECORDED =
  "A thousand steps take a minute or two here. To see a recorded run at once, move “Step shown”.";

export const HINT = "All of the training happens in your browser: nothing is sent anywhere.";

// What a link holds, and what it does not.
export const linked = (isCopied) =>
  "The address bar now holds a link to this fault, this seed and this step, not to the run: whoever " +
  `opens it trains one anew${isCopied ? ". It is copied, too." : "."}`;

const pictureName = (layer, head) => `layer ${layer}, head ${head}`;

// A head's picture as a button has it, and at a step.
export const headLabel = (layer, head, pattern) =>
  `${pictureName(layer, head)}, ${pattern?.name ?? missing}`;
export const headText = (step, layer, head, pattern) => {
  const name = pictureName(layer, head);
  if (!pattern) return `${name} is ${missing}: this model has one layer`;
  const means = placesOf(pattern).map(([target, share]) => `${n(share)} to ${target}`);
  const where = "In the second half of these letters it gives on average";
  return `Step ${thousands(step)}, ${name}: ${pattern.name}. ${where} ${means.join(", ")}.`;
};

export const stepText = (step, last) => `step ${thousands(step)} of ${thousands(last)}`;

// Beside the name of what is folded: the fault that is planted there.
export const plantedText = (fault) => (fault === RIGHT ? "" : `. Planted: ${FAULTS[fault]}`);

// Where a fault can be planted in a run that has none yet.
export const fromText = ({ step, isLimited }) =>
  `go on from step ${thousands(step)} of your run without a fault` +
  (isLimited ? "; from later on, the fault would have too little time to show" : "");

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

// What the fainter lines are, where there are some.
export const linesText = (usual, others) =>
  [
    ...(usual ? ["Dashed: a recorded run without a fault."] : []),
    ...(others ? ["Dotted: what else you have trained."] : []),
  ].join(" ");

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
    ["last measured at step", thousands(look.step)],
    ["loss", n(look.loss)],
    ["right in the repeats", n(look.repeats)],
    ...(look.alone ? [[alone, n(look.alone.repeats)]] : []),
    ["right in first periods, where all is new", n(look.first)],
    [
      `induction score of head ${headName(WATCHED)}, on other texts`,
      score === null ? "–" : n(score),
    ],
  ];
};

const FURTHER = "For another, plant a fault or change the seed.";

const inviteText = (until) =>
  until
    ? ` ${SAID.play} trains one of your own, up to step ${thousands(until)}.`
    : ` Press ${SAID.play} to train one yourself.`;

// Where the training stands, or why it waits; the pictures show `step`.
// `until`: a step that a link asks for, of a run that it does not hold.
export const stateText = (now, step, last, seconds) => {
  const { is, why, own, isRecorded, isAsked, isPrinted, until } = now;
  const at = `Step ${thousands(own?.step ?? 0)} of ${thousands(last)}`;
  const shown = thousands(step);
  if (is === "failed") return `The training stopped: ${why}. Press Reset, then ${SAID.play}.`;
  if (isAsked && until)
    return "This run is not stored: your answer to the question below trains it anew.";
  if (isAsked) return "Your answer to the question below starts the training.";
  if (is === "trains") return `${at}, after ${format(seconds, 0)} s of training.${phaseText(own)}`;
  if (isRecorded && step > 0)
    return `This is step ${shown} of a recorded run.${isPrinted ? "" : inviteText(until)}`;
  if (isRecorded) return RECORDED;
  const pictured = `The pictures show step ${shown}.`;
  const goesOn = step < own.step ? ` Play goes on from step ${thousands(own.step)}.` : "";
  if (own.step < last) return `${at}. ${pictured}${goesOn}`;
  return `${at}: this run is at its end. ${step < last ? pictured : FURTHER}`;
};

const measuredText = (run, step) => `the loss is ${n(lookAt(run, step).loss)}.`;

// Where it rests before its end, and what is looked up.
export const restText = (run) =>
  `Paused at step ${thousands(run.step)}: ${measuredText(run, run.step)}`;
export const lookedText = (run, step) =>
  `The pictures show step ${thousands(step)}: ${measuredText(run, step)}`;

// What a screen reader hears while it trains, and no more than that.
export const milestone = (run, last) => {
  const { step, loss } = run.kept.at(-1);
  if (step === 0) return "Training begins.";
  const found = run.fault === "none" && appears(run);
  const head = `Head ${headName(WATCHED)} looks at what came after the earlier copy`;
  if (found?.step === step) return `${head}: its score is ${n(scoreOf(found))} at step ${step}.`;
  const tenths = (10 * step) / last;
  if (step >= last) return `Trained to step ${thousands(step)}: the loss is ${n(loss)}.`;
  return Number.isInteger(tenths) ? `Step ${step}: the loss is ${n(loss)}.` : "";
};
