import assert from "node:assert/strict";
import test from "node:test";
import { compareWith, summaryOf } from "../../src/mha_book/explorers/map/compare.js";
import { explainHeld, explainThere } from "../../src/mha_book/explorers/map/compare_said.js";
import { derive, stateOf } from "../../src/mha_book/explorers/map/compute.js";
import { tasksOf } from "../../src/mha_book/explorers/map/tasks.js";
import { assertClose, modelOf, references, taskOf } from "./helpers.mjs";
import { computed, everyCell } from "./map_state.mjs";

const [state] = references.map;
const plain = { ...state, num_heads: 2, design: "wrapper", causal: false, placed: false, step: 0 };
const start = { ...plain, ...references.opened.map, held: {}, compare: "", cell: "" };
const names = Object.keys(state.faults);

const faulty = (values) => {
  const setting = { ...computed({ ...start, ...values }), faults: state.faults };
  const found = compareWith(setting.model, setting.inputs, setting.values);
  return { ...setting, found, said: explainHeld(found, setting) };
};

test("with each fault each number has moved as far as PyTorch says, and so has the whole", () => {
  assert.equal(names.length, 6);
  for (const { from_faults: expected, ...rest } of references.map) {
    for (const fault of names) {
      const { model, inputs, values } = computed({ ...rest, held: {}, fault });
      const found = compareWith(model, inputs, values);
      const { moved, ...whole } = expected[fault];
      const right = moved.map(([cell, by]) => [cell, by ?? Infinity]);
      assertClose(Object.fromEntries(found.moved), Object.fromEntries(right));
      assert.equal(found.first, right[0]?.[0] ?? "");
      assert.equal(found.common, whole.common);
      const { odd, hasSameSums, apart } = summaryOf(found, values);
      assert.deepEqual([odd, hasSameSums], [null, whole.same_sums], fault);
      assertClose(apart, whole.apart);
    }
  }
});

test("a fault says what it moves, first what is right, and what the whole looks like", () => {
  const late = faulty({ fault: "late_mask", causal: true });
  assert.match(
    late.said,
    /^With the fault “The mask comes after the softmax”, \d+ of \d+ numbers move\. The longer its bar, the farther a number has moved\. The first has a ring: Masked scores of head 0, row “how”, column “are”, from −∞ to −?[\d.]+\. Shapes are the same; the outputs are up to [\d.]+ apart and the row sums differ\.$/,
  );
  const { said } = faulty({ fault: "joined_by_view" });
  assert.match(said, /The first has a ring: Joined heads, row “how”, column 1,/);
  assert.match(said, /Shapes and row sums are the same; the outputs are up to 4\.14 apart\.$/);
});

test("where a fault moves nothing, it is said with which switch it does", () => {
  for (const fault of names) {
    const { shows } = state.faults[fault];
    const shown = faulty({ fault, ...shows });
    assert.ok(shown.found.changed.size > 0, fault);
    for (const [name, value] of Object.entries(shows)) {
      const other = typeof value === "number" ? 3 - value : !value;
      const { found, said } = faulty({ fault, ...shows, [name]: other });
      assert.equal(found.changed.size, 0);
      const told = { causal: "the causal mask", num_heads: value === 1 ? "one head" : "two heads" };
      assert.ok(said.endsWith(` numbers moves. It shows with ${told[name]}.`), said);
    }
  }
  const zero = start.out.map((row) => row.map(() => 0));
  const none = { fault: "keys_mixed", key: zero, value: zero };
  assert.match(faulty(none).said, /none of \d+ numbers moves\.$/);
  const unmasked = { fault: "undivided", num_heads: 1, query: zero };
  assert.match(faulty(unmasked).said, /none of \d+ numbers moves\.$/); // it is one head already
});

test("a number that is read says what it would be with the fault", () => {
  const setting = faulty({ fault: "over_queries" });
  for (const cell of everyCell(setting.blocks)) {
    const said = explainThere(cell, setting.found, setting);
    const isMoved = setting.found.changed.has(cell);
    assert.match(
      said,
      isMoved ? /^With the fault it is −?[\d.]+\.$/ : /^With .* it is the same\.$/,
    );
  }
});

test("one comparison ends the others, and a switch is not marked beside a fault", () => {
  const all = { held: stateOf(start), compare: "design", fault: "late_mask" };
  const on = (name) => modelOf({ ...start, [name]: all[name] });
  const off = { held: {}, compare: "", fault: "" };
  for (const name of Object.keys(off))
    for (const other of Object.keys(off).filter((each) => each !== name)) {
      const expected = { [name]: all[name], [other]: off[other] };
      assert.deepEqual(derive(on(other))({ [name]: all[name] }), expected);
    }
  assert.deepEqual(derive(on("fault"))({ causal: true }), { causal: true, cell: "" });
  assert.deepEqual(derive(on("fault"))({ fault: "" }), { fault: "" });
  assert.deepEqual(derive(on("held"))({ fault: "" }), { fault: "" });
});

const opened = { ...start, fault: "late_mask", causal: true };

test("the fault that no weight shows is named by the first number that it moves", () => {
  const { on, told } = taskOf(tasksOf, opened, /leaves every weight as it is/);
  assert.ok(!on({}));
  assert.ok(!on({ cell: "masked0:0,1" })); // the weights have moved
  assert.ok(!on({ fault: "", cell: "joined:0,1" }));
  assert.ok(!on({ fault: "joined_by_view", cell: "output:0,0" }));
  assert.ok(!on({ fault: "undivided", cell: "" })); // it moves nothing
  assert.ok(on({ fault: "keys_mixed", cell: "mixed0:0,0" }));
  assert.ok(on({ fault: "joined_by_view", cell: "joined:0,1" }));
  assert.match(told(), /^Every weight is right, and the outputs are up to [\d.]+ apart\./);
});

test("a fault that small sizes hide is brought to light", () => {
  const { on, told } = taskOf(tasksOf, opened, /The scores are not divided/);
  assert.ok(!on({ num_heads: 1 }));
  assert.ok(!on({ fault: "undivided" }));
  assert.ok(on({ fault: "undivided", num_heads: 1 }));
  assert.match(told(), /the root of 1 is 1/);
});
