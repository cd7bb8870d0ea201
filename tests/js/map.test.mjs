import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  STATE,
  SWITCHES,
  derive,
  isValid,
  readInputs,
  stateOf,
} from "../../src/mha_book/explorers/map/compute.js";
import { compareWith } from "../../src/mha_book/explorers/map/compare.js";
import { cuts } from "../../src/mha_book/explorers/map/cuts.js";
import { COMPARISONS, sayChange } from "../../src/mha_book/explorers/map/option_words.js";
import { assertClose, assertRefuses, modelOf, references, withInfinities } from "./helpers.mjs";
import { computed } from "./map_state.mjs";

test("every block's numbers are PyTorch's in every combination of switches", () => {
  const seen = new Set();
  for (const state of references.map) {
    const { inputs, blocks, values } = computed(state);
    const expected = withInfinities(state.values);
    assert.deepEqual(
      blocks.map(({ name }) => name),
      Object.keys(expected),
    );
    assertClose(values, expected);
    seen.add(SWITCHES.map((name) => inputs[name]).join());
  }
  assert.equal(seen.size, 16);
});

test("what no input may be is refused", () => {
  const state = references.map.find(({ num_heads }) => num_heads === 1);
  assertRefuses(isValid, state, INPUTS, [
    ["embeddings", [[1, 2]]],
    ["embeddings", [[1], [2], [3]]],
    [
      "query",
      [
        [1, 2],
        [3, 11],
      ],
    ],
    [
      "key",
      [
        [1, 2],
        [3, "4"],
      ],
    ],
    ["value", 1],
    [
      "out",
      [
        [1, 2],
        [3, null],
      ],
    ],
    ["num_heads", 3],
    ["num_heads", "1"],
    ["design", "stacked"],
    ["causal", 1],
    ["placed", null],
    ["compare", "cell"],
    ["held", "x"],
    ["held", []],
    ["held", null],
    ["held", { cell: "" }],
    ["held", { num_heads: 3 }],
    ["held", { causal: 1 }],
    ["held", { query: [[1, 2]] }],
    ["held", { held: {} }],
    ["fault", "x"],
    ["fault", null],
    ["step", 9],
    ["step", 0.5],
    ["step", -1],
    ["cell", "x:3,0"],
    ["cell", "x:0"],
    ["cell", "scores1:0,0"], // of the head that there is not
    ["cell", null],
  ]);
});

test("a switch that is turned is marked, and lets go what was held", () => {
  const start = { ...references.map[0], held: {}, compare: "" };
  const state = { ...start, num_heads: 2, cell: "scores1:0,0" };
  const model = modelOf(state);
  const gone = { num_heads: 1, compare: "num_heads", cell: "" };
  assert.deepEqual(derive(model)({ num_heads: 1 }), gone);
  assert.deepEqual(derive(model)({ num_heads: 2 }), { num_heads: 2 });
  const walked = { step: (state.step + 1) % 9 };
  assert.deepEqual(derive(model)(walked), { ...walked, cell: "" });
  const turned = { causal: !state.causal };
  assert.deepEqual(derive(model)(turned), { ...turned, compare: "causal", cell: "" });
  const all = { ...turned, compare: "", cell: "x:0,0" };
  assert.deepEqual(derive(model)(all), all);
  assert.equal(readInputs(modelOf({ ...state, num_heads: 1 })).cell, "");
  assert.equal(readInputs(model).cell, "scores1:0,0");
});

test("what is kept is whole, and ends the comparison with a switch, which ends it", () => {
  const state = { ...references.map[0], causal: true, compare: "causal", held: {} };
  const all = { ...stateOf(state), causal: false };
  assert.deepEqual(Object.keys(all), STATE);
  const kept = { held: all, compare: "" };
  assert.deepEqual(derive(modelOf(state))({ held: { causal: false } }), kept);
  const holding = modelOf({ ...state, ...kept });
  assert.deepEqual(derive(holding)({ placed: !state.placed }).compare, undefined); // none is marked
  assert.deepEqual(derive(holding)({ compare: "design" }), { compare: "design", held: {} });
  assert.deepEqual(derive(holding)({ held: {} }), { held: {} });
  // What is changed is seen.
  const reading = derive(modelOf({ ...state, ...kept, other: true }));
  assert.equal(reading({ held: { causal: false } }).other, false);
  assert.equal(reading({ query: state.key }).other, false);
  assert.equal(reading({ query: state.key, other: true }).other, true);
  assert.deepEqual(reading({ step: state.step }), { step: state.step });
});

test("what a switch changes is counted as PyTorch counts it", () => {
  for (const state of references.map) {
    const { model, inputs, values } = computed(state);
    for (const [compare, expected] of Object.entries(state.changes)) {
      const found = compareWith(model, { ...inputs, held: {}, fault: "", compare }, values);
      assert.equal(found.common, expected.common);
      assert.deepEqual([...found.changed].toSorted(), expected.changed.toSorted());
      const said = sayChange({ ...inputs, compare }, found, 4);
      const some = `Dots, from step 4 on: ${expected.changed.length}`;
      const count = expected.changed.length ? some : "None";
      assert.ok(said.startsWith(`${count} of ${expected.common} numbers differ`), said);
    }
    const none = { ...inputs, held: {}, fault: "", compare: "" };
    assert.equal(compareWith(model, none, values).common, 0);
  }
  assert.equal(sayChange({ compare: "" }, {}), "");
  assert.deepEqual(Object.keys(COMPARISONS), ["", ...SWITCHES]);
});

test("the right cut is the map's, each wrong one differs, and all are PyTorch's", () => {
  for (const state of references.map.filter(({ num_heads }) => num_heads === 2)) {
    const { inputs, values } = computed(state);
    const found = cuts(inputs, values.x);
    assertClose(found, state.cuts);
    assertClose(found.right.query, [values.q0, values.q1]);
    assertClose(found.right.output, values.output);
    for (const wrong of ["sliced", "untransposed"])
      assert.throws(() => assertClose(found[wrong], found.right), wrong);
  }
});
