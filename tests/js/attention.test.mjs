import test from "node:test";
import {
  INPUTS,
  compute,
  isValid,
  readInputs,
} from "../../src/mha_book/explorers/attention/compute.js";
import { assertClose, assertRefuses, modelOf, references, withInfinities } from "./helpers.mjs";

test("every stage is PyTorch's", () => {
  for (const state of references.attention)
    assertClose(compute(readInputs(modelOf(state))), withInfinities(state.stages));
});

test("what no input may be is refused", () => {
  assertRefuses(isValid, references.attention[0], INPUTS, [
    ["embeddings", [[1, 2]]],
    ["embeddings", [1, 2, 3].map(() => [1, 1001])],
    ["embeddings", [1, 2, 3].map(() => [1, null])],
    ["scores_from", "nowhere"],
    ["scaled", 1],
    ["temperature", 99],
    ["temperature", "1"],
    ["causal", "true"],
    ["mask_self", null],
    ["decimals", 9],
    ["decimals", 2.5],
  ]);
});
