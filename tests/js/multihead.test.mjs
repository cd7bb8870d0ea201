import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  derive,
  isValid,
  readInputs,
  swapHead,
} from "../../src/mha/explorers/multihead/compute.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

test("weights and output are PyTorch's", () => {
  for (const state of references.multihead) {
    const { heads, output } = compute(readInputs(modelOf(state)));
    assertClose(
      heads.map(({ weights }) => weights),
      state.weights,
    );
    assertClose(output, state.output);
  }
});

test("another number of heads undoes swaps and silence", () => {
  const model = modelOf({ num_heads: 2 });
  const reset = { num_heads: 4, silenced: [], order: [0, 1, 2, 3] };
  assert.deepEqual(derive(model)({ num_heads: 4 }), reset);
  assert.deepEqual(derive(model)({ num_heads: 2 }), { num_heads: 2 });
  assert.deepEqual(swapHead([0, 2, 1], 2, 1), [0, 1, 2]);
});

test("what no input may be is refused", () => {
  const state = references.multihead.find((each) => each.num_heads === 2);
  assertRefuses(isValid, state, INPUTS, [
    ["num_heads", 3],
    ["order", [0, 0]],
    ["order", [0, 1, 2]],
    ["order", "01"],
    ["silenced", [2]],
    ["silenced", [1, 1]],
    ["silenced", 1],
    ["carry_out", 1],
    ["embeddings", [[1, 2]]],
    ["decimals", 9],
  ]);
});
