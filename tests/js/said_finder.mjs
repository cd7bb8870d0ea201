// All that FaultFinder says, in states that say all of it.
import { caseOf } from "../../src/mha_book/explorers/finder/compute.js";
import { tasksOf } from "../../src/mha_book/explorers/finder/tasks.js";
import * as words from "../../src/mha_book/explorers/finder/words.js";
import { modelOf } from "./helpers.mjs";
import { constants, opened, tasksIn } from "./said_tools.mjs";

export default () => {
  const start = opened.finder;
  const at = (more) => modelOf({ ...start, ...more });
  const planted = (seed) => caseOf(at({ seed })).name;
  const other = "Divided by the root of the number of heads";
  const verdicts = [
    {},
    { seed: 11, guesses: [planted(11)] },
    { seed: 1, guesses: [planted(1)] },
    { seed: 11, bought: 1, guesses: [planted(11)] },
    { seed: 11, guesses: [other] },
    { seed: 11, bought: 1, guesses: [other] },
    { seed: 11, guesses: ["none"] },
    { seed: 11, bought: 3, guesses: [other, planted(11)] },
  ].map((more) => `${words.pointsLeft(at(more))} ${words.verdict(at(more))}`);
  const cell = { experiment: "how are you", table: "head 0", row: "how", column: "are" };
  return [
    ...constants(words),
    ...start.experiments.map(words.experimentName),
    words.explain({ ...cell, is: 0.25, should: 0.5 }),
    words.explain({ ...cell, is: 0.5, should: 0.5 }),
    words.explainGiven("w_q", "0", "1", -0.5),
    ...[[false], [true, false], [true]].map(words.howMuch),
    ...verdicts,
    words.tooSoon(at({ seed: 11 })),
    words.atStake(at({ seed: 11, bought: 1 })),
    ...tasksIn(tasksOf, start, [
      ["what this seed", { guesses: [planted(start.seed)] }],
      ["nothing else", { seed: 11, bought: 1 }],
    ]),
  ];
};
