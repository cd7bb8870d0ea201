import assert from "node:assert/strict";
import test from "node:test";
import { isFit, rowsOf } from "../../src/mha_book/editor/results.js";
import { OPS, cellOf } from "../../src/mha_book/explorers/map/compute.js";
import { parentsOf } from "../../src/mha_book/explorers/map/trace.js";
import { assertClose, references } from "./helpers.mjs";

const { shown } = references.editor["attention-by-hand"][0];
const { blocks } = shown.map;

test("what is lit with a number of the output is what the book's is made from", () => {
  const [output, weights] = shown.right.results.map(rowsOf);
  const tables = { x: rowsOf(shown.args[0]), weights, output };
  const mix = blocks.at(-1);
  const factors = mix.inputs.map((name) => tables[name]);
  assertClose(OPS.mix.value(factors, mix, 1, 0), output[1][0], 1e-4);
  const lit = parentsOf(blocks, {}, cellOf("output", 1, 0)).toSorted();
  const row = [0, 1, 2].map((k) => cellOf("weights", 1, k));
  assert.deepEqual(lit, [...row, ...[0, 1, 2].map((k) => cellOf("x", k, 0))]);
});

test("drawn is what has the tables' shapes, and no number needs to be finite", () => {
  const [output, weights] = shown.right.results;
  assert.ok(isFit(shown, shown.right));
  for (const results of [[output], [weights, output], [output, output], undefined])
    assert.equal(isFit(shown, { results }), false);
  assert.equal(isFit(shown, undefined), false);
  const strange = { shape: [1, 3], values: ["NaN", "-Infinity", 2] };
  assert.deepEqual(rowsOf(strange), [[NaN, -Infinity, 2]]);
});
