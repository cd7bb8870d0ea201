import assert from "node:assert/strict";
import test from "node:test";
import { tasksOf } from "../../src/mha_book/explorers/browser/tasks.js";
import { taskOf } from "./helpers.mjs";

const row = (T, key) => Array.from({ length: T }, (_, k) => Number(k === key));
const head = (T, keyOf) => Array.from({ length: T }, (_, i) => row(T, keyOf(i)));
const record = (tokens, epoch, weights) => ({ model: "m", sentence: "s", epoch, tokens, weights });
const chosen = { model: "m", sentence: "s", epoch: 1, layer: 0, head: 0, decimals: 2 };

test("a head is found, not an average, and told how many there are", () => {
  const [first, own] = [head(4, () => 0), head(4, (i) => i)];
  const layers = [
    [first, first],
    [own, own],
  ];
  const records = [record(["a", "b", "c", "d"], 1, layers)];
  const { on, told } = taskOf(tasksOf, { ...chosen, records }, /first token/);
  assert.ok(!on({ head: -1 }));
  assert.ok(!on({ layer: 1 }));
  assert.ok(on({}));
  assert.match(told(), /Here 2 of 4 heads do so\.$/);
});

test("a letter is followed in an induction head, not by chance in another", () => {
  const induction = head(8, (i) => (i < 4 ? i : i - 3));
  const once = head(8, (i) => (i === 5 ? 2 : i)); // one letter alone asks so
  const tokens = [..."abcdabcd"];
  const records = [0, 1].map((epoch) => record(tokens, epoch, [[once], [induction]]));
  const choice = { now: () => ({ i: 5 }) };
  const { on } = taskOf(tasksOf, { ...chosen, records }, /second half/, choice);
  assert.ok(!on({ layer: 0 }));
  assert.ok(on({ layer: 1 }));
});
