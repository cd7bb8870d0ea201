// LearningExplorer without a page: its inputs, its runs, what it makes of them.
import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  appears,
  derive,
  isValid,
  lookAt,
  outcomeOf,
  rowsOf,
  smooth,
} from "../../src/mha_book/explorers/learning/compute.js";
import { tasksOf } from "../../src/mha_book/explorers/learning/tasks.js";
import { answerText, milestone } from "../../src/mha_book/explorers/learning/words.js";
import { assertRefuses, references } from "./helpers.mjs";

test("inputs are refused that are none of Python's", () => {
  const [state] = references.learning;
  const damaged = ["no mercy", null, 3].map((value) => ["fault", value]);
  for (const name of ["seed", "step"]) damaged.push([name, -1], [name, 1.5], [name, "1"]);
  assertRefuses(isValid, state, INPUTS, [...damaged, ["seed", 100], ["step", 1001]]);
});

test("another fault begins at step 0, which is set last", () => {
  assert.deepEqual(Object.entries(derive({ fault: "no mask" })), [
    ["fault", "no mask"],
    ["step", 0],
  ]);
  assert.deepEqual(derive({ step: 50 }), { step: 50 });
  assert.deepEqual(derive({ fault: "none", step: 50 }), { fault: "none", step: 50 });
});

test("losses are means of ten steps, and a step has the measurement before it", () => {
  const losses = Array.from({ length: 15 }, (_, k) => [k + 1, k]);
  assert.deepEqual(smooth(losses), [
    [10, 4.5],
    [15, 12],
  ]);
  const kept = [{ step: 0 }, { step: 25 }, { step: 50 }];
  assert.equal(lookAt({ kept }, 49), kept[1]);
  assert.deepEqual(rowsOf([1, 2, 3, 4]), [
    [1, 2],
    [3, 4],
  ]);
});

test("how a run ended is told beside one without a fault", () => {
  const ends = (loss) => outcomeOf({ kept: [{ loss: 7 }, { loss }] }, 0.8);
  assert.deepEqual([0.85, 0.75, 0.6, 1.9, 7.5].map(ends), [
    "as before",
    "as before",
    "lower",
    "higher",
    "rises",
  ]);
});

const look = (step, loss, score, alone = null) => ({
  step,
  loss,
  alone: alone && { repeats: alone, first: alone },
  repeats: 0.5,
  scores: [
    [0, 0],
    [0, score],
  ],
});

test("the tasks are done by a head that looks for copies, and by a loss that says too little", () => {
  const runs = [];
  const [head, leak] = tasksOf(() => runs, 0.8);
  runs.push({ fault: "none", kept: [look(0, 7, 0.1), look(600, 1.5, 0.4)] });
  runs.push({ fault: "no scale", kept: [look(0, 7, 0.9)] });
  assert.ok(!head.isDone());
  runs[0].kept.push(look(625, 1, 0.6));
  assert.ok(head.isDone());
  runs.push({ fault: "no mask", kept: [look(900, 0.7, 0.1, 0.4)] });
  assert.ok(!leak.isDone()); // it copies with the mask on, now and then
  runs[2].kept.push(look(1000, 0.7, 0.1, 0.01));
  assert.ok(leak.isDone());
});

test("a listener hears of each tenth, of the head once, and of the end", () => {
  const run = { fault: "none", kept: [] };
  const said = [];
  for (let step = 0; step <= 1000; step += 25) {
    run.kept.push(look(step, 2, step > 600 ? 0.7 : 0.1));
    said.push(milestone(run, 1000));
  }
  assert.equal(said.filter(Boolean).length, 12);
  assert.match(said[25], /looks for copies/);
  assert.match(said.at(-1), /^Trained/);
  assert.equal(appears(run).step, 625);
});

test("the answer says whether the reader was right", () => {
  const run = {
    fault: "no mask",
    guess: "lower",
    kept: [look(0, 7, 0, 0), look(1000, 0.6, 0, 0.01)],
  };
  assert.match(answerText(run, 0.8), /^As you said\. It fell lower: to 0\.60/);
  run.guess = "rises";
  assert.match(answerText(run, 0.8), /^You said: “It rises\.” It fell lower/);
});
