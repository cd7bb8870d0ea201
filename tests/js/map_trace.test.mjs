import assert from "node:assert/strict";
import test from "node:test";
import {
  MATRICES,
  OPS,
  cellsOf,
  evaluate,
  hiddenBy,
  parseCell,
} from "../../src/mha_book/explorers/map/compute.js";
import { fedBy, follower, parentsOf, traceOf } from "../../src/mha_book/explorers/map/trace.js";
import { explainTrace } from "../../src/mha_book/explorers/map/words.js";
import { references } from "./helpers.mjs";
import { computed, everyCell } from "./map_state.mjs";

// Every combination of switches, with numbers so small that none is rounded away.
const tracedStates = () => {
  const small = (state) =>
    MATRICES.map((name) => [name, state[name].map((row) => row.map((x) => x / 10))]);
  return references.map
    .slice(0, 16)
    .map((state) => ({ ...state, ...Object.fromEntries(small(state)) }));
};

const nudged = (table, i, j) =>
  table.map((row, a) => row.map((x, b) => (a === i && b === j ? x + 0.5 : x)));

test("a trace follows the causal mask when it is switched", () => {
  const [{ blocks, inputs }] = tracedStates().map(computed);
  const far = (causal) => traceOf(blocks, { ...inputs, causal }, "weights0:0,0").parents.size;
  assert.deepEqual([false, true, false].map(far), [3, 1, 3]);
});

test("what is told of a number is kept while numbers alone change, and no longer", () => {
  const follow = follower();
  const [{ blocks, inputs }] = tracedStates().map(computed);
  const first = follow(blocks, inputs, "q0:0,0");
  assert.deepEqual(first.trace, traceOf(blocks, inputs, "q0:0,0"));
  assert.equal(first.fed.size, 0);
  assert.equal(follow(blocks, { ...inputs, embeddings: [] }, "q0:0,0"), first);
  const given = follow(blocks, inputs, "x:0,0");
  assert.deepEqual(given.fed, fedBy(blocks, inputs, "x:0,0"));
  const masked = { ...inputs, causal: !inputs.causal };
  assert.notDeepEqual(follow(blocks, masked, "x:0,0").fed, given.fed);
  assert.equal(follow(blocks, inputs, "").fed.size, 0);
});

test("a number is made from those that change it", () => {
  for (const state of tracedStates()) {
    const { blocks, inputs, values } = computed(state);
    const isHidden = hiddenBy(inputs);
    for (const cell of everyCell(blocks)) {
      const { name, i, j } = parseCell(cell);
      const block = blocks.find((each) => each.name === name);
      const tables = block.inputs.map((source) => values[source]);
      const valueOf = (given) => OPS[block.op].value(given, block, i, j, isHidden);
      const changes = (source) => {
        const at = parseCell(source);
        const table = (one) => (one === values[at.name] ? nudged(one, at.i, at.j) : one);
        return valueOf(tables.map(table)) !== valueOf(tables);
      };
      // A weight that is hidden stays 0; the only score of a row gives 1, whatever it is.
      const isFixed = (source) =>
        source.startsWith("weights") && isHidden(parseCell(source).i, parseCell(source).j);
      const isAlone = block.op === "softmax" && inputs.causal && i === 0 && j === 0;
      const candidates = blocks.filter((each) => block.inputs.includes(each.name));
      const found = everyCell(candidates).filter((source) => !isFixed(source) && changes(source));
      const expected = isAlone ? [`${block.inputs[0]}:0,0`] : found;
      const parents = parentsOf(blocks, inputs, cell);
      assert.deepEqual(parents.toSorted(), expected.toSorted(), cell);
    }
  }
});

test("a given number has a part in those that change with it, and is in their traces", () => {
  for (const state of tracedStates().filter(({ causal }) => !causal)) {
    const { blocks, inputs, values } = computed(state);
    for (const block of blocks.filter(({ op }) => op === "given"))
      for (const cell of cellsOf(block)) {
        const { i, j } = parseCell(cell);
        const { given, first } = block;
        const others = evaluate(blocks, {
          ...inputs,
          [given]: nudged(inputs[given], first + i, j),
        });
        const hasChanged = (each) => {
          const { name, i: a, j: b } = parseCell(each);
          return values[name][a][b] !== others[name][a][b];
        };
        const changed = everyCell(blocks).filter((each) => each !== cell && hasChanged(each));
        assert.deepEqual([...fedBy(blocks, inputs, cell)].toSorted(), changed.toSorted(), cell);
        for (const each of changed) {
          const { parents, older } = traceOf(blocks, inputs, each);
          assert.ok(parents.has(cell) !== older.has(cell), `${cell} of ${each}`);
        }
      }
  }
  assert.deepEqual(traceOf([], {}, ""), { parents: new Set(), older: new Set() });
});

test("how far a trace reaches is said in words", () => {
  const sets = (a, b) => ({ parents: new Set(a), older: new Set(b) });
  assert.equal(explainTrace(sets([], []), new Set()), "");
  assert.equal(
    explainTrace(sets([], []), new Set(["x:0,0"])),
    "1 number depends on it (it did not fade).",
  );
  const fed = new Set(["x:0,0", "q0:0,0", "output:0,0"]);
  const some = "2 numbers depend on it (they did not fade), and 1 more in later steps.";
  assert.equal(explainTrace(sets([], []), fed, 1), some);
  const none = "3 numbers depend on it in later steps, still empty.";
  assert.equal(explainTrace(sets([], []), fed, 3), none);
  assert.equal(explainTrace(sets(["x:0,0"], [])), "Made from 1 number.");
  const one = "Made from 1 number, which comes from 2 earlier numbers.";
  assert.equal(explainTrace(sets(["masked0:0,0"], ["q0:0,0", "k0:0,0"])), one);
  const far = "Made from 2 numbers, which come from 1 earlier number.";
  assert.equal(explainTrace(sets(["q0:0,0", "k0:0,0"], ["x:0,0"])), far);
});
