import assert from "node:assert/strict";
import test from "node:test";
import { TARGETS } from "../../src/mha_book/explorers/browser/pattern_words.js";
import { explainChoice } from "../../src/mha_book/explorers/browser/said.js";
import { patternOf } from "../../src/mha_book/explorers/browser/patterns.js";
import { headName, patternFacts, valueNames } from "../../src/mha_book/explorers/browser/words.js";
import { assertClose } from "./helpers.mjs";

test("an even share is one of the keys that may be seen", () => {
  const tokens = ["a", "b", "c", "d"];
  const causal = tokens.map((_, i) => tokens.map((__, j) => (j <= i ? 1 / (i + 1) : 0)));
  const full = tokens.map(() => tokens.map(() => 1 / 4));
  for (const even of [causal, full]) {
    const { peak, name } = patternOf(even, tokens);
    assertClose(peak, 1);
    assert.equal(name, "spread evenly");
  }
  // Twice of what an even row gives: of 4 keys, of the 1 to 4 up to its own.
  const half = full.map((row) => row.map((_, j) => (j === 3 ? 1 / 2 : 1 / 6)));
  assertClose(patternOf(half, tokens).peak, 2);
  const own = causal.map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));
  assertClose(patternOf(own, tokens).peak, (1 + 2 + 3 + 4) / 4);
  const name = "a row’s largest weight, in even shares";
  assert.deepEqual(patternFacts(patternOf(own, tokens), 2).at(-1), [name, "2.50"]);
});

test("a head has the name of the place that gets more than half of its weight", () => {
  const tokens = [..."abcdabcd"];
  const looking = (keyOf, share = 1) =>
    tokens.map((_, i) => tokens.map((__, j) => (j === keyOf(i) ? share : j === 0 ? 1 - share : 0)));
  const nameOf = (weights) => patternOf(weights, tokens).name;
  assert.equal(nameOf(looking((i) => i)), "mostly itself");
  assert.equal(nameOf(looking((i) => Math.min(i + 1, 7))), "mostly the next token");
  assert.equal(nameOf(looking((i) => Math.max(i - 1, 0))), "mostly the previous token");
  assert.equal(nameOf(looking(() => 0)), "mostly the first token");
  assert.equal(nameOf(looking((i) => (i < 4 ? 0 : i - 3))), "induction");
  assert.equal(nameOf(looking((i) => (i * 3 + 2) % 8)), "mixed");
  const half = tokens.map((_, i) => tokens.map((__, j) => (i % 2 === 0 && i === j ? 1 : 0)));
  half.forEach((row, i) => i % 2 && (row[(i + 3) % 8] = 1)); // half of it, no more
  assert.equal(nameOf(half), "mixed");
  assert.equal(nameOf(half.map((row) => row.map(() => 0))), "nothing to attend to");
});

test("a token that stands behind its copy is not the one after the copy", () => {
  const tokens = [..."aabaabaab"];
  const own = tokens.map((_, i) => tokens.map((__, j) => Number(i === j)));
  const { means } = patternOf(own, tokens);
  assert.equal(Object.fromEntries(means)[TARGETS.afterCopy], 0);
});

test("who attends to a key is said of the most, and on average of all", () => {
  const tokens = ["a", "b", "c", "d", "e"];
  const column = [0.1, 0.5, 0.2, 0.4, 0.05];
  const weights = column.map((x) => [1 - x, x, 0, 0, 0]);
  const view = { weights, record: { tokens }, patterns: [] };
  const said = explainChoice({ j: 1 }, view, 3);
  assert.equal(
    said,
    "“b” gets 0.500 from “b”, most of all; 0.400 from “d”; 0.200 from “c”; on average 0.250",
  );
  assert.equal(explainChoice({ j: 2 }, view, 3), "nothing attends to “c”");
});

test("a head is called by its number, and the average by its name", () => {
  assert.equal(headName({ layer: 2, head: 5 }), "layer 2, head 5");
  assert.equal(headName({ layer: 0, head: -1 }), "layer 0, average of the heads");
  assert.equal(valueNames.epoch(7), "epoch 7");
});
