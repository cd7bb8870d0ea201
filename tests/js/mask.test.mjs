import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  clearPaint,
  compute,
  evenShare,
  flip,
  isSamePair,
  isValid,
  locate,
  readInputs,
} from "../../src/mha_book/explorers/mask/compute.js";
import { emptyRowNote, explain, scoresCaption } from "../../src/mha_book/explorers/mask/words.js";
import { leftOut } from "../../src/mha_book/explorers/mask/tensor.js";
import { assertClose, assertRefuses, modelOf, references, withInfinities } from "./helpers.mjs";

test("mask, scores and weights are PyTorch's", () => {
  for (const state of references.mask)
    assertClose(compute(readInputs(modelOf(state))), withInfinities(state.stages));
});

test("a row is a sentence in a tensor without queries, and in no other table", () => {
  const [state] = references.mask;
  for (const convention of state.conventions) {
    const inputs = { sentence: 1, convention };
    const ofBatch = convention.index.includes("i") ? { b: 1, i: 0, j: 4 } : { b: 0, j: 4 };
    assert.deepEqual(locate({ kind: "tensor", i: 0, j: 4 }, inputs), ofBatch);
    for (const kind of ["mask", "scores", "weights"])
      assert.deepEqual(locate({ kind, i: 0, j: 4 }, inputs), { b: 1, i: 0, j: 4 });
  }
});

test("paint is put on one cell and taken off every one", () => {
  const blank = clearPaint(references.mask[0].painted);
  const painted = flip(blank, { b: 1, i: 2, j: 3 });
  assert.equal(painted[1][2][3], true);
  assert.equal(painted.flat(2).filter(Boolean).length, 1);
  assert.deepEqual(flip(painted, { b: 1, i: 2, j: 3 }), blank);
});

test("two places are the same pair by sentence and key, and by query where both have one", () => {
  const pair = { b: 1, i: 2, j: 3 };
  assert.ok(isSamePair(pair, { ...pair }));
  assert.ok(isSamePair(pair, { b: 1, j: 3 }));
  assert.ok(isSamePair({ b: 1, j: 3 }, pair));
  for (const axis of ["b", "i", "j"]) assert.ok(!isSamePair(pair, { ...pair, [axis]: 0 }), axis);
  assert.ok(!isSamePair(pair, { b: 0, j: 3 }));
  assert.ok(!isSamePair({ b: 1, j: 0 }, pair));
});

test("what no input may be is refused", () => {
  const [state] = references.mask;
  const [rows] = state.painted;
  const short = rows.map((row) => row.slice(1));
  const lengths = [[6], [6, 4, 2], [6, 7], [6, -1], [6, 1.5], [6, null], 6];
  const painted = [[rows], [rows, rows, rows], [rows, rows.slice(1)], [rows, short]];
  painted.push([rows, rows.map((row) => row.map(Number))], ["000000", "000000"]);
  assertRefuses(isValid, state, INPUTS, [
    ...lengths.map((value) => ["lengths", value]),
    ...painted.map((value) => ["painted", value]),
    ...[7, 0.5, true].map((value) => ["window", value]),
    ...[2, 0.5, true].map((value) => ["sentence", value]),
    ...["float", ["boolean"]].map((value) => ["convention", value]),
    ["causal", 1],
    ["padding", "true"],
    ["decimals", 9],
  ]);
});

test("what a tensor cannot say is said once, and only where it is asked for", () => {
  const left_out = ["padding", "later", "window", "painted"].map((what) => [what, what]);
  for (const causal of [false, true])
    for (const window of [0, 1, 3])
      for (const isPainted of [false, true]) {
        const painted = [[[false, isPainted]]];
        const expected = ["padding"];
        if (window) expected.push("window"); // which hides later words itself
        else if (causal) expected.push("later");
        if (isPainted) expected.push("painted");
        assert.deepEqual(leftOut({ convention: { left_out }, causal, window, painted }), expected);
      }
});

test("the root above the scores is that of the width", () => {
  assert.equal(
    scoresCaption([
      [1, 2, 3],
      [4, 5, 6],
    ]),
    "X Xᵀ / √3, hidden: −∞",
  );
});

test("an element of a tensor says what the mask does", () => {
  const state = { ...references.mask[0], causal: true, padding: true, window: 0, lengths: [6, 4] };
  for (const convention of state.conventions) {
    const inputs = readInputs(modelOf({ ...state, convention: convention.name }));
    const result = compute(inputs);
    for (const j of [0, 5]) {
      const cell = convention.index.includes("i") ? { b: 1, i: 3, j } : { b: 1, j };
      const isSeen = cell.i === undefined ? j < 4 : result.mask[1][3][j];
      const said = explain("tensor", cell, inputs, result);
      assert.ok(said.includes(`= ${isSeen ? convention.seen : convention.hidden}: `), said);
      const [yes, no] =
        cell.i === undefined ? ["counts as", "is padding"] : [" may attend", "may not"];
      assert.ok(said.includes(isSeen ? yes : no) && !said.includes(isSeen ? no : yes), said);
    }
  }
});

test("an empty row is told what a finite number would give it", () => {
  assertClose(evenShare(6), 1 / 6);
  assert.ok(emptyRowNote(6, 4).includes("would get 1/6 = 0.1667."));
});
