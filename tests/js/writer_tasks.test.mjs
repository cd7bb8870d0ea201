// What a writer's first task looks at: the temperature and the beginning, not what is written.
import assert from "node:assert/strict";
import test from "node:test";
import { tasksOf } from "../../src/mha_book/explorers/writer/tasks.js";
import { references, taskOf } from "./helpers.mjs";

test("a model that is less sure may write, and the task stays done", () => {
  const { writer } = references.opened;
  const next = Object.entries({ a: 3, w: 1, h: 1, r: 1 });
  const answers = [{ ...writer.answers[0], next, others: [] }];
  const { on } = taskOf(tasksOf, { ...writer, answers }, /nearly sure/);
  assert.ok(!on({}));
  assert.ok(on({ temperature: 3 }));
  assert.ok(on({ temperature: 3, written: " and so on" }));
  assert.ok(!on({ temperature: 3, beginning: "What" }));
  assert.ok(!on({ temperature: 1, written: " and so on" }));
});
