// What LearningExplorer says of a run whose end its reader has foretold. No DOM.
import { format } from "../shared/format.js";
import { outcomeOf, thousands } from "./compute.js";

const n = (x) => format(x, 2);
const percent = (share) => `${format(100 * share, 0)} %`;

export const GUESSED = {
  "as before": "It falls as before",
  lower: "It falls lower",
  higher: "It stays higher",
  rises: "It rises",
};

const HAPPENED = {
  "as before": "The loss fell as before",
  lower: "The loss fell lower",
  higher: "The loss stayed higher",
  rises: "The loss rose",
};

// Once the reader has said what the loss will do.
export const promiseText = (guess, last) =>
  `You said: “${GUESSED[guess]}.” At step ${thousands(last)} you see what it did.`;

// What the run has shown, once it is at its end.
export const answerText = (run, usual) => {
  const last = run.kept.at(-1);
  const outcome = outcomeOf(run, usual);
  const right = run.guess === outcome ? "As you said. " : `You said: “${GUESSED[run.guess]}.” `;
  const began = run.switched ? `The fault began at step ${thousands(run.switched)}. ` : "";
  const told =
    `${HAPPENED[outcome]}: at step ${thousands(last.step)} it was ${n(last.loss)}, and recorded ` +
    `runs without a fault end at ${n(usual)} on average.`;
  return `${began}${right}${told} ${(run.switched ? BARE : WHY[run.fault])(last)}`;
};

// What each fault does from the start on, as every stored run of it has it. Somebody's own run
// may come further.
const COPIES = 0.65; // of the repeats: more than pairs of letters give
const PAIRS = ({ repeats }) =>
  repeats > COPIES
    ? `In the repeats ${percent(repeats)} were right all the same.`
    : `In the repeats ${percent(repeats)} were right: it knew which letter often follows which, ` +
      "and did not copy.";
const BARE = ({ repeats, alone }) =>
  `In the repeats ${percent(repeats)} were right` +
  (alone ? `, and ${percent(alone.repeats)} where nothing that follows can be seen.` : ".");
const WHY = {
  "no mask": ({ alone }) =>
    "Each letter sees the one that it should guess, so the loss falls early, long before any " +
    `copying. It tells nothing: with the mask on again, ${percent(alone.repeats)} of the repeats ` +
    "were right, and that is how the model would have to write.",
  "no scale": (last) =>
    `Such scores make the softmax sharp, and a sharp softmax learns slowly. ${PAIRS(last)}`,
  "wrong scale": (last) =>
    "These scores are D times as large as they should be, and hardly any gradient comes " +
    `through the softmax. ${PAIRS(last)}`,
  "no positions": (last) =>
    `No head is held near, and none found the letter before. ${PAIRS(last)}`,
  "one layer": (last) =>
    "There is no second layer that could look for what the first has written into the keys. " +
    PAIRS(last),
  "heads mixed up": ({ first, alone }) =>
    "Each letter gets parts that belong to other letters; in the first half of a text, to later " +
    `ones. So ${percent(first)} were right in first periods, where little can be known. Where the ` +
    `text ends at each letter, ${percent(alone.first)} were.`,
};
