// Where an answer is just right, or just not, and which place is told then.
import assert from "node:assert/strict";
import test from "node:test";
import { isOff } from "../../src/mha_book/editor/results.js";
import { sayCell, sayVerdict as sayRun } from "../../src/mha_book/editor/words.js";
import { judge, readShape } from "../../src/mha_book/exercises/verdict.js";
import { sayVerdict } from "../../src/mha_book/exercises/words.js";

test("what is off by the tolerance is right, and by more is not", () => {
  const exercise = { kind: "numbers", tolerance: 0.5 };
  const draw = { right: [1, 3], wrong: [] };
  assert.equal(judge(exercise, draw, [1.5, 2.5]).is, "right");
  assert.deepEqual(judge(exercise, draw, [1, 3.75]), { is: "unknown", at: 1 });
});

test("a shape may have a minus of either kind", () => {
  for (const typed of ["(-1, 2)", "(−1, 2)"]) assert.deepEqual(readShape(typed), [-1, 2]);
});

test("a line that holds a mistake is told by its place in the answer", () => {
  const draw = { right: [[0, 1]], wrong: [], blames: [null, null, 4] };
  const verdict = judge({ kind: "order" }, draw, [1, 2]);
  assert.deepEqual(verdict, { is: "fault", faults: [4], at: 1 });
});

test("of several right orders the one counts that was followed furthest", () => {
  const right = [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
  ];
  const draw = { right, wrong: [], blames: [null, null, null, null] };
  assert.deepEqual(judge({ kind: "order" }, draw, [0, 2, 3, 1]), { is: "unknown", at: 2 });
});

test("of a table the row is told that another mistake would change", () => {
  const draw = { labels: ["how", "are"], columns: ["a", "b"], found: [1, 2, 3, 4] };
  const exercise = { kind: "find", faults: [{}] };
  const verdict = { is: "other", faults: [0], found: [1, 2, 3, 0.5] };
  const said = sayVerdict(exercise, draw, verdict);
  assert.equal(said, "✗ No: with that mistake the row of *are* would be 3, 0.5.");
});

test("what is no number is another, and what rounding leaves is not", () => {
  assert.deepEqual([isOff(NaN, 1), isOff(1, NaN), isOff(1, 1.01)], [true, true, true]);
  assert.deepEqual([isOff(1, 1.0009), isOff(1, 1)], [false, false]);
});

test("an infinity has its sign, and what is right says on how many calls", () => {
  const said = sayCell("x", { row: "how", column: "0" }, "-Infinity", 1);
  assert.equal(said, "*how* has -∞ for 0; the book's is 1.");
  const part = { name: "attend", calls: [{}, {}, {}], faults: [] };
  assert.equal(sayRun(part, {}, { is: "right" }), "✓ `attend` is right, on 3 calls.");
});
