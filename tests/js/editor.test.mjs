import assert from "node:assert/strict";
import test from "node:test";
import { firstApart, judge } from "../../src/mha_book/editor/verdict.js";
import { SAID, sayHint, sayMap, sayVerdict } from "../../src/mha_book/editor/words.js";
import { references } from "./helpers.mjs";

const ALL = Object.values(references.editor).flat();
const rightOf = (part) => part.calls.map(({ right }) => right);
const sayOf = (part, answer) => {
  const verdict = judge(part, answer);
  const found = answer.calls?.[verdict.at];
  const apart = found?.results ? firstApart(part.calls[verdict.at], found) : null;
  return sayVerdict(part, answer, verdict, apart);
};

test("what is right is right, and a call that may stumble is told and not blamed", () => {
  for (const part of ALL) {
    const calls = rightOf(part);
    assert.deepEqual(judge(part, { calls }), { is: "right" }, part.name);
    const free = part.calls.findIndex(({ mayStumble }) => mayStumble);
    if (free < 0) continue;
    const stumbled = calls.with(free, { kind: "RuntimeError: no batch", line: 3 });
    const verdict = judge(part, { calls: stumbled });
    assert.deepEqual([verdict.is, verdict.at], ["right", free]);
    assert.match(sayOf(part, { calls: stumbled }), /^✓ .*line 3 raises RuntimeError: no batch\./s);
    const turned = structuredClone(calls);
    turned[free].results[0].shape = [4, 1, 1, 4]; // no part's own
    assert.equal(judge(part, { calls: turned }).is, "right");
    assert.match(sayOf(part, { calls: turned }), /^✓ .*has the shape \(4, 1, 1, 4\); expected/s);
  }
});

test("a fault is named where all numbers are its own, and where one is not, it is not", () => {
  for (const part of ALL)
    for (const { faults, found } of part.known) {
      const calls = rightOf(part);
      part.telling.forEach((call, k) => (calls[call] = found[k]));
      const verdict = judge(part, { calls });
      const words = sayOf(part, { calls });
      assert.ok(words.includes(part.faults[faults[0]].name), part.faults[faults[0]].name);
      assert.equal(/undefined|NaN|object/.test(words.replace("is NaN", "")), false, words);
      if (verdict.is !== "fault") continue; // it stumbles where one may
      assert.equal(sayHint(part, verdict), part.faults[faults[0]].hint);
      const moved = structuredClone(calls);
      const numbers = moved[part.telling[0]].results?.[0].values;
      if (!numbers) continue;
      numbers[0] = Number(numbers[0]) + 5;
      assert.equal(judge(part, { calls: moved }).is, "unknown", words);
    }
});

test("the first number that is off is told with its place, and shapes before numbers", () => {
  const [part] = references.editor["attention-by-hand"];
  const off = structuredClone(rightOf(part));
  off[1].results[1].values[3] = "NaN";
  assert.match(sayOf(part, { calls: off }), /its `?weights`? at \[1, 1\] is NaN; expected /);
  const turned = structuredClone(rightOf(part));
  turned[0].results[0].shape = [1, 1, 1];
  assert.match(sayOf(part, { calls: turned }), /shape \(1, 1, 1\); expected \(1, 1\)\./);
  const whole = structuredClone(rightOf(part));
  whole[0].results[0].family = 1;
  assert.match(sayOf(part, { calls: whole }), /holds whole numbers; expected real numbers\./);
});

test("a large number may be off by more than a small one, since 32 bits hold no more", () => {
  const numbers = (...values) => ({ results: [{ values, shape: [2], family: 2 }] });
  const call = { right: numbers(3000, 0.5), tolerance: 1e-4 };
  const part = { calls: [call], telling: [], known: [] };
  const said = (...values) => judge(part, { calls: [numbers(...values)] }).is;
  assert.equal(said(3000.2, 0.5), "right");
  assert.equal(said(3000.4, 0.5), "unknown");
  assert.equal(said(3000, 0.5002), "unknown");
});

