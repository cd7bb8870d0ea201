// Known silent faults, and what each computes, as the pictures' kit says it in Python. No DOM.
import { dot, softmax, transpose } from "../shared/arrays.js";
import { evaluate } from "./compute.js";

// Name -> {op: value(tables, block, i, j, isHidden)}, as in `OPS`.
const FAULTS = {
  undivided: { score: ([q, k], _, i, j) => dot(q[i], k[j]) },
  over_queries: { softmax: ([masked], _, i, j) => softmax(transpose(masked)[j])[i] },
  late_mask: {
    mask: ([scores], _, i, j) => scores[i][j],
    softmax: ([scores], _, i, j, isHidden) => (isHidden(i, j) ? 0 : softmax(scores[i])[j]),
  },
  hidden_0: {
    mask: ([scores], _, i, j, isHidden) => (isHidden(i, j) ? 0 : scores[i][j]),
  },
  keys_mixed: {},
  // Head after head, (H, T, D), read in the order of memory.
  joined_by_view: { join: (tables, { shape }, i, j) => tables.flat(2)[i * shape[1] + j] },
};

const mixesKeys = (block) => {
  const [weights, v] = block.inputs;
  return block.op === "mix" ? { ...block, inputs: [weights, v.replace("v", "k")] } : block;
};

// Every block's table with a fault.
export const evaluateFaulty = (name, blocks, inputs) =>
  evaluate(name === "keys_mixed" ? blocks.map(mixesKeys) : blocks, inputs, FAULTS[name]);
