// All that GradientInspector says, in states that say all of it.
import * as gradient from "../../src/mha_book/explorers/gradient/compute.js";
import { tasksOf as gradientTasks } from "../../src/mha_book/explorers/gradient/tasks.js";
import { termsOf } from "../../src/mha_book/explorers/gradient/terms.js";
import * as gradientWords from "../../src/mha_book/explorers/gradient/words.js";
import { modelOf } from "./helpers.mjs";
import { constants, n, opened, tasksIn } from "./said_tools.mjs";

export default () => {
  const start = opened.gradient;
  const inputs = gradient.readInputs(modelOf(start));
  const kinds = start.limits.picked.among;
  const said = kinds.flatMap((kind) => {
    const cell = { kind, i: 1, j: 0 };
    const known = gradient.compute(inputs, cell, -4, start.limits.exponent);
    const { numbers, gradients } = known;
    const terms = termsOf(cell, inputs, numbers, gradients.exact);
    return [
      gradientWords.cellName(cell, start.tokens),
      gradientWords.fieldName(cell, start.tokens),
      gradientWords.pathOf(cell, start.tokens).join(" → "),
      gradientWords.sumCaption(cell, start.tokens),
      gradientWords.explain(cell, terms, { ...known, inputs, tokens: start.tokens }, n),
      ...(kind === "scores"
        ? gradientWords.waysOf(cell, { ...known, difference: 0.5 }, -4)
        : []
      ).map(([name, number, verdict]) => `${name}: ${n(number)}, ${verdict}`),
    ];
  });
  const { loss } = gradient.compute(inputs, { kind: "scores", i: 0, j: 0 }, -4, {
    ...start.limits.exponent,
  }).numbers;
  return [
    ...constants(gradientWords),
    ...Object.values(gradientWords.STEPS).map(([, say]) => say(n(loss))),
    gradientWords.cellName({ kind: "loss" }, start.tokens),
    ...["embeddings", "target"].map((kind) =>
      gradientWords.fieldName({ kind, i: 1, j: 0 }, start.tokens),
    ),
    ...[0, 0.001, -0.5, 0.5].map((slope) => gradientWords.meaning(slope, n)),
    ...said,
    gradientWords.errorsWords([1e-3, 1e-9, 1e-5], [-3, -2, -1], -1),
    ...tasksIn(gradientTasks, start, [
      ["lowest gradient", { picked: ["scores", 0, 0] }],
      ["all nine scores", { picked: ["w_k", 0, 0] }],
      ["One number of W_Q", { w_q: [start.w_q[0], [-8, start.w_q[1][1]]] }],
    ]),
  ];
};
