import assert from "node:assert/strict";
import test from "node:test";
import {
  compareWith,
  otherValues,
  sharesOf,
  summaryOf,
} from "../../src/mha_book/explorers/map/compare.js";
import * as words from "../../src/mha_book/explorers/map/compare_said.js";
import { tasksOf } from "../../src/mha_book/explorers/map/tasks.js";
import { assertClose, references, taskOf } from "./helpers.mjs";
import { computed, everyCell } from "./map_state.mjs";

const holding = references.map.filter(({ from_held: found }) => found);

// A state, compared with what is held.
const compared = (state) => {
  const setting = computed(state);
  return { ...setting, found: compareWith(setting.model, setting.inputs, setting.values) };
};
const [state] = references.map;
const plain = { ...state, num_heads: 2, design: "wrapper", causal: false, placed: false, step: 0 };
const heldAs = (start, values) => compared({ ...start, held: { ...start, ...values } });

test("each number has moved as far as PyTorch says, and so has the whole", () => {
  assert.ok(holding.length > 10);
  for (const { from_held: expected, ...rest } of holding) {
    const { found, values, blocks } = compared(rest);
    assert.equal(found.common, expected.common);
    const moved = expected.moved.map(([cell, by]) => [cell, by ?? Infinity]);
    assertClose(Object.fromEntries(found.moved), Object.fromEntries(moved));
    const isTyped = ([cell]) =>
      blocks.some(({ name, op }) => op === "given" && cell.startsWith(`${name}:`));
    const results = moved.filter((each) => !isTyped(each));
    assert.equal(found.first, [...results, ...moved, [""]][0][0]); // what was typed is known
    const whole = summaryOf(found, values);
    const isShared = (name) => found.both.some((block) => block.name === name);
    const others = Object.keys({ ...values, ...found.there }).filter((name) => !isShared(name));
    assert.ok(expected.same_shapes ? whole.odd === null : others.includes(whole.odd.name));
    assert.equal(whole.hasSameSums, expected.same_sums);
    assertClose(whole.apart, expected.apart);
  }
});

test("what is printed of the other state is what has moved there, and else the same", () => {
  const { found, values } = heldAs({ ...plain, causal: true }, { causal: false });
  const other = otherValues(found, values);
  assert.deepEqual(Object.keys(other), Object.keys(values));
  assert.ok(values.masked0[0][2] === -Infinity && Number.isFinite(other.masked0[0][2]));
  assert.notDeepEqual(other.output, values.output);
  assert.deepEqual(other.scores0, values.scores0);
  const { found: fewer, values: all } = heldAs({ ...plain }, { num_heads: 1 });
  assert.deepEqual(otherValues(fewer, all).weights1, all.weights1); // there is none
  assert.deepEqual(otherValues({}, all), all);
});

test("a shade is a share of the farthest, and to −∞ is as far", () => {
  const moved = new Map([
    ["x:0,0", 0.5],
    ["q0:0,0", 2],
    ["masked0:0,1", Infinity],
  ]);
  assert.deepEqual([...sharesOf({ moved }).values()], [0.25, 1, 1]);
  assert.equal(sharesOf({ moved: new Map() }).size, 0);
  assert.deepEqual([...sharesOf({ moved: new Map([["masked0:0,1", Infinity]]) }).values()], [1]);
});

test("a mask moves numbers and neither shapes nor sums, a design moves none", () => {
  const masked = heldAs({ ...plain, causal: true }, { causal: false });
  const said = words.explainHeld(masked.found, masked);
  assert.match(said, /^\d+ of \d+ numbers differ from what you kept\. The longer its bar, /);
  assert.match(
    said,
    /The first has a ring: Masked scores of head 0, row “how”, column “are”, from −?[\d.]+ to −∞\. Shapes and row sums are the same; /,
  );
  assert.match(said, /; the outputs are up to [\d.e−]+ apart\.$/);
  const split = heldAs({ ...plain, design: "split" }, { design: "wrapper" });
  assert.equal(
    words.explainHeld(split.found, split),
    `None of ${split.found.common} numbers differs from what you kept. ` +
      "Row sums and outputs are the same; only one of the two has W_q.",
  );
  assert.doesNotMatch(words.explainHeld(masked.found, masked, true), /bar|ring/); // in brief
});

test("a row of weights that has another sum is told", () => {
  const { found, values } = heldAs({ ...plain, causal: true }, { causal: false });
  const weights0 = values.weights0.map((row) => row.map((weight) => weight / 2));
  assert.match(
    words.sayWhole(found, { ...values, weights0 }),
    /^Shapes are the same; .* and the row sums differ\.$/,
  );
});

test("a number that is read says what it was", () => {
  const setting = heldAs({ ...plain, causal: true, num_heads: 1 }, { causal: false, num_heads: 2 });
  const say = (cell, inputs = setting.inputs) =>
    words.explainThere(cell, setting.found, { ...setting, inputs });
  for (const cell of everyCell(setting.blocks)) {
    const [, was] = say(cell).match(/^It was (−?[\d.]+|the same) in what you kept\.$/) ?? [];
    const isShared = setting.found.both.some(({ name }) => cell.startsWith(`${name}:`));
    if (!isShared) assert.equal(say(cell), "What you kept has no such number.");
    else assert.equal(was !== "the same", setting.found.changed.has(cell), cell);
  }
  assert.equal(say("weights0:0,0", { ...setting.inputs, step: 4 }), ""); // not made yet
});

test("how far the outputs are apart is said with digits that are not all 0", () => {
  assert.equal(words.farApart(0.314), "0.31");
  assert.equal(words.farApart(0.00012), "1.2e−4");
});

const alter = (matrix) => matrix.map((row, i) => (i ? row : [row[0] > 0 ? -9 : 9, row[1]]));

test("the output moves alone where W_o alone is other than what is kept", () => {
  const start = { ...plain, held: {}, compare: "", cell: "" };
  const { on, told } = taskOf(tasksOf, start, /the output alone moves/);
  const held = start;
  assert.ok(!on({}));
  assert.ok(!on({ out: alter(start.out) })); // nothing is kept
  assert.ok(!on({ held }));
  assert.ok(!on({ held, value: alter(start.value) }));
  assert.ok(!on({ held, value: alter(start.value), out: alter(start.out) }));
  assert.ok(on({ held, out: alter(start.out) }));
  assert.match(told(), /outputs are up to [\d.]+ apart/);
});

test("the row that stays is the last word's, read where a turned mask is compared", () => {
  const start = { ...plain, causal: true, held: {}, compare: "", cell: "", step: 5 };
  const { on, told } = taskOf(tasksOf, start, /does not move/);
  const done = { causal: false, held: start, cell: "output:2,0", step: 8 };
  assert.ok(on(done));
  assert.match(told(), /^“you” comes last/);
  assert.ok(on({ ...done, step: 0 }));
  for (const wrong of [
    { causal: true },
    { held: {} },
    { cell: "output:1,1" },
    { cell: "" },
    { step: 7 },
    { out: alter(start.out) }, // then it has moved
  ])
    assert.ok(!on({ ...done, ...wrong }), JSON.stringify(wrong));
});
