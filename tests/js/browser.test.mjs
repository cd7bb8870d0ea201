import assert from "node:assert/strict";
import test from "node:test";
import { createChoice } from "../../src/mha_book/explorers/browser/choice.js";
import {
  INPUTS,
  compute,
  derive,
  isValid,
  patternsOf,
  readInputs,
} from "../../src/mha_book/explorers/browser/compute.js";
import {
  LEAST,
  linesAt,
  linesOf,
  opacityOf,
  widthOf,
} from "../../src/mha_book/explorers/browser/pairs.js";
import { linesNote } from "../../src/mha_book/explorers/browser/words.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

test("weights and strongest keys are Python's", () => {
  for (const state of references.browser) {
    const { weights, strongest } = compute(state.records, readInputs(modelOf(state)));
    assertClose(weights, state.weights, 0);
    assert.deepEqual(strongest, state.strongest);
  }
});

test("each of Python's weights has its line, or is told to have none", () => {
  for (const state of references.browser) {
    const { record, lines } = compute(state.records, readInputs(modelOf(state)));
    const all = state.weights.flatMap((row, i) => row.map((weight, j) => ({ i, j, weight })));
    const inOrder = lines.drawn.toSorted((a, b) => a.i - b.i || a.j - b.j);
    assert.deepEqual(
      inOrder,
      all.filter(({ weight }) => weight >= LEAST),
    );
    const heads = record.weights.flat();
    const never = all.filter(({ i, j }) => heads.every((head) => head[i][j] === 0));
    assert.equal(lines.masked, never.length);
    assert.equal(lines.drawn.length + lines.leftOut + lines.masked, all.length);
    const [some, every] = [lines.drawn, all].map((list) => list.reduce((s, l) => s + l.weight, 0));
    assertClose(lines.share * every, every - some);
  }
});

test("the weights left out are counted, and the masked ones apart", () => {
  const head = [
    [1, 0, 0],
    [0.995, 0.005, 0],
    [0.49, 0.51, 0],
  ];
  const other = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const lines = linesOf({ weights: [[head], [other]] }, head);
  assert.deepEqual(
    lines.drawn.map(({ i, j }) => [i, j]),
    [
      [2, 0],
      [2, 1],
      [1, 0],
      [0, 0],
    ],
  );
  assert.deepEqual([lines.leftOut, lines.masked], [2, 3]);
  const told = "2 below 0.01 are left out (0.2\u00a0% of all weight); 3 get 0 in every head";
  assert.equal(linesNote(lines), `4 of 9 pairs have a line; ${told}, as masked pairs do.`);
  const alone = linesNote({ drawn: [1], leftOut: 1, masked: 0, share: 0 });
  assert.match(alone, /^1 of 2 .*; 1 below 0.01 is left out \(0.0\s% of all weight\)\.$/);
});

test("twice the weight is twice as thick, and more of it is seen", () => {
  assertClose([0, 0.1, 0.2, 1].map(widthOf), [0, 1, 2, 10]);
  assert.ok(opacityOf(LEAST) > 0.3 && opacityOf(0.5) > opacityOf(LEAST));
  assert.equal(opacityOf(1), 1);
});

test("a query and its cells have its row's lines, a key its column's, a head none", () => {
  const lines = [0, 1].flatMap((i) => [0, 1].map((j) => ({ i, j })));
  const placesAt = (chosen) => linesAt(lines, chosen).map((line) => lines.indexOf(line));
  assert.deepEqual(placesAt({ i: 0 }), [0, 1]);
  assert.deepEqual(placesAt({ i: 0, j: 1 }), [0, 1]);
  assert.deepEqual(placesAt({ j: 1 }), [1, 3]);
  assert.deepEqual(placesAt({ layer: 0, head: 1 }), []);
  assert.deepEqual(placesAt(null), []);
});

