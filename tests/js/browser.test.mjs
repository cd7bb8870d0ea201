import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  derive,
  isValid,
  patternsOf,
  readInputs,
} from "../../src/mha/explorers/browser/compute.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

test("weights and strongest keys are Python's", () => {
  for (const state of references.browser) {
    const { weights, strongest } = compute(state.records, readInputs(modelOf(state)));
    assertClose(weights, state.weights, 0);
    assert.deepEqual(strongest, state.strongest);
  }
});

test("a head has the pattern that its means tell", () => {
  const previous = [
    [1, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const even = [
    [1, 0, 0],
    [0.5, 0.5, 0],
    [0.4, 0.3, 0.3],
  ];
  const nothing = previous.map((row) => row.map(() => 0));
  const heads = patternsOf({ weights: [[previous, even, nothing]], tokens: ["a", "b", "c"] })[0];
  const words = ["mostly the previous token", "spread evenly", "nothing to attend to"];
  assert.deepEqual(
    heads.map((head) => head.words),
    words,
  );
});

test("another model takes what it has", () => {
  const weights = [[[[1]]], [[[1]]]];
  const record = (model, epoch) => ({ model, sentence: "go", epoch, tokens: ["go"], weights });
  const records = [record("a", 7), record("b", 2), record("b", 9)];
  const state = { records, model: "a", sentence: "go", epoch: 7, layer: 1, head: 0 };
  const derived = derive(modelOf(state))({ model: "b" });
  assert.deepEqual(derived, { model: "b", sentence: "go", epoch: 9, layer: 1, head: 0 });
});

test("what no record has is refused", () => {
  assertRefuses(isValid, references.browser[0], INPUTS, [
    ["model", "huge"],
    ["sentence", "no"],
    ["epoch", 2],
    ["epoch", "1"],
    ["layer", 9],
    ["layer", "1"],
    ["head", 12],
    ["head", -2],
    ["head", 0.5],
    ["decimals", 8],
  ]);
});
