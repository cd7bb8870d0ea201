// What a reader of AttentionExplorer is asked to try.
import { format } from "../shared/format.js";
import { compute, readInputs } from "./compute.js";

// With every setting, and where the embeddings alone can be changed.
export const tasksOf = (model) => {
  const at = () => ({ inputs: readInputs(model), ...compute(readInputs(model)) });
  const [first, second] = model.get("tokens");
  const half = {
    ask: `make “${second}” give more than half of its attention to “${first}”.`,
    isDone: () => at().weights[1][0] > 0.5,
    told: () =>
      `The weight “${second}” → “${first}” is ${format(at().weights[1][0], 2)}: their dot product ` +
      `has become the largest of the row.`,
  };
  const alike = {
    ask: `raise the temperature until every weight lies between 0.2 and 0.5.`,
    isDone: () =>
      at()
        .weights.flat()
        .every((weight) => weight > 0.2 && weight < 0.5),
    told: () => "The hotter, the more alike: divided by a large number, scores differ by little.",
  };
  const beyond = {
    ask: `bring the output of “${first}” above 5 in x1, by one number of another word.`,
    isDone: () => at().output[0][0] > 5 && at().inputs.embeddings[0][0] < 5,
    told: () => `“${first}” itself has not changed: its output takes something of every word.`,
  };
  return model.get("scores_from") === "products" ? [half, alike] : [beyond];
};
