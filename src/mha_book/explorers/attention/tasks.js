// What a reader of AttentionExplorer is asked to try.
import { format } from "../shared/format.js";
import { compute, readInputs } from "./compute.js";
import { TASKS } from "./words.js";

const isAlike = (weight) => weight > 0.2 && weight < 0.5;

// With every setting, and where the embeddings alone can be changed.
export const tasksOf = (model) => {
  const at = () => ({ inputs: readInputs(model), ...compute(readInputs(model)) });
  const start = at().inputs;
  const [first, second] = model.get("tokens");
  const isAsItWas = () => String(at().inputs.embeddings[0]) === String(start.embeddings[0]);
  const half = {
    ask: TASKS.half.ask(first, second),
    isDone: () => at().weights[1][0] > 0.5,
    told: () => TASKS.half.told(first, second, format(at().weights[1][0], 2)),
  };
  const alike = {
    startsOver: true, // no temperature makes up for embeddings that are far apart
    ask: TASKS.alike.ask,
    isDone: () => at().inputs.temperature > start.temperature && at().weights.flat().every(isAlike),
    told: () => TASKS.alike.told(format(at().inputs.temperature, 1)),
  };
  const beyond = {
    ask: TASKS.beyond.ask(first),
    isDone: () => at().output[0][0] > 5 && isAsItWas(),
    told: () => TASKS.beyond.told(first),
  };
  return model.get("scores_from") === "products" ? [half, alike] : [beyond];
};
