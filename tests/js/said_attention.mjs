// All that AttentionExplorer says, in states that say all of it.
import * as attention from "../../src/mha_book/explorers/attention/compute.js";
import { tasksOf as attentionTasks } from "../../src/mha_book/explorers/attention/tasks.js";
import * as attentionWords from "../../src/mha_book/explorers/attention/words.js";
import { modelOf } from "./helpers.mjs";
import { constants, opened, tasksIn } from "./said_tools.mjs";

export default () => {
  const states = [{}, { causal: true, mask_self: true, temperature: 3 }];
  states.push({ scaled: false }, { scores_from: "illustrative" });
  const plainly = { settings: false, scaled: false };
  states.push(plainly, { ...plainly, scores_from: "illustrative" });
  const said = states.flatMap((values) => {
    const inputs = attention.readInputs(modelOf({ ...opened.attention, ...values }));
    const result = attention.compute(inputs);
    const stages = Object.entries(attentionWords.STAGES);
    return stages.flatMap(([stage, [title, note]]) => [
      `${title(inputs)}: ${note(inputs, result)}`,
      ...[0, 1].map((j) => attentionWords.explain({ stage, i: 0, j }, inputs, result, 2)),
    ]);
  });
  const tasks = tasksIn(attentionTasks, opened.attention, [
    ["more than half", { causal: true, mask_self: true }],
    ["temperature", { temperature: 19 }],
    ["above 5", { embeddings: [...opened.attention.embeddings.slice(0, 2), [30, 3.2]] }],
  ]);
  const { SET, SOURCES, HINT, sayOptions } = attentionWords;
  const folded = states.map((values) =>
    sayOptions(attention.readInputs(modelOf({ ...opened.attention, ...values })), 2),
  );
  const plain = sayOptions(attention.readInputs(modelOf({ settings: false })), 4);
  const set = [...constants(SET), SET.scaled(2), ...constants(SOURCES), ...constants(HINT)];
  return [...set, ...folded, plain, ...said, ...tasks];
};
