import assert from "node:assert/strict";
import test from "node:test";
import { patternOf } from "../../src/mha_book/explorers/browser/patterns.js";
import {
  explainChoice,
  headName,
  patternFacts,
  valueNames,
} from "../../src/mha_book/explorers/browser/words.js";
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
  const name = "a row's largest weight ÷ its even share";
  assert.deepEqual(patternFacts(patternOf(own, tokens), 2).at(-1), [name, "2.50"]);
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
