import assert from "node:assert/strict";
import { test } from "node:test";
import { createHistory } from "../../src/mha_book/explorers/shared/history.js";
import { readNumber } from "../../src/mha_book/explorers/shared/number.js";

// A history of one number, with a clock of its own.
const started = () => {
  const now = { number: [0], time: 0 };
  const past = createHistory(
    () => ({ number: now.number }),
    () => now.time,
  );
  const set = (number, wait = 1000, name = "number", isWalking = undefined) => {
    now.time += wait;
    past.keep({ [name]: [number] }, isWalking);
    now.number = [number];
  };
  const take = (way) => (([now.number] = [past[way]().number]), now.number[0]);
  return { past, set, take };
};

test("what was before comes back, the last first", () => {
  const { past, set } = started();
  assert.ok(past.isEmpty());
  set(1);
  set(2);
  assert.deepEqual([past.back(), past.back()], [{ number: [1] }, { number: [0] }]);
  assert.ok(past.isEmpty());
});

test("a change of one of several numbers is one, and a change of none is none", () => {
  const present = { a: [1], b: [2] };
  const past = createHistory(() => present);
  past.keep({ a: [1], b: [2] });
  assert.ok(past.isEmpty());
  past.keep({ a: [1], b: [3] });
  present.b = [3];
  assert.deepEqual(past.back(), { a: [1], b: [2] });
});

test("a link that was followed is one change of all that there was", () => {
  const whole = { number: [1], step: 5 };
  const past = createHistory((like) =>
    (like?.step ?? like) === undefined ? { number: whole.number } : { ...whole },
  );
  const before = { ...whole };
  past.keep(whole, false, before);
  assert.ok(past.isEmpty()); // it led to where one was
  Object.assign(whole, { number: [2], step: 0 });
  past.keep(whole, false, before);
  assert.deepEqual(past.back(), before);
  assert.deepEqual(past.forth(), { number: [2], step: 0 });
});

test("what was taken back comes again, until something else is changed", () => {
  const { past, set, take } = started();
  set(1);
  set(2);
  for (const expected of [1, 0]) assert.equal(take("back"), expected);
  assert.equal(past.back(), undefined);
  for (const expected of [1, 2]) assert.equal(take("forth"), expected);
  assert.equal(past.forth(), undefined);
  assert.equal(take("back"), 1);
  set(5);
  assert.equal(past.forth(), undefined);
  assert.equal(take("back"), 1);
});

test("what was changed and came to where it was is no change", () => {
  const { past, set } = started();
  set(1);
  set(0, 9000, "number", true);
  assert.ok(past.isEmpty());
  assert.equal(past.back(), undefined);
});

test("a slider that is drawn along is one change", () => {
  const { past, set } = started();
  set(1);
  set(2, 499);
  set(3, 499);
  assert.deepEqual(past.back(), { number: [0] });
  assert.ok(past.isEmpty());
});

test("what goes on by itself is one change, however slow the page is", () => {
  const { past, set } = started();
  set(1);
  set(2, 9000);
  set(3, 9000, "number", true);
  set(4, 9000, "number", true);
  set(5, 9000, "other", true);
  assert.deepEqual(past.back(), { number: [4] });
  assert.deepEqual(past.back(), { number: [1] });
  assert.deepEqual(past.back(), { number: [0] });
});

test("another control, or a pause, begins another change", () => {
  const { past, set } = started();
  set(1);
  set(2, 499, "other");
  set(3, 500, "other");
  assert.deepEqual(past.back(), { number: [2] });
  assert.deepEqual(past.back(), { number: [1] });
});

test("another number of a table is another change, however soon it comes", () => {
  const { past, set } = started();
  set(1, 1000, "number", false);
  set(2, 99, "number", false);
  set(3, 99, "number", true);
  assert.deepEqual(past.back(), { number: [1] });
  assert.deepEqual(past.back(), { number: [0] });
});

test("what is changed right after an undo can be undone, too", () => {
  const { past, set } = started();
  set(1);
  past.back();
  set(2, 499);
  assert.deepEqual(past.back(), { number: [1] });
});

test("twenty states are kept", () => {
  const { past, set } = started();
  for (let k = 1; k <= 25; k++) set(k);
  const states = [];
  while (!past.isEmpty()) states.push(past.back().number[0]);
  assert.deepEqual([states.length, states[0], states.at(-1)], [20, 24, 5]);
});

test("what changes nothing is no change", () => {
  const { past, set } = started();
  set(0);
  assert.ok(past.isEmpty());
  set(1);
  assert.deepEqual(past.back(), { number: [0] });
});

test("what is kept does not change with what it was", () => {
  const table = [[1]];
  const past = createHistory(
    () => ({ table }),
    () => 0,
  );
  past.keep({ table: [[2]] });
  table[0][0] = 2;
  assert.deepEqual(past.back(), { table: [[1]] });
});

test("numbers are read as they are written anywhere", () => {
  const read = { 1.5: "1,5", "-2": "−2", 0.25: " .25 ", 7: "7" };
  for (const [number, text] of Object.entries(read)) assert.equal(readNumber(text), Number(number));
  for (const text of ["", " ", "1,5,2", "one", "1 000"]) assert.ok(Number.isNaN(readNumber(text)));
});
