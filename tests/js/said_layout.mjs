// All that TensorLayoutExplorer says, in states that say all of it.
import * as layout from "../../src/mha_book/explorers/layout/compute.js";
import { tasksOf as layoutTasks } from "../../src/mha_book/explorers/layout/tasks.js";
import * as layoutWords from "../../src/mha_book/explorers/layout/words.js";
import { constants, opened, tasksIn } from "./said_tools.mjs";

export default () => {
  const said = [
    ["split", [2, 4, 2, 2]],
    ["merge", [1, 4, 2, 2]],
    ["view", [1, 4, 2, 2]],
    ["split", [1, 1, 2, 2]],
  ].flatMap(([step, sizes]) => {
    const [right, other] = layout.tensorsOf(step, sizes);
    return [right, ...(other ? [other] : [])].flatMap((tensor) => [
      `${layoutWords.verdict(tensor)}${tensor.code}`,
      ...layoutWords.factsOf(tensor).map((fact) => fact.join(": ")),
      layoutWords.partName(
        tensor,
        tensor.shape.slice(0, -2).map(() => 0),
      ),
      layoutWords.explain(
        tensor,
        tensor.shape.map((size) => size - 1),
      ),
      layoutWords.complaint(tensor, right),
    ]);
  });
  const sizes = { batch: 1, tokens: 4, heads: 2, head_dim: 2 };
  const read = (step, which, index) => () => ({
    tensor: layout.tensorsOf(step, [1, 4, 2, 2])[which],
    index,
  });
  const tasks = [
    [{ ...sizes, step: "split" }, "memory cell", read("split", 0, [0, 1, 1, 0])],
    [{ ...sizes, step: "split", tokens: 1 }, "wrong view is right", () => null],
    [{ ...sizes, step: "merge" }, "merge the heads", read("merge", 1, [0, 0, 2])],
  ];
  return [
    ...constants(layoutWords),
    layoutWords.legend([1]),
    layoutWords.legend([2]),
    ...said,
    ...tasks.flatMap(([values, part, reading]) =>
      tasksIn(layoutTasks, opened.layout, [[part, values]], reading),
    ),
  ];
};
