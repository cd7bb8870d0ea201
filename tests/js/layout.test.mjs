import assert from "node:assert/strict";
import test from "node:test";
import { INPUTS, SIZES, isValid, tensorsOf } from "../../src/mha_book/explorers/layout/compute.js";
import { explain, factsOf, verdict } from "../../src/mha_book/explorers/layout/words.js";
import { assertRefuses, references } from "./helpers.mjs";
import { isContiguous } from "../../src/mha_book/explorers/shared/strides.js";

test("each step's tensor lies in memory as PyTorch's", () => {
  for (const state of references.layout) {
    const [right] = tensorsOf(
      state.step,
      SIZES.map((name) => state[name]),
    );
    assert.deepEqual(right.shape, state.shape);
    assert.deepEqual(right.strides, state.strides);
    assert.equal(isContiguous(right), state.contiguous);
  }
});

test("a wrong view is called wrong only where it differs", () => {
  const isWrong = (sizes) => tensorsOf("split", sizes)[1].isWrong;
  assert.equal(isWrong([1, 3, 2, 2]), true);
  assert.equal(isWrong([1, 1, 2, 2]), false);
  assert.equal(isWrong([1, 3, 1, 2]), false);
});

test("what no input may be is refused", () => {
  assertRefuses(isValid, references.layout[0], INPUTS, [
    ["step", "split2"],
    ["batch", 0],
    ["tokens", 9],
    ["tokens", 2.5],
    ["heads", "3"],
    ["head_dim", null],
  ]);
});

test("what is said of a tensor and of an element is so", () => {
  const sizes = [2, 3, 2, 2];
  for (const step of ["start", "view", "split", "merge"]) {
    const tensors = tensorsOf(step, sizes);
    for (const tensor of tensors) {
      const facts = Object.fromEntries(factsOf(tensor));
      assert.equal(facts.contiguous, isContiguous(tensor) ? "yes" : "no");
      assert.equal(facts.memory, tensor.isCopy ? "a new copy" : "shared with x");
    }
    if (tensors[1]) assert.equal(verdict(tensors[1]), "✗ Wrong: ");
  }
  const [right] = tensorsOf("split", sizes);
  const [, wrong] = tensorsOf("split", [1, 1, 2, 2]);
  assert.equal(verdict(wrong), "No difference here: ");
  // element [b, h, t, d] comes from sentence b, token t, feature h · D + d
  const said = explain(right, [1, 1, 2, 0]);
  assert.ok(said.endsWith("which holds 122 (sentence 1, token 2, feature 2)"), said);
});