test("what is held stays until it is pressed again, left by the focus, or let go", () => {
  let shown = 0;
  const choice = createChoice(() => shown++);
  const [a, b] = [{ i: 1 }, { i: 1, j: 2 }];
  choice.point(a);
  choice.leave();
  assert.deepEqual([choice.now(), shown], [null, 2]);
  choice.press(a);
  choice.point(b);
  choice.leave();
  assert.deepEqual([choice.now(), choice.isHeld(), shown], [a, true, 3]);
  assert.ok((choice.enter({ i: 1 }), choice.isHeld())); // the window comes back to the front
  choice.press(b); // another is held instead
  assert.deepEqual([choice.now(), choice.isHeld()], [b, true]);
  choice.enter(a);
  assert.deepEqual([choice.now(), choice.isHeld()], [a, false]);
  choice.press(b);
  choice.press({ ...b });
  assert.deepEqual([choice.now(), choice.isHeld()], [b, false]);
  choice.press(b);
  choice.release();
  assert.deepEqual([choice.now(), choice.isHeld()], [null, false]);
});

test("a head has the pattern that its means tell", () => {
  const previous = [
    [1, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const even = [
    [1, 0, 0],
    [0.5, 0.5, 0],
    [0.4, 0.3, 0.3],
  ];
  const nothing = previous.map((row) => row.map(() => 0));
  const heads = patternsOf({ weights: [[previous, even, nothing]], tokens: ["a", "b", "c"] })[0];
  const words = ["mostly the previous token", "spread evenly", "nothing to attend to"];
  assert.deepEqual(
    heads.map((head) => head.name),
    words,
  );
});

test("a head that looks behind earlier copies is an induction head, where enough tell", () => {
  const letters = [..."abcdabcd"];
  const behind = letters.map((_, i) => letters.map((__, j) => Number(j === (i < 4 ? i : i - 3))));
  const named = (tokens, weights) => patternsOf({ weights: [[weights]], tokens })[0][0].name;
  assert.equal(named(letters, behind), "induction");
  assert.equal(named([..."abcdabce"], behind), "induction"); // three rows are enough
  // Of two rows with a copy no more is told than of any others.
  const two = [..."abcdabef"];
  assert.notEqual(named(two, behind), "induction");
});

test("another model takes what it has", () => {
  const weights = [[[[1]]], [[[1]]]];
  const record = (model, epoch) => ({ model, sentence: "go", epoch, tokens: ["go"], weights });
  const records = [record("a", 7), record("b", 2), record("b", 9)];
  const state = { records, model: "a", sentence: "go", epoch: 7, layer: 1, head: 0 };
  const derived = derive(modelOf(state))({ model: "b" });
  assert.deepEqual(derived, { model: "b", sentence: "go", epoch: 9, layer: 1, head: 0 });
});

test("what no record has is refused", () => {
  assertRefuses(isValid, references.browser[0], INPUTS, [
    ["model", "huge"],
    ["sentence", "no"],
    ["epoch", 2],
    ["epoch", "1"],
    ["layer", 9],
    ["layer", "1"],
    ["head", 12],
    ["head", -2],
    ["head", 0.5],
    ["decimals", 8],
  ]);
  const only = { model: "a", sentence: "b", epoch: 1, tokens: ["c"], weights: [[[[1]]]] };
  const values = { ...only, records: [only], layer: 0, head: 0, decimals: 2 };
  const isHead = isValid(modelOf(values));
  assert.ok(isHead("head", 0) && !isHead("head", -1)); // a single head has no average
});

test("between two numbers as near the first one is taken", () => {
  const about = { model: "a", sentence: "b", tokens: ["c"], weights: [[[[1]]]] };
  const records = [1, 3].map((epoch) => ({ ...about, epoch }));
  const wanted = { model: "a", sentence: "b", epoch: 2, layer: 0, head: 0 };
  assert.equal(readInputs(modelOf({ ...wanted, records })).epoch, 1);
});
