import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  derive,
  isValid,
  readInputs,
} from "../../src/mha_book/explorers/position/compute.js";
import { tasksOf } from "../../src/mha_book/explorers/position/tasks.js";
import { createTasks } from "../../src/mha_book/explorers/shared/task.js";
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
  const line = similarityLine([0.7, 0, -0.7, ...Array(61).fill(0)]).split(" ");
  assert.deepEqual(line.slice(0, 3), ["36,53", "41.59,94", "47.17,135"]);
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
  const whole = ["width", "position", "key", "feature"];
  assertRefuses(isValid, state, INPUTS, [
    ...whole.flatMap((name) => [-1, 64, 3.5, "5", null].map((value) => [name, value])),
    ["width", 1],
    ["width", 33],
    ["feature", 8],
    ...[9.9, 100001, "100", [100]].map((value) => ["base", value]),
    ["decimals", 9],
    ...["Rotary", "hands", 4, null].map((value) => ["part", value]),
  ]);
});

// Tasks of an explorer that starts so; `turn(values)` changes inputs.
const tasksFrom = (start) => {
  const limits = { position: { max: 63 } };
  const state = { width: 8, base: 10000, position: 5, key: 8, feature: 0, decimals: 4, limits };
  Object.assign(state, start);
  const tasks = createTasks(tasksOf(modelOf(state)));
  tasks.restart();
  const turn = (values) => (Object.assign(state, values), tasks.judge());
  return { turn, next: () => (tasks.next(), tasks.judge()) };
};

// Of a part: [what is asked, what almost does it, what does it, what is said then].
const WAYS = {
  similarity: [
    [
      /similarity of 0\.4912/,
      { position: 20 },
      { key: 23 },
      /q at 20 and k at 23 they were still 3/,
    ],
    [/above 0\.98/, { key: 45 }, { width: 2 }, /In 2 features, 25 positions apart/],
    [/open Waves/, { width: 8, feature: 5 }, { part: "waves" }, /Feature 5 takes 628 positions/],
  ],
  rotary: [
    [/score of 0\.7701/, { position: 30 }, { key: 31 }, /q at 30 and k at 31 they were still 1/],
    [/in pair 0/, { key: 30 }, { key: 36 }, /6 positions turn pair 0 by 6 radians/],
    [/in pair 1/, { base: 1000 }, { base: 10 }, /base 10, pair 1 turns by 0\.3162/],
  ],
  waves: [[/open Waves/, { feature: 2 }, { feature: 4 }, /Feature 4 takes 628 positions/]],
};

for (const [part, ways] of Object.entries(WAYS))
  test(`a reader of ${part} is asked what can be done, and told when it is`, () => {
    const own = part === "rotary" ? { width: 4, position: 1, key: 2 } : {};
    const { turn, next } = tasksFrom({ part, ...own });
    let judged = turn({});
    for (const [ask, almost, done, told] of ways) {
      assert.match(judged.ask, ask);
      assert.equal(judged.told, "");
      assert.equal(turn(almost).told, "");
      assert.match(turn(done).told, told);
      judged = next();
    }
    assert.equal(judged.ask, "");
  });

test("q is where it was asked to go from that very position on, and k at its distance", () => {
  for (const [part, start, apart] of [
    ["similarity", {}, 3],
    ["rotary", { width: 4, position: 1, key: 2 }, 1],
  ]) {
    const { turn } = tasksFrom({ part, ...start });
    assert.match(turn({}).ask, /10/);
    assert.equal(turn({ position: 9, key: 9 + apart }).told, "");
    assert.equal(turn({ position: 12, key: 14 + apart }).told, ""); // both have moved, apart
    assert.match(turn({ position: 10, key: 10 + apart }).told, /q at 10/);
  }
});

test("q and k may change sides, and hear what that means", () => {
  const { turn } = tasksFrom({ part: "rotary", position: 1, key: 2 });
  const { told } = turn({ position: 12, key: 11 });
  assert.match(told, /q at 12 and k at 11 they were 1 apart, the other way round/);
});

test("a distance that is met on the way, with q alone, is no answer", () => {
  const { turn } = tasksFrom({ part: "similarity" });
  assert.equal(turn({ position: 11 }).told, ""); // 3 beyond k, as it was 3 before it
  assert.match(turn({ position: 12, key: 9 }).told, /still 3 apart/);
  const other = tasksFrom({ part: "rotary", width: 4, position: 8, key: 9 });
  assert.equal(other.turn({ position: 10 }).told, "");
  assert.match(other.turn({ position: 11, key: 12 }).told, /still 1 apart/);
});

test("an odd width, which has no score, has no tasks that need one", () => {
  assert.equal(tasksFrom({ part: "rotary", width: 5 }).turn({}).ask, "");
});
