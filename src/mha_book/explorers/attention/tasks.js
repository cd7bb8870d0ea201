// What a reader of AttentionExplorer is asked to try.
import { format } from "../shared/format.js";
import { compute, readInputs } from "./compute.js";

const isAlike = (weight) => weight > 0.2 && weight < 0.5;

// With every setting, and where the embeddings alone can be changed.
export const tasksOf = (model) => {
  const at = () => ({ inputs: readInputs(model), ...compute(readInputs(model)) });
  const start = at().inputs;
  const [first, second] = model.get("tokens");
  const isAsItWas = () => String(at().inputs.embeddings[0]) === String(start.embeddings[0]);
  const half = {
    ask: `make “${second}” give more than half of its attention to “${first}”.`,
    isDone: () => at().weights[1][0] > 0.5,
    told: () =>
      `The weight “${second}” → “${first}” is ${format(at().weights[1][0], 2)}: of all words ` +
      `that “${second}” may look at, “${first}” has the largest score.`,
  };
  const alike = {
    startsOver: true, // no temperature makes up for embeddings that are far apart
    ask:
      "here are the first numbers again. Raise the temperature until every weight lies " +
      "between 0.2 and 0.5.",
    isDone: () => at().inputs.temperature > start.temperature && at().weights.flat().every(isAlike),
    told: () =>
      `At temperature ${format(at().inputs.temperature, 1)} they did: divided by a large number, ` +
      "scores differ by little, and so do weights.",
  };
  const beyond = {
    ask: `bring the output of “${first}” above 5 in x1, by one number of another word.`,
    isDone: () => at().output[0][0] > 5 && isAsItWas(),
    told: () => `“${first}” itself has not changed: its output takes something of every word.`,
  };
  return model.get("scores_from") === "products" ? [half, alike] : [beyond];
};
