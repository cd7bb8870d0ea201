// What a reader of MaskExplorer is asked to try.
import { isEmpty } from "../shared/arrays.js";
import { quoted } from "../shared/words.js";
import { compute, isPainted, readInputs } from "./compute.js";
import { TASKS } from "./words.js";

export const tasksOf = (model) => {
  const at = () => {
    const inputs = readInputs(model);
    const { mask, weights } = compute(inputs);
    const b = inputs.sentence;
    return { inputs, mask: mask[b], weights: weights[b], length: inputs.lengths[b] };
  };
  const tokens = model.get("tokens");
  const last = tokens.length - 1;
  const isByHand = ({ painted, sentence }) => isPainted(painted[sentence]);
  const seesTwo = () => at().mask[last].every((isSeen, j) => isSeen === j >= last - 1);
  const seen = () => at().mask[last].filter(Boolean).length;
  const narrow = {
    waits: () => {
      const { inputs } = at();
      if (isByHand(inputs)) return TASKS.narrow.painted;
      return inputs.window ? TASKS.narrow.waits(inputs.window, quoted(tokens[last]), seen()) : "";
    },
    ask: TASKS.narrow.ask(quoted(tokens[last])),
    isDone: () => at().inputs.window === 2 && seesTwo() && !isByHand(at().inputs),
    told: () => TASKS.narrow.told,
    whileTrue: true, // one more cell may be painted
  };
  const padded = {
    ask: TASKS.padded.ask,
    isDone: () => {
      const { causal, padding, window } = at().inputs;
      const isCut = at().length > 0 && at().length < tokens.length;
      return isCut && padding && !causal && !window && !isByHand(at().inputs);
    },
    told: () => TASKS.padded.told,
  };
  const empty = {
    ask: TASKS.empty.ask,
    isDone: () => at().weights.some(isEmpty),
    told: () => TASKS.empty.told,
  };
  return [narrow, padded, empty];
};
