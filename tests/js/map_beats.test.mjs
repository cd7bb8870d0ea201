import assert from "node:assert/strict";
import test from "node:test";
import { beatsOf, travellersOf } from "../../src/mha_book/explorers/map/beats.js";
import { cellsOf, parseCell } from "../../src/mha_book/explorers/map/compute.js";
import { parentsOf } from "../../src/mha_book/explorers/map/trace.js";
import { references } from "./helpers.mjs";
import { computed } from "./map_state.mjs";

const everyStep = () =>
  references.map.slice(0, 16).flatMap((state) => {
    const { blocks, inputs } = computed(state);
    return state.steps.map((_, k) => ({ blocks, inputs, beats: beatsOf(blocks, inputs, k + 1) }));
  });

const stepOf = (blocks, cell) => blocks.find(({ name }) => name === parseCell(cell).name).step;

test("a step moves every number that it makes, once, after those that it is made from", () => {
  for (const { blocks, inputs, beats } of everyStep()) {
    const made = beats.flatMap(({ cells }) => cells);
    const names = new Set(beats.map(({ block }) => block));
    const all = blocks.filter(({ name }) => names.has(name));
    assert.deepEqual(made.toSorted(), all.flatMap(cellsOf).toSorted());
    const step = stepOf(blocks, made[0]);
    const computedThere = blocks.filter((each) => each.step === step && each.op !== "given");
    assert.ok(computedThere.every(({ name }) => names.has(name)));
    const when = new Map(beats.flatMap(({ at, cells }) => cells.map((cell) => [cell, at])));
    for (const [cell, at] of when)
      for (const parent of parentsOf(blocks, inputs, cell))
        assert.ok(at > (when.get(parent) ?? -1), `${cell} of ${parent}`);
  }
});

test("a block begins after all of what it is made from in the same step", () => {
  let count = 0;
  for (const { blocks, beats } of everyStep()) {
    const beatOf = (name, choose) =>
      choose(...beats.filter(({ block }) => block === name).map(({ at }) => at));
    const made = new Set(beats.map(({ block }) => block));
    for (const { name, inputs } of blocks.filter((block) => made.has(block.name)))
      for (const source of inputs.filter((each) => made.has(each))) {
        assert.ok(beatOf(name, Math.min) > beatOf(source, Math.max), `${name} of ${source}`);
        count += 1;
      }
  }
  assert.ok(count > 0);
});

test("no step has more than nine beats, so that none is long", () => {
  const counts = everyStep().map(({ beats }) => 1 + Math.max(...beats.map(({ at }) => at)));
  assert.ok(Math.min(...counts) >= 3 && Math.max(...counts) <= 9, counts);
});

test("what travels is what a number is made from, and meets what it is multiplied with", () => {
  for (const { blocks, inputs, beats } of everyStep())
    for (const { block, cells, trips } of beats) {
      const { op } = blocks.find(({ name }) => name === block);
      const isProduct = ["product", "score", "mix"].includes(op);
      const parents = cells.flatMap((cell) => parentsOf(blocks, inputs, cell));
      for (const [from, to] of trips) {
        assert.ok(parents.includes(from), from);
        assert.ok((isProduct ? parents : cells).includes(to), to);
      }
      if (isProduct) assert.deepEqual(trips.flat().toSorted(), parents.toSorted());
    }
});

test("the row of a query slides over the keys, and one number has one traveller for a block", () => {
  const state = references.map.find((each) => each.num_heads === 1 && each.design === "wrapper");
  const { blocks, inputs } = computed(state);
  const [first] = travellersOf(beatsOf(blocks, inputs, 3));
  const stops = ["k0:0,0", "k0:1,0", "k0:2,0"].map((to, at) => ({ at, to }));
  assert.deepEqual(first, { from: "q0:0,0", stops });
  const project = travellersOf(beatsOf(blocks, inputs, 2));
  assert.equal(project.filter(({ from }) => from === "x:0,0").length, 3); // to W_q, W_k, W_v
});

test("what travels is at one place at a time", () => {
  for (const { beats } of everyStep())
    for (const { from, stops } of travellersOf(beats))
      assert.equal(new Set(stops.map(({ at }) => at)).size, stops.length, from);
});

test("nothing travels from where a word may not look", () => {
  const { blocks, inputs } = computed({ ...references.map[0], causal: true });
  for (const step of [4, 5, 6])
    for (const { from } of travellersOf(beatsOf(blocks, inputs, step))) {
      const { name, i, j } = parseCell(from);
      assert.ok(!/scores|masked|weights/.test(name) || j <= i, from);
    }
});
