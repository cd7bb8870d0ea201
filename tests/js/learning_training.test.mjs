// LearningExplorer without a page: how long is trained, what can be looked up, and what is seen.
import assert from "node:assert/strict";
import test from "node:test";
import { meansOf } from "../../src/mha_book/explorers/browser/patterns.js";
import {
  createClock,
  nearestStep,
  nextStep,
  placesOf,
  rowsOf,
} from "../../src/mha_book/explorers/learning/compute.js";
import { beginning } from "../../src/mha_book/explorers/learning/recorded.js";
import { createTraining } from "../../src/mha_book/explorers/learning/training.js";
import { sum } from "../../src/mha_book/explorers/shared/arrays.js";
import { references } from "./helpers.mjs";

// A session that trains one run as far as it is told to, and a training of it.
const started = (step = 0) => {
  const inputs = { seed: 1, fault: "none", step };
  let [run, state] = [null, "rests"];
  const until = [];
  const session = {
    now: () => ({ is: state }),
    runOf: () => run,
    pause: () => (state = "rests"),
    train: (_, to) => (until.push(to), (state = "trains"), (run ??= { step: 0 })),
  };
  const training = createTraining({ session, read: () => inputs, last: 1000, update: () => {} });
  const rest = (at) => {
    [state, run.step] = ["rests", at];
    return training.rests(true, at);
  };
  return { training, until, rest, inputs };
};

test("a press of One step while a step is taken is not lost", () => {
  const { training, until, rest } = started();
  for (let press = 0; press < 3; press += 1) training.step();
  assert.deepEqual([1, 2, 3].map(rest), [false, false, true]);
  assert.deepEqual(until, [1, 2, 3]);
  training.play();
  training.step(); // while it plays on, there is no single step
  assert.equal(rest(1000), true);
  assert.deepEqual(until.slice(3), [1000]);
});

test("steps that were asked for end with a pause, and with the run", () => {
  const { training, until, rest } = started();
  training.step();
  training.step();
  training.play(); // says Pause by then
  assert.equal(rest(1), true);
  training.step();
  training.step();
  assert.equal(rest(1000), true);
  assert.deepEqual(until, [1, 2]);
});

test("what is looked up while it trains stays in sight when it has come to rest", () => {
  const { training, rest } = started();
  training.play();
  training.look(25);
  assert.equal(rest(60), false);
  training.play();
  assert.equal(rest(70), true);
});

test("a link's step is trained to, and one that was only looked up is not", () => {
  const { training, until, inputs } = started(790);
  assert.equal(training.asked(), 790);
  training.look((inputs.step = 650));
  assert.equal(training.asked(), null);
  inputs.step = 790;
  training.play();
  assert.deepEqual(until, [790]);
});

test("the slider stands at what was measured, and nowhere else", () => {
  const run = { kept: [0, 2, 225, 238].map((step) => ({ step })) };
  const from = (step) => [-1, 1].map((way) => nextStep(run, step, way));
  assert.deepEqual(from(225), [2, 238]);
  assert.deepEqual([from(0)[0], from(238)[1]], [0, 238]);
  const near = [1, 113, 114, 230, 1000].map((step) => nearestStep(run, step));
  assert.deepEqual(near, [0, 2, 225, 225, 238]);
});

test("a page has pictures of the recorded run wherever its loss is drawn", () => {
  const { line, kept, step } = beginning(references.learning[0].recorded);
  assert.deepEqual([line.length, kept.length, step], [21, 21, 1000]);
  for (const { weights } of kept)
    for (const row of weights.flat().flatMap(rowsOf)) {
      assert.equal(row.length, 16);
      assert.ok(Math.abs(sum(row) - 1) < 0.05);
    }
  assert.deepEqual(rowsOf(kept[0].weights[0][0])[0].slice(0, 2), [1, 0]);
});

test("the clock counts seconds of training, without its rests", () => {
  let now = 5000;
  const clock = createClock(() => now);
  const after = (ms) => ((now += ms), clock.seconds());
  assert.equal(after(700), 0);
  clock.begin(true);
  assert.equal(after(2000), 2);
  clock.rest();
  assert.equal(after(4000), 2);
  clock.begin(false);
  assert.equal(after(500), 2.5);
  clock.begin(false); // another press while it goes on
  assert.equal(after(500), 3);
  clock.begin(true);
  assert.equal(after(250), 0.25);
});

test("where a head looks is told of places that no two share, the most first", () => {
  const letters = [..."abcdabcd"];
  const rows = letters.map((_, i) => letters.map((__, j) => (j === (i < 4 ? i : i - 3) ? 1 : 0)));
  rows[7] = [0.25, 0, 0, 0, 0.5, 0, 0, 0.25];
  const means = meansOf(rows, letters, 4);
  const places = placesOf({ means });
  assert.deepEqual(places[0], ["the token after a copy", 0.875]);
  assert.ok(sum(places.map(([, share]) => share)) <= 1);
  assert.ok(sum(meansOf(rows, letters).map(([, share]) => share)) > 1);
});