test("the map tells how many numbers are not the book's, as one says it of one and of two", () => {
  const part = { name: "attend", shown: { told: "three words" } };
  assert.match(sayMap(part, 0, 9), /gives: the book’s own numbers\.$/);
  assert.match(sayMap(part, 1, 9), /1 of 9 numbers is not the book’s, and a dot marks it\./);
  assert.match(sayMap(part, 2, 9), /2 of 9 numbers are not the book’s, and a dot marks them\./);
});

test("a loop without an end is told with its seconds", () => {
  assert.match(SAID.endless(5), /after 5 s/);
});

// A listing of three calls, of which the second may stumble, with two mistakes that do the same.
const three = () => {
  const one = (...values) => ({ results: [{ values, shape: [values.length], family: 2 }] });
  const call = (x, mayStumble = false) => ({ right: one(x, x), tolerance: 1e-4, mayStumble });
  const found = [one(5, 5), one(6, 6)];
  const known = [0, 1].map((fault) => ({ faults: [fault], found }));
  const part = { calls: [call(1), call(2, true), call(3)], telling: [0, 2], known };
  const judged = (...calls) => judge(part, { calls });
  return { one, judged, part };
};
const RAISED = { kind: "ValueError: no" };

test("the first call that must go right and does not is blamed", () => {
  const { one, judged, part } = three();
  const [first, second, third] = rightOf(part);
  const calls = [
    [[first, second, third], { is: "right" }],
    [[one(9, 1), RAISED, one(9, 3)], { is: "unknown", at: 0 }],
    [[first, RAISED, one(9, 3)], { is: "unknown", at: 2 }],
    [[first, one(9, 2), one(9, 3)], { is: "unknown", at: 1 }], // of the right shape
    [[first, one(2), third], { is: "right", at: 1, faults: [] }],
    [[first, RAISED, third], { is: "right", at: 1, faults: [] }],
    [[RAISED, RAISED, RAISED], { is: "unknown", at: 0 }],
    [[one(5, 5), second, one(6, 6)], { is: "fault", faults: [0], at: 0 }],
    [[one(5, 5), RAISED, one(6, 6)], { is: "fault", faults: [0], at: 0 }],
    [[one(5, 5), second, one(6, 7)], { is: "unknown", at: 0 }],
  ];
  for (const [given, expected] of calls) assert.deepEqual(judged(...given), expected);
  const broken = { kind: "SyntaxError: no", line: 2 };
  assert.deepEqual(judge(part, { broken }), { is: "broken", stumble: broken });
});

test("a call that raises is like another that raises the same, and like no result", () => {
  const { judged, part } = three();
  part.known = [{ faults: [1], found: [RAISED, RAISED] }];
  const [first, second, third] = rightOf(part);
  assert.deepEqual(judged(RAISED, second, RAISED), { is: "fault", faults: [1], at: 0 });
  const other = { kind: "TypeError: no" };
  assert.equal(judged(RAISED, second, other).is, "unknown");
  assert.equal(judged(RAISED, second, third).is, "unknown");
  assert.equal(judged(first, second, { kind: undefined }).is, "unknown");
});

test("of several results the first that differs is told, with its place in the table", () => {
  const table = (values, shape = [2, 3], family = 2) => ({ values, shape, family });
  const right = [table([1, 2, 3, 4, 5, 6]), table([0, 0, 0, 1, 1, 1], [2, 3], 0)];
  const call = { right: { results: right }, tolerance: 1e-4 };
  const apart = (...results) => firstApart(call, { results });
  assert.deepEqual(apart(table([1, 2, 3, 4, 9, 9]), right[1]), {
    at: 0,
    how: "number",
    place: [1, 1],
    found: 9,
    right: 5,
  });
  assert.deepEqual(apart(right[0], table([1, 1], [2], 0)), {
    at: 1,
    how: "shape",
    found: [2],
    right: [2, 3],
  });
  const { at, how, found } = apart(right[0], table(right[1].values));
  assert.deepEqual([at, how, found], [1, "family", 2]);
  const deep = table([1, 2, 3, 4, 5, 7], [1, 3, 2]);
  const flat = { right: { results: [table([1, 2, 3, 4, 5, 6], [1, 3, 2])] }, tolerance: 0 };
  assert.deepEqual(firstApart(flat, { results: [deep] }).place, [0, 2, 1]);
});
