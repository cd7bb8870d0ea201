// LearningExplorer without a page: its inputs, its runs, what it makes of them.
import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  appears,
  createPace,
  derive,
  isValid,
  lookAt,
  lossesOf,
  outcomeOf,
  restingStep,
  rowsOf,
  stepToGoOn,
} from "../../src/mha_book/explorers/learning/compute.js";
import { tasksOf } from "../../src/mha_book/explorers/learning/tasks.js";
import { answerText } from "../../src/mha_book/explorers/learning/verdict_words.js";
import { milestone, stateText } from "../../src/mha_book/explorers/learning/words.js";
import { assertRefuses, references } from "./helpers.mjs";

test("inputs are refused that are none of Python's", () => {
  const [state] = references.learning;
  const damaged = ["no mercy", null, 3].map((value) => ["fault", value]);
  for (const name of ["seed", "step"]) damaged.push([name, -1], [name, 1.5], [name, "1"]);
  assertRefuses(isValid, state, INPUTS, [...damaged, ["seed", 100], ["step", 1001]]);
});

test("another run is shown as far as it has come, and its step is set last", () => {
  assert.deepEqual(Object.entries(derive({ fault: "no mask" })), [
    ["fault", "no mask"],
    ["step", 0],
  ]);
  assert.deepEqual(
    derive({ seed: 2 }, () => 75),
    { seed: 2, step: 75 },
  );
  assert.deepEqual(derive({ step: 50 }), { step: 50 });
  assert.deepEqual(derive({ fault: "none", step: 50 }), { fault: "none", step: 50 });
});

test("the curve is of the losses that its dot is of, and what is recorded is not told beforehand", () => {
  const kept = [0, 25, 50].map((step) => ({ step, loss: step / 10 }));
  const { step, loss } = lookAt({ kept }, 49);
  assert.equal(step, 25);
  assert.deepEqual(lossesOf({ kept })[1], [step, loss]);
  const line = [
    [0, 7],
    [50, 2],
    [100, 1],
  ];
  assert.deepEqual(lossesOf({ kept, line }, 60), line.slice(0, 2));
  assert.deepEqual(rowsOf([1, 2, 3, 4]), [
    [1, 2],
    [3, 4],
  ]);
});

test("paper has the end of the recorded run, where no step was looked up, and asks for no press", () => {
  const now = { run: { step: 1000 }, isRecorded: true, isPrinted: true };
  const at = (step, more = {}) => restingStep({ ...now, ...more }, { step });
  assert.deepEqual([at(0), at(300)], [1000, 300]);
  assert.equal(at(0, { isPrinted: false }), 0);
  assert.equal(at(0, { isRecorded: false }), 0); // a reader's own run is as it was left
  assert.equal(at(300, { isAsked: true }), 0);
  const said = (isPrinted) =>
    stateText({ is: "rests", isRecorded: true, isPrinted }, 1000, 1000, 0);
  assert.deepEqual(
    [true, false].map((is) => said(is).includes("Press")),
    [false, true],
  );
});

test("a fault is planted where a run has kept its state, and early enough to show", () => {
  const run = { step: 237 };
  assert.deepEqual(
    [0, 75, 225, 237].map((shown) => stepToGoOn(run, shown).step),
    [0, 0, 200, 237],
  );
  assert.deepEqual(
    [300, 301, 1000].map((shown) => stepToGoOn({ step: 1000 }, shown)),
    [false, true, true].map((isLimited) => ({ step: 300, isLimited })),
  );
});

test("where nothing may move, all is drawn anew every three seconds", () => {
  let now = 0;
  const drawnIn = (isCalm) => {
    const pace = createPace(isCalm, () => now);
    let count = 0;
    for (now = 0; now < 9000; now += 200)
      if (pace.isDue()) {
        count += 1;
        pace.drawn();
      }
    return count;
  };
  assert.deepEqual([true, false].map(drawnIn), [3, 45]);
});

test("a run that waits, or is at its end, says why it does not go on", () => {
  const said = (own, more) => stateText({ is: "rests", own, ...more }, own?.step ?? 0, 1000, 0);
  assert.match(said(null, { isAsked: true }), /^Your answer .* starts the training/);
  assert.match(said({ step: 1000 }), /at its end\. For another, plant a fault/);
  assert.match(said({ step: 50 }), /The pictures show step 50\.$/);
  const looked = stateText({ is: "rests", own: { step: 238 } }, 225, 1000, 0);
  const asked = (more) => stateText({ is: "rests", until: 790, ...more }, 750, 1000, 0);
  assert.match(asked({ isAsked: true }), /^This run is not stored: your answer/);
  assert.match(asked({ isRecorded: true }), /^This is step 750 of a recorded run.* to step 790/);
  assert.match(looked, /show step 225\. Play goes on from step 238\.$/);
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
  assert.match(head.told(), /^The outline filled at step 625: 0\.50 of the repeats/);
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
  assert.match(said[25], /looks at what came after/);
  assert.match(said.at(-1), /^Trained/);
  assert.equal(appears(run).step, 625);
});

test("the answer says whether the reader was right", () => {
  const run = {
    fault: "no mask",
    guess: "lower",
    kept: [look(0, 7, 0, 0), look(1000, 0.6, 0, 0.01)],
  };
  assert.match(
    answerText(run, 0.8),
    /^As you said\. The loss fell lower: at step 1,000 it was 0\.60, and recorded runs/,
  );
  run.guess = "rises";
  assert.match(answerText(run, 0.8), /^You said: “It rises\.” The loss fell lower/);
});
