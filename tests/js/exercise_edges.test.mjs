// Where an answer is just right, or just not, and which place is told then.
import assert from "node:assert/strict";
import test from "node:test";
import { isOff } from "../../src/mha_book/editor/results.js";
import { judge as judgeRun } from "../../src/mha_book/editor/verdict.js";
import { sayCell, sayVerdict as sayRun } from "../../src/mha_book/editor/words.js";
import { judge, readShape } from "../../src/mha_book/exercises/verdict.js";
import { sayVerdict } from "../../src/mha_book/exercises/words.js";
import { references } from "./helpers.mjs";

test("what is off by the tolerance is right, and by more is not", () => {
  const exercise = { kind: "numbers", tolerance: 0.5 };
  const draw = { right: [1, 3], wrong: [] };
  assert.equal(judge(exercise, draw, [1.5, 2.5]).is, "right");
  assert.deepEqual(judge(exercise, draw, [1, 3.75]), { is: "unknown", at: 1 });
});

test("an infinity is near itself alone, and so is what is no number", () => {
  const odd = ["Infinity", "-Infinity", "NaN", 3, 0];
  const given = (value) => ({ results: [{ family: 2, shape: [1], values: [value] }] });
  for (const right of odd)
    for (const found of odd) {
      const calls = [{ right: given(right), tolerance: 1e-4 }];
      const { is } = judgeRun({ calls, telling: [], known: [] }, { calls: [given(found)] });
      assert.equal(is, found === right ? "right" : "unknown", `${found}, ${right}`);
    }
});

test("what is off from 0 by the tolerance is near it", () => {
  const given = (value) => ({ results: [{ family: 2, shape: [1], values: [value] }] });
  const calls = [{ right: given(0), tolerance: 1e-4 }];
  const isOf = (value) => judgeRun({ calls, telling: [], known: [] }, { calls: [given(value)] }).is;
  assert.deepEqual([5e-5, 2e-4].map(isOf), ["right", "unknown"]);
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
  assert.equal(said, "*how* has -∞ for 0; the book’s is 1.");
  const part = { name: "attend", calls: [{}, {}, {}], faults: [] };
  assert.equal(sayRun(part, {}, { is: "right" }), "✓ `attend` is right, on 3 calls.");
});

test("of a mask that nobody is known to draw the first wrong place is told, square or not", () => {
  const shapes = new Set();
  const masks = Object.values(references.exercises)
    .flat()
    .filter(({ kind }) => kind === "mask");
  const pairs = masks.flatMap((exercise) => exercise.draws.map((draw) => [exercise, draw]));
  for (const [exercise, draw] of pairs)
    draw.labels.forEach((row, i) =>
      draw.columns.forEach((column, j) => {
        const at = i * draw.columns.length + j;
        const verdict = judge(exercise, draw, draw.right.with(at, 1 - draw.right[at]));
        if (verdict.is !== "unknown") return;
        shapes.add(draw.labels.length === draw.columns.length);
        assert.equal(verdict.at, at);
        const told = sayVerdict(exercise, draw, verdict);
        assert.ok(told.endsWith(`where *${row}* looks at *${column}*.`), told);
      }),
    );
  assert.equal(shapes.size, 2);
});

test("the first field that differs is told, and the first mistake that gives an answer", () => {
  const draw = {
    right: [[2, 3], 5, 7],
    wrong: [
      [[1], [[2, 3], 6, 7]],
      [[2], [[2, 3], 6, 7]],
    ],
  };
  const judged = (...answer) => judge({ kind: "shape", tolerance: 0.5 }, draw, answer);
  assert.deepEqual(judged([2, 3], [5], [7]), { is: "right" }); // "5" is read as a shape
  assert.deepEqual(judged([2, 3], [6], [7]), { is: "fault", faults: [1] });
  assert.deepEqual(judged([2, 3], [8], [9]), { is: "unknown", at: 1 });
  assert.deepEqual(judged([3, 2], [5], [7]), { is: "unknown", at: 0 });
  assert.deepEqual(judged([2, 3, 1], [5], [7]), { is: "unknown", at: 0 });
  assert.deepEqual(judged([2], [5], [7]), { is: "unknown", at: 0 });
});

test("of several faulty lines the first is blamed, and of several mistakes the first", () => {
  const draw = {
    right: [[0, 1, 2]],
    wrong: [
      [[6], [1, 0, 2]],
      [[7], [1, 0, 2]],
    ],
    blames: [null, null, null, 4, 5],
  };
  const judged = (...answer) => judge({ kind: "order" }, draw, answer);
  assert.deepEqual(judged(0, 4, 3), { is: "fault", faults: [5], at: 1 });
  assert.deepEqual(judged(0, 3, 4), { is: "fault", faults: [4], at: 1 });
  assert.deepEqual(judged(1, 0, 2), { is: "fault", faults: [6] });
  assert.deepEqual(judged(0), { is: "short", lacking: 2 });
});
