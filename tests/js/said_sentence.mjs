// All that SentenceExplorer says, in states that say all of it.
import { movedOf } from "../../src/mha_book/explorers/sentence/compute.js";
import { tasksOf } from "../../src/mha_book/explorers/sentence/tasks.js";
import * as words from "../../src/mha_book/explorers/sentence/words.js";
import { headName } from "../../src/mha_book/explorers/browser/words.js";
import { modelOf } from "./helpers.mjs";
import { constants, opened } from "./said_tools.mjs";

const BYTES = 15_800_000;
const SILENCED = [
  [0, 2],
  [3, 7],
];

// Layer 1 looks at the first token in all its heads, where it looked back before.
const weightsOf = (places) =>
  [0, 1].map(() => [places.map((k) => [0, 1, 2].map((j) => Number(j === k)))]);
const [before, after] = [
  [0, 0, 1],
  [0, 0, 0],
].map(weightsOf);
const shown = { sentence: "How?", silenced: [[0, 0]], tokens: ["[CLS]", "how", "[SEP]"] };
const answer = { ...shown, weights: [before[0], after[1]], usual: before, milliseconds: 84 };

const states = () => {
  const past = { shown: answer, isPresent: false };
  const plain = { shown: { ...answer, silenced: [] }, isPresent: false };
  const here = { shown: answer, isPresent: true, answer };
  const why = "minilm/layer-3.js could not be loaded";
  return [
    { is: "asleep", ...plain },
    { is: "elsewhere", ...past },
    { is: "loading", ...past },
    { is: "reading", ...past },
    { is: "failed", ...past, why },
    { is: "failed", ...here, why },
    { is: "absent", ...past },
    { is: "awake", ...past, answer: { refused: words.refusal(0, 46) } },
    { is: "awake", ...past, answer: { refused: words.refusal(50, 46) } },
    { is: "awake", ...past, isUnfit: true },
    { is: "awake", ...past, isShared: true },
    { is: "awake", ...here },
    { is: "awake", ...here, answer: { ...answer, milliseconds: 0 } }, // it was there before
  ];
};

// What stands below the pictures, and what stays in sight: a button with a head's name in it.
const offTexts = (moved, silenced) => {
  const { before, most, after } = words.mostText(moved, silenced);
  const changed = before + (most ? `[${headName(most)}]${after}` : "");
  return [`${words.offText(silenced)} ${changed}`, words.averageText(moved, silenced)];
};

export default () => {
  const { SAID, roundingText, offer, progressText, stateText, pictureText } = words;
  const { rounding, limits } = opened.sentence;
  const moved = [0, 1, 2, 3, 4, 5].map((layer) =>
    Array.from({ length: 12 }, (_, h) => (layer * h) / 60),
  );
  const inputs = { sentence: "Why?", silenced: [], layer: 1, head: 0 };
  const tasks = (now) =>
    tasksOf(
      modelOf(inputs),
      () => now,
      () => true,
    );
  const [back, matters] = [{ ...answer, weights: before }, answer].map((each, k) => {
    const task = tasks({ shown: each, isPresent: true })[k];
    return [task.ask, `${task.isDone() ? "✓" : "not done"} ${task.told()}`];
  });
  return [
    ...constants(SAID),
    words.tooLong(limits.sentence),
    offer(BYTES),
    words.sharedText("The ship is old.", BYTES, "asleep"),
    words.sharedText("The ship", BYTES, "loading"),
    progressText(BYTES / 3, BYTES),
    ...states().map(stateText),
    ...offTexts(movedOf(answer), answer.silenced),
    ...offTexts(moved, SILENCED),
    ...offTexts(moved, [[5, 1]]),
    pictureText(undefined, [], { layer: 0, head: 2 }),
    pictureText(0.2, SILENCED, { layer: 0, head: 2 }),
    ...[0.2, 0.002].map((share) => pictureText(share, SILENCED, { layer: 1, head: 2 })),
    roundingText(rounding),
    ...back,
    ...matters,
  ];
};
