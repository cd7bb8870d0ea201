// All that LearningExplorer says, in states that say all of it.
import { GUESSES } from "../../src/mha_book/explorers/learning/compute.js";
import { PHASES } from "../../src/mha_book/explorers/learning/phase_words.js";
import { tasksOf } from "../../src/mha_book/explorers/learning/tasks.js";
import * as verdict from "../../src/mha_book/explorers/learning/verdict_words.js";
import * as words from "../../src/mha_book/explorers/learning/words.js";
import { patternOf } from "../../src/mha_book/explorers/browser/patterns.js";
import { constants } from "./said_tools.mjs";

const USUAL = 0.79;
const alone = { repeats: 0.004, first: 0.01, places: [0.01, 0] };
const lookOf = (step, loss, more = {}) => ({
  step,
  loss,
  repeats: 0.6,
  first: 0.5,
  places: [0.5, 1],
  alone: null,
  scores: [[0, 0]].concat(step ? [[0, step / 1000]] : []),
  ...more,
});
const runOf = (fault, looks, more = {}) => ({
  run: `1 ${fault}`,
  fault,
  seed: 1,
  kept: looks,
  step: looks.at(-1).step,
  guess: "lower",
  ...more,
});
const right = runOf("none", [lookOf(0, 7.5), lookOf(400, 1.9), lookOf(600, 1.2)]);
const ended = (fault, loss, more, guess = "lower", switched = 0) =>
  runOf(fault, [lookOf(0, 7.5), lookOf(1000, loss, more)], { guess, switched });

const answers = () =>
  Object.keys(words.FAULTS)
    .filter((fault) => fault !== "none")
    .map((fault) =>
      verdict.answerText(ended(fault, fault === "no mask" ? 0.6 : 2, { alone }), USUAL),
    );

const states = () => {
  const at = (more, step = 600) =>
    words.stateText({ is: "rests", own: right, ...more }, step, 1000, 25.4);
  return [
    at({ is: "failed", why: "learning_worker.js could not be loaded" }),
    at({ is: "trains" }),
    at({ is: "trains", own: ended("no mask", 0.6) }),
    at({ isRecorded: true }),
    at({ isRecorded: true, isPrinted: true }),
    at({ isRecorded: true }, 0),
    at({}),
    at({ isAsked: true }),
    at({ isAsked: true, until: 790 }),
    ...[790, 1000].map((until) => at({ isRecorded: true, until })),
    ...[200, 1000].map((step) => at({ own: ended("none", 0.8) }, step)),
  ];
};

export default () => {
  const { SAID, FAULTS, HINT } = words;
  const { watched, ...said } = SAID;
  const tokens = [..."abcabc"];
  const back = tokens.map((_, i) => tokens.map((__, j) => Number(j === Math.max(i - 1, 0))));
  const fooled = ended("no mask", 0.6, { alone });
  const [head, leak] = tasksOf(() => [right, fooled], USUAL);
  const told = (run) => words.milestone(run, 1000);
  return [
    ...[said, FAULTS, PHASES, verdict.GUESSED].flatMap((each) => constants(each)),
    HINT,
    watched([..."abab"]),
    ...[false, true].map(words.linked),
    ...[false, true].map((isLimited) => words.fromText({ step: 300, isLimited })),
    ...["one layer", "none"].map(words.plantedText),
    words.stepText(300, 1000),
    words.restText(right),
    words.lookedText(right, 400),
    verdict.promiseText("rises", 1000),
    words.headText(1000, 1, 0, patternOf(back, tokens)),
    words.headText(1000, 1, 1),
    words.lossText(right, right.kept[1]),
    words.lossText(fooled, fooled.kept[1]),
    words.placesText(right.kept[1]),
    words.placesText(fooled.kept[1]),
    ...[
      [true, 0],
      [true, 1],
      [false, 2],
      [false, 0],
    ].map((of) => words.linesText(...of)),
    ...["no mask", "heads mixed up"].map(words.pointsText),
    ...[right, fooled].flatMap(({ kept, fault }) =>
      words.numbersOf(kept.at(-1), fault).map((pair) => pair.join(" ")),
    ),
    words.numbersOf(lookOf(0, 7.5, { alone }), "heads mixed up")[2].join(" "),
    ...states(),
    ...[right, runOf("none", [right.kept[0]]), fooled].map(told),
    told(runOf("one layer", [lookOf(300, 2)])),
    told(runOf("one layer", [lookOf(350, 2)])), // of which nothing is said
    ...answers(),
    verdict.answerText(ended("no scale", 2, { repeats: 0.9 }), USUAL),
    verdict.answerText(ended("no scale", 2, {}, "rises", 400), USUAL),
    ...GUESSES.map((guess, k) =>
      verdict.answerText(ended("no scale", [0.8, 0.3, 2, 8][k], { alone }, guess, 400), USUAL),
    ),
    ...[head, leak].flatMap((task) => [task.ask, `${task.isDone() ? "✓" : "no"} ${task.told()}`]),
  ];
};
