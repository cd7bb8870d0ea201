// What a reader of MaskExplorer is asked to try.
import { isEmpty } from "../shared/arrays.js";
import { quoted } from "../shared/words.js";
import { compute, readInputs } from "./compute.js";

export const tasksOf = (model) => {
  const at = () => {
    const inputs = readInputs(model);
    const { mask, weights } = compute(inputs);
    const b = inputs.sentence;
    return { inputs, mask: mask[b], weights: weights[b], length: inputs.lengths[b] };
  };
  const tokens = model.get("tokens");
  const last = tokens.length - 1;
  const isPainted = ({ painted, sentence }) => painted[sentence].flat().includes(true);
  const seesTwo = () => at().mask[last].every((isSeen, j) => isSeen === j >= last - 1);
  const narrow = {
    ask: `let ${quoted(tokens[last])} look at itself and at one word before it, by the window alone.`,
    isDone: () => at().inputs.window === 2 && seesTwo() && !isPainted(at().inputs),
    told: () => "A window of 2: every row now has two words at most, however long the text is.",
  };
  const padded = {
    ask: "show a sentence with padding, and hide its padding alone: no later words, no window.",
    isDone: () => {
      const { causal, padding, window } = at().inputs;
      const isCut = at().length > 0 && at().length < tokens.length;
      return isCut && padding && !causal && !window && !isPainted(at().inputs);
    },
    told: () =>
      "Whole columns are hatched: nobody may look at a pad. The rows of the pads are not: what " +
      "they attend to is thrown away later.",
  };
  const empty = {
    ask: "make a row of weights in which every number is 0.",
    isDone: () => at().weights.some(isEmpty),
    told: () =>
      "A row that may attend to nothing. The softmax of nothing but −∞ is not a number, so the " +
      "book's softmax makes it 0.",
  };
  return [narrow, padded, empty];
};
