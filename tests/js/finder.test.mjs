import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  boughtOf,
  caseOf,
  createOrder,
  fitsOf,
  givenOf,
  isLuck,
  isRight,
  isValid,
  nextSeed,
  partedBy,
  pointsOf,
  resultOf,
} from "../../src/mha_book/explorers/finder/compute.js";
import { LOOKS, explain, pointsLeft, verdict } from "../../src/mha_book/explorers/finder/words.js";
import { WAYS } from "../../src/mha_book/explorers/finder/layer.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

test("what is planted, what fits and what is left are Python's", () => {
  for (const state of references.finder) {
    const model = modelOf(state);
    assert.equal(caseOf(model).name, state.answer);
    assert.deepEqual(
      fitsOf(model).map(({ name }) => name),
      state.fits,
    );
    assert.equal(pointsOf(model), state.points);
  }
});

test("what a seed draws, and what comes of it, are Python's", () => {
  for (const state of references.finder) {
    const model = modelOf(state);
    assert.deepEqual(givenOf(model), state.given);
    state.runs.forEach((run, k) => assertClose(resultOf(model, k)[0], run));
  }
});

test("each case is computed with what is other in it, and with its own numbers", () => {
  const [state] = references.finder;
  assert.deepEqual(
    state.cases.map(({ name }) => name),
    Object.keys(WAYS),
  );
});

test("after the last seed comes the first", () => {
  const [state] = references.finder;
  const { max } = state.limits.seed;
  assert.equal(nextSeed(modelOf({ ...state, seed: 7 })), 8);
  assert.equal(nextSeed(modelOf({ ...state, seed: max })), 1);
});

test("what no input may be is refused", () => {
  assertRefuses(isValid, references.finder[0], INPUTS, [
    ["seed", 0],
    ["seed", 2.5],
    ["seed", "3"],
    ["bought", 16],
    ["bought", null],
    ["guesses", ["no such fault"]],
    ["guesses", ["none", "none"]],
  ]);
});

test("the first experiment is free, and each digit buys another", () => {
  const [state] = references.finder;
  const names = (bought) => boughtOf(modelOf({ ...state, bought })).map(({ k }) => k);
  assert.deepEqual(names(0), [0]);
  assert.deepEqual(names(5), [0, 1, 3]);
});

test("a wrong name is told by an experiment that parts the two, where one was bought", () => {
  const [state] = references.finder;
  const at = (more) => modelOf({ ...state, ...more });
  const wide = "Divided by the root of the model’s width";
  const many = "Divided by the root of the number of heads";
  const free = at({ seed: 11, bought: 0, guesses: [many] });
  assert.equal(caseOf(free).name, wide);
  assert.match(verdict(free), /^No\. It would give the numbers that you see.*Another experiment/);
  const paid = at({ seed: 11, bought: 1, guesses: [many] });
  assert.match(
    verdict(paid),
    /But in “in one head” the row of “how” in head 0 is 0\.\d+, .*, and not 0\.\d+, .*You have 5 left\.$/,
  );
  assert.equal(partedBy(paid, caseOf(paid), caseOf(paid)), null);
  const right = at({ seed: 11, bought: 1, guesses: [wide] });
  assert.ok(isRight(right));
  assert.match(verdict(right), /^✓ Right\. .*leaves nothing else\.$/);
});

// In which experiments all is right, and in which nothing but the output is off, as LOOKS has it.
const [YOU, ONE, CAUSAL, , HOW] = [0, 1, 2, 3, 4];
const SEEN = {
  none: [[YOU, ONE, CAUSAL, HOW], []],
  "Divided by the root of the model’s width": [[ONE], []],
  "Divided by the root of the number of heads": [[], []],
  "The scores are not divided": [[YOU, CAUSAL, HOW], []],
  "The heads are cut by one view": [[ONE], []],
  "The heads are joined without the exchange": [[ONE], [YOU, CAUSAL]],
  "The matrices are turned round": [[], [HOW]],
  "The softmax runs over the queries": [[], []],
  "The mask comes after the softmax": [[YOU, ONE, HOW], []],
  "The mask is never used": [[YOU, ONE, HOW], []],
  "The queries and the keys are exchanged": [[HOW], []],
  "The queries are used as keys, too": [[HOW], []],
  "The heads come in the wrong order": [[ONE], [YOU, CAUSAL, HOW]],
};

test("what a mistake would look like is what it gives", () => {
  const [state] = references.finder;
  assert.deepEqual(Object.keys(LOOKS), Object.keys(SEEN));
  const offIn = (model, k) => {
    const [run, right] = resultOf(model, k);
    return Object.keys(right).filter((table) =>
      run[table].flat().some((x, i) => Math.abs(x - right[table].flat()[i]) > 5e-5),
    );
  };
  for (let seed = 1; seed <= 60; seed += 1) {
    const model = modelOf({ ...state, seed });
    const [spared, outputOff] = SEEN[caseOf(model).name];
    for (const k of spared) assert.deepEqual(offIn(model, k), [], `${seed} ${k}`);
    for (const k of outputOff) assert.deepEqual(offIn(model, k), ["output"], `${seed} ${k}`);
  }
});

test("each wrong name costs, and one that would be luck is known", () => {
  const [state] = references.finder;
  const at = (more) => modelOf({ ...state, seed: 11, bought: 0, guesses: [], ...more });
  const { start, wrong } = state.rules;
  const guesses = state.cases.map(({ name }) => name);
  assert.equal(pointsOf(at({ guesses })), start - wrong * (guesses.length - 1));
  assert.match(pointsLeft(at({ guesses: guesses.slice(0, 2) })), /^[1-9]\d* of 10 /);
  assert.match(pointsLeft(at({ bought: 15, guesses })), /^0 of 10 /); // no debts
  assert.equal(pointsLeft(at({})), "10 of 10 points are left.");
  assert.ok(isLuck(at({})));
  assert.ok(!isLuck(at({ bought: 1 }))); // whoever has looked may err
  assert.ok(!isLuck(at({ seed: 3 }))); // whose first table leaves no choice
});

test("a cell says what should stand in it", () => {
  const cell = { experiment: "how are you", table: "head 0", row: "how", column: "are" };
  assert.equal(
    explain({ ...cell, is: 0.25, should: 0.5 }),
    "how are you, head 0, how and are: 0.2500; it should be 0.5000.",
  );
  assert.match(explain({ ...cell, is: 0.5, should: 0.5 }), /as it should be\.$/);
});

test("what was bought last stands first, and what is given back is forgotten", () => {
  const model = modelOf(references.finder[0]);
  const order = createOrder();
  const after = (bought) => order(boughtOf(model, bought)).map(({ k }) => k);
  assert.deepEqual(after(0b0000), [0]);
  assert.deepEqual(after(0b0010), [2, 0]);
  assert.deepEqual(after(0b0011), [1, 2, 0]);
  assert.deepEqual(after(0b1011), [4, 1, 2, 0]);
  assert.deepEqual(after(0b1001), [4, 1, 0]);
  assert.deepEqual(after(0b1011), [2, 4, 1, 0]);
});
