// All that HeadBrowser says, in states that say all of it.
import * as browser from "../../src/mha_book/explorers/browser/compute.js";
import * as patternWords from "../../src/mha_book/explorers/browser/pattern_words.js";
import { explainChoice } from "../../src/mha_book/explorers/browser/said.js";
import { RULE } from "../../src/mha_book/explorers/browser/patterns.js";
import { tasksOf as browserTasks } from "../../src/mha_book/explorers/browser/tasks.js";
import * as browserWords from "../../src/mha_book/explorers/browser/words.js";
import { modelOf } from "./helpers.mjs";
import { constants, opened, tasksIn } from "./said_tools.mjs";

// Of a head browser: a head that learns induction in epoch 1, and a state in which the first
// head looks at the first token alone, the second at the token before.
const headOf = (T, keyOf) =>
  Array.from({ length: T }, (_, i) => Array.from({ length: T }, (__, k) => Number(k === keyOf(i))));
const recordOf = (tokens, epoch, weights) => ({
  model: "m",
  sentence: "s",
  epoch,
  tokens,
  weights,
});
const [own, induction] = [(i) => i, (i) => (i < 4 ? i : i - 3)].map((keyOf) => headOf(8, keyOf));
const TRAINED = {
  model: "m",
  sentence: "s",
  epoch: 1,
  layer: 0,
  head: 0,
  decimals: 2,
  records: [own, induction].map((head, epoch) => recordOf([..."abcdabcd"], epoch, [[head]])),
};
const ONE_STATE = recordOf(["how", "are", "keys"], 1, [
  [headOf(3, () => 0), headOf(3, (i) => (i === 1 ? 2 : i))],
]);

export default () => {
  const start = opened.browser;
  const at = (values) => {
    const inputs = browser.readInputs(modelOf({ ...start, ...values }));
    return { inputs, ...browser.compute(start.records, inputs) };
  };
  const view = at({});
  const { record, weights } = view;
  const all = { weights, record, patterns: browser.patternsOf(record) };
  const chosen = [null, { i: 2, j: 1 }, { i: 2, j: 2 }, { i: 3 }, { j: 0 }, { j: 4 }];
  chosen.push({ layer: 1, head: 2 });
  const few = { drawn: [1, 2], leftOut: 1, masked: 0, share: 0.004 };
  return [
    ...constants({ ...browserWords, ...patternWords, RULE }),
    ...Object.entries(browserWords.valueNames).flatMap(([name, say]) =>
      [name === "epoch" ? null : -1, 2].map((value) => say(value)),
    ),
    ...chosen.map((each) => explainChoice(each, all, 2)),
    browserWords.explain(2, 2, [[], [], [0.001, 0.001, 0.998]], record.tokens, 2),
    browserWords.explain(0, 0, [[0, 0]], record.tokens, 2),
    browserWords.explainKey(0, [[0], [0]], record.tokens, 2),
    browserWords.linesNote(view.lines),
    browserWords.linesNote(few),
    ...[view.pattern, { means: [] }].flatMap((pattern) =>
      browserWords.patternFacts(pattern, 2).map((fact) => fact.join(": ")),
    ),
    ...tasksIn(
      browserTasks,
      { ...TRAINED, records: TRAINED.records },
      [
        ["Play", { epoch: 1 }],
        ["second half", { epoch: 1 }],
      ],
      { now: () => ({ i: 5 }) },
    ),
    ...tasksIn(browserTasks, { ...TRAINED, records: [ONE_STATE] }, [
      ["first token", { head: 0 }],
      ["looks mostly at", { head: 1 }],
    ]),
  ];
};
