import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  derive,
  isValid,
  readInputs,
} from "../../src/mha/explorers/position/compute.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";
import { similarityLine, tip, waveLine } from "../../src/mha/explorers/position/compute.js";

test("every result is PyTorch's", () => {
  for (const state of references.position) {
    const result = compute(readInputs(modelOf(state)));
    for (const name of ["vector", "similarity", "angles", "score"])
      assertClose(result[name], state[name]);
  }
});

test("a smaller width takes the feature along", () => {
  const model = modelOf({ width: 20, feature: 19 });
  assert.deepEqual(derive(model)({ width: 6 }), { width: 6, feature: 5 });
  assert.deepEqual(derive(model)({ position: 6 }), { position: 6 });
});

test("drawings have their numbers in place", () => {
  assertClose(tip(0, 10), [60, 50]);
  assertClose(tip(Math.PI / 2, 10), [50, 40]);
  const still = waveLine(1, [0], 64).split(" "); // cos 0, from 0 to 63
  assert.deepEqual([still[0], still[252]], ["36,39.33", "388,39.33"]);
  const line = similarityLine([0.7, 0, -0.7, ...Array(61).fill(0)], 1).split(" ");
  assert.deepEqual(line.slice(0, 3), ["209.21,53", "212,94", "214.79,135"]);
});

test("what no input may be is refused", () => {
  const state = { ...references.position[0], width: 8, feature: 7 };
  const whole = ["width", "position", "other", "feature"];
  assertRefuses(isValid, state, INPUTS, [
    ...whole.flatMap((name) => [-1, 64, 3.5, "5", null].map((value) => [name, value])),
    ["width", 1],
    ["width", 33],
    ["feature", 8],
    ...[9.9, 100001, "100", [100]].map((value) => ["base", value]),
    ["decimals", 9],
  ]);
});
