import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  derive,
  isValid,
  readInputs,
} from "../../src/mha_book/explorers/position/compute.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";
import {
  arc,
  nearest,
  similarityLine,
  ticksOf,
  waveLine,
} from "../../src/mha_book/explorers/position/compute.js";

test("every result is PyTorch's", () => {
  for (const state of references.position) {
    const result = compute(readInputs(modelOf(state)));
    for (const name of ["vector", "similarity", "angles", "score"])
      assertClose(result[name], state[name]);
  }
});

test("an axis names the quarters and the last position, and none beyond", () => {
  assert.deepEqual(ticksOf(64), [0, 16, 32, 48, 63]);
});

test("a smaller width takes the feature along", () => {
  const model = modelOf({ width: 20, feature: 19 });
  assert.deepEqual(derive(model)({ width: 6 }), { width: 6, feature: 5 });
  assert.deepEqual(derive(model)({ position: 6 }), { position: 6 });
});

test("drawings have their numbers in place", () => {
  const still = waveLine(1, [0], 64).split(" "); // cos 0, from 0 to 63
  assert.deepEqual([still[0], still[252]], ["36,39.33", "388,39.33"]);
  const line = similarityLine([0.7, 0, -0.7, ...Array(61).fill(0)], 1).split(" ");
  assert.deepEqual(line.slice(0, 3), ["209.21,53", "212,94", "214.79,135"]);
});

test("a hand goes the shorter way to its new angle", () => {
  assertClose(nearest(0, 1), 1);
  assertClose(nearest(1, 1 + 2 * Math.PI), 1);
  assertClose(nearest(7, 0.5), 0.5 + 2 * Math.PI);
  assertClose(nearest(0, 4), 4 - 2 * Math.PI);
});

test("the arc between two hands is the smaller one", () => {
  const ends = (angle) =>
    arc(angle)
      .split(" ")
      .map((part) => part.split(","));
  for (const [angle, sweep] of [
    [1, "0"], // counter-clockwise, upwards
    [-1, "1"],
    [4, "1"],
    [-4, "0"],
  ]) {
    const [start, , , large, side, end] = ends(angle);
    assert.deepEqual([start, large, side], [["M15", "0"], ["0"], [sweep]]);
    assertClose(end.map(Number), [15 * Math.cos(angle), -15 * Math.sin(angle)]);
  }
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
