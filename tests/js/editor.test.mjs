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
