import assert from "node:assert/strict";
import test from "node:test";
import { tableName } from "../../src/mha_book/explorers/map/name_words.js";
import * as german from "../../src/mha_book/explorers/map/name_words.de.js";
import { sayOptions } from "../../src/mha_book/explorers/map/option_words.js";
import { references } from "./helpers.mjs";
import { computed } from "./map_state.mjs";

test("every table has a name of its own that a person would say", () => {
  for (const state of references.map) {
    const { blocks } = computed(state);
    const names = blocks.map((block) => tableName(block, false));
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[A-Z][A-Za-z_,’ 0-9]+, (1 row|[23] rows)$/);
  }
  const { blocks } = computed(references.map.find(({ num_heads }) => num_heads === 2));
  const nameOf = (name, ...more) =>
    tableName(
      blocks.find((each) => each.name === name),
      ...more,
    );
  assert.equal(nameOf("scores0", false), "Scores of head 0, 3 rows");
  assert.equal(nameOf("k1", true), "Keys of head 1, transposed, 1 row");
  assert.equal(nameOf("w_o", true), "W_o, which makes the output, transposed, 2 rows");
});

test("one number and several have their German words", () => {
  assert.deepEqual([1, 36].map(german.numbers), ["1 Zahl", "36 Zahlen"]);
  assert.deepEqual([1, 4].map(german.earlier), ["1 früheren Zahl", "4 früheren Zahlen"]);
});

test("the options are said as they are", () => {
  for (const state of references.map) {
    const said = sayOptions(state);
    assert.equal(said.includes("two heads"), state.num_heads === 2);
    assert.equal(said.includes("weight split"), state.design === "split");
    assert.equal(said.includes("no mask"), !state.causal);
    assert.equal(said.includes("no positions"), !state.placed);
  }
});
