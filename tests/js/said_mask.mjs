// All that MaskExplorer says, in states that say all of it.
import * as mask from "../../src/mha_book/explorers/mask/compute.js";
import { tasksOf as maskTasks } from "../../src/mha_book/explorers/mask/tasks.js";
import * as tensor from "../../src/mha_book/explorers/mask/tensor.js";
import * as maskWords from "../../src/mha_book/explorers/mask/words.js";
import { modelOf } from "./helpers.mjs";
import { constants, opened, tasksIn } from "./said_tools.mjs";

export default () => {
  const clear = { ...opened.mask, lengths: [6, 4], causal: true, padding: true, window: 3 };
  const painted = (isPainted) =>
    opened.mask.painted.map((rows, b) =>
      rows.map((row, i) => row.map((_, j) => isPainted(b, i, j))),
    );
  clear.painted = painted((b, i, j) => b === 1 && i === 3 && j < 2);
  const NO_RULE = { causal: false, padding: false, window: 0, sentence: 0 };
  NO_RULE.painted = painted(() => false);
  const inputs = mask.readInputs(modelOf(clear));
  const result = mask.compute(inputs);
  const cells = [
    { b: 1, i: 3, j: 0 },
    { b: 1, i: 3, j: 1 },
    { b: 1, i: 3, j: 3 },
    { b: 1, i: 2, j: 5 },
    { b: 1, i: 5, j: 3 },
  ];
  const said = ["mask", "scores", "weights"].flatMap((kind) =>
    cells.map((cell) => maskWords.explain(kind, cell, inputs, result)),
  );
  const conventions = clear.conventions.flatMap((convention) => [
    tensor.sliceName({ ...inputs, convention }),
    ...maskWords.factsOf(convention).map((fact) => fact.join(": ")),
    ...cells
      .slice(0, 4)
      .map((cell) => maskWords.explain("tensor", cell, { ...inputs, convention }, result)),
    convention.title,
    ...[0, inputs.window].flatMap((window) => tensor.leftOut({ ...inputs, window, convention })),
  ]);
  return [
    ...constants(maskWords),
    maskWords.namesOf(1, inputs).join(" "),
    maskWords.pairName(cells[3], inputs),
    ...said,
    maskWords.scoresCaption(inputs.embeddings),
    maskWords.emptyRowNote(6, 2),
    ...conventions,
    ...tasksIn(maskTasks, opened.mask, [
      ["by the window alone", { ...NO_RULE, window: 2 }],
      ["with padding", { ...NO_RULE, lengths: [6, 4], padding: true, sentence: 1 }],
      ["every number is 0", { ...NO_RULE, painted: painted((b, i) => i === 0) }],
    ]),
  ];
};
