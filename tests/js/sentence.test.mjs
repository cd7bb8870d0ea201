// SentenceExplorer without a page: its inputs, and what heads that are off have moved.
import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  isLinked,
  isValid,
  movedOf,
  nested,
  readInputs,
  recordOf,
  summary,
  toggled,
} from "../../src/mha_book/explorers/sentence/compute.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

test("the shown head, and what has moved, are Python's", () => {
  for (const state of references.sentence) {
    const inputs = readInputs(modelOf(state));
    assertClose(compute(recordOf(state.answer), inputs).weights, state.weights, 0);
    assertClose(movedOf(state.answer) ?? [], state.moved);
    if (!state.moved.length) continue;
    const told = summary(state.moved, inputs.silenced);
    const isLast = inputs.silenced.every(([layer]) => layer === state.moved.length - 1);
    assert.equal(told === null, isLast); // no layer comes after the last
    if (isLast) continue;
    const { first, most, average } = told;
    const later = state.moved.slice(first).flat();
    assert.equal(most.share, Math.max(...later));
    assert.equal(state.moved[most.layer][most.head], most.share);
    assertClose(average, later.reduce((a, b) => a + b) / later.length);
    assert.equal(Math.max(...state.moved.slice(0, first).flat()), 0); // they cannot notice
  }
});

test("a sentence that the address brings is told from one that was typed", () => {
  const link = (name, sentence) =>
    `#${new URLSearchParams({ explorer: name, sentence: JSON.stringify(sentence) })}`;
  const model = modelOf({ name: "sentence", sentence: "Who?" });
  assert.ok(isLinked(model, link("sentence", "Who?")));
  const others = [link("sentence", "Why?"), link("browser", "Who?"), "#end", ""];
  assert.ok(others.every((hash) => !isLinked(model, hash)));
});

test("a damaged input is refused", () => {
  const [state] = references.sentence;
  const heads = [
    [[0, 12]],
    [
      [0, 1],
      [0, 1],
    ],
    [
      [1, 0],
      [0, 1],
    ],
    [[0]],
    "01",
    [3],
  ];
  assertRefuses(isValid, state, INPUTS, [
    ["sentence", " "],
    ["sentence", "a".repeat(301)],
    ["sentence", 3],
    ...heads.map((value) => ["silenced", value]),
    ["layer", 6],
    ["head", -1],
  ]);
});

test("letters are counted as Python counts them, those of two halves too", () => {
  const isWithin = isValid(modelOf(references.sentence[0]));
  assert.ok(isWithin("sentence", "🐕".repeat(300)));
  assert.equal(isWithin("sentence", "🐕".repeat(301)), false);
});

test("a head is switched off and on, in order", () => {
  const two = toggled(toggled([], { layer: 1, head: 3 }), { layer: 0, head: 11 });
  assert.deepEqual(two, [
    [0, 11],
    [1, 3],
  ]);
  assert.deepEqual(toggled(two, { layer: 1, head: 3 }), [[0, 11]]);
});

test("after the last layer nobody can notice", () => {
  assert.equal(summary([[0], [0]], [[1, 0]]), null);
});

test("a layer's numbers become its heads' tables", () => {
  const layer = Float32Array.from({ length: 8 }, (_, k) => k);
  assert.deepEqual(nested([layer], 2, 2), [
    [
      [
        [0, 1],
        [2, 3],
      ],
      [
        [4, 5],
        [6, 7],
      ],
    ],
  ]);
});
