import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  isValid,
  product,
  readInputs,
  tensorOf,
} from "../../src/mha/explorers/stack/compute.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

test("the product and each step's shape are PyTorch's", () => {
  for (const state of references.stack) {
    const inputs = readInputs(modelOf(state));
    assertClose(product(inputs), state.output);
    assert.deepEqual(tensorOf(state.step, inputs).shape, state.shape);
  }
});

test("what no input may be is refused", () => {
  const [state] = references.stack;
  const rows = state.weights.slice(0, 3);
  const last = [[0, 0, 0], [0, 0, 0, 1001], [0, 0, 0, null], [0, 0, 0, "5"], "0000"];
  assertRefuses(isValid, state, INPUTS, [
    [
      "weights",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["weights", rows],
    ...last.map((row) => ["weights", [...rows, row]]),
    ["weights", 7],
    ["step", "split"],
  ]);
});
