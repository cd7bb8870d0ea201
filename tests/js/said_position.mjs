// All that PositionExplorer says, in states that say all of it.
import * as position from "../../src/mha_book/explorers/position/compute.js";
import { tasksOf as positionTasks } from "../../src/mha_book/explorers/position/tasks.js";
import * as positionWords from "../../src/mha_book/explorers/position/words.js";
import { modelOf } from "./helpers.mjs";
import { constants, n, opened, tasksIn } from "./said_tools.mjs";

export default () => {
  const start = opened.position;
  const said = [{}, { width: 7 }, { position: 9, key: 4 }, { key: 9 }].flatMap((values) => {
    const state = { ...start, width: 8, position: 3, key: 3, feature: 5, ...values };
    const inputs = position.readInputs(modelOf(state));
    const result = position.compute(inputs);
    const rows = [0, Math.ceil(inputs.width / 2) - 1];
    return [
      ...rows.map((i) => positionWords.rowName(i, inputs.width)),
      positionWords.waveName(inputs.feature),
      ...rows.flatMap((i) =>
        [0, 1, 2, 3, 4].map((j) => positionWords.explain(i, j, inputs, result, n)),
      ),
      positionWords.pictureWords(inputs),
      positionWords.wavesWords(inputs, result, n),
      positionWords.similarityWords(inputs, result, n),
      positionWords.similarityNote(inputs),
      positionWords.dialsNote(inputs, 3),
      positionWords.dialsNote(inputs, 4),
      positionWords.pairWords(inputs),
      ...(result.score === null ? [] : [positionWords.scoreWords(inputs, result, n)]),
      ...["rotary", "similarity"].map((part) =>
        positionWords.explainPlaces({ ...inputs, part }, result, n),
      ),
    ];
  });
  const tasks = Object.keys(positionWords.PARTS).flatMap((part) =>
    tasksIn(positionTasks, { ...start, part, width: 8 }, [
      ["above 0.98", { width: 4, position: 0, key: 25 }],
      ["in pair 0", { key: start.position + 6 }],
      ["in pair 1", { key: start.position + 3, base: 10 }],
      ["position 10 or beyond", { position: start.position + 20, key: start.key + 20 }],
      ["does not finish", { part: "waves", feature: 7 }],
    ]),
  );
  // Of two features there is one pair, and none that is slower.
  const narrow = { ...start, part: "rotary", width: 2 };
  tasks.push(...tasksIn(positionTasks, narrow, [["in pair 0", { key: start.position + 6 }]]));
  const hints = Object.keys(positionWords.PARTS).map((part) => positionWords.hintOf(part).pointer);
  hints.push(positionWords.hintOf("numbers").finger);
  return [...constants(positionWords), ...hints, ...said, ...tasks];
};
