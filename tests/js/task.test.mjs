import assert from "node:assert/strict";
import { test } from "node:test";
import { createTasks } from "../../src/mha_book/explorers/shared/task.js";

// Tasks to bring a number above these.
const tasksOn = (...limits) => {
  const state = { number: 0 };
  const tasks = createTasks(
    limits.map((limit) => ({
      ask: `above ${limit}`,
      isDone: () => state.number > limit,
      told: () => `${state.number} is above ${limit}`,
    })),
  );
  tasks.restart();
  const set = (number) => ((state.number = number), tasks.judge());
  return { tasks, set };
};

test("a task is asked until it is done, and stays done", () => {
  const { set } = tasksOn(1);
  assert.deepEqual(set(1), { ask: "above 1", told: "", hasNext: false });
  assert.equal(set(2).told, "2 is above 1");
  assert.equal(set(0).told, "2 is above 1");
});

test("what was undone is asked again, and what was only left is not", () => {
  const { tasks, set } = tasksOn(1);
  set(2);
  tasks.withdraw(); // something else was undone
  assert.equal(tasks.judge().told, "2 is above 1");
  set(0);
  tasks.withdraw();
  assert.deepEqual(tasks.judge(), { ask: "above 1", told: "", hasNext: false });
});

test("what is told while it is true is told anew, and withdrawn by an input that ends it", () => {
  const state = { number: 0 };
  const isDone = () => state.number > 1;
  const told = () => `${state.number} is above 1`;
  const tasks = createTasks([{ ask: "above 1", isDone, told, whileTrue: true }]);
  tasks.restart();
  const set = (number, on) => ((state.number = number), tasks.judge(on).told);
  assert.equal(set(2, { hasChanged: true }), "2 is above 1");
  assert.equal(set(3, { hasChanged: true, isTyping: true }), "3 is above 1");
  assert.equal(set(0, {}), "3 is above 1"); // only where one looks is another
  assert.equal(set(0, { hasChanged: true }), "");
  assert.equal(set(4, { hasChanged: true }), "4 is above 1");
});

test("what a number does on its way to another is not told", () => {
  const state = { number: 0 };
  const isDone = () => state.number > 1;
  const typed = createTasks([{ ask: "a", isDone, told: () => String(state.number) }]);
  typed.restart();
  state.number = 2;
  assert.equal(typed.judge({ hasChanged: true, isTyping: true }).told, "");
  state.number = 20;
  assert.equal(typed.judge().told, "20");
});

test("the next is one that is not done already", () => {
  const { tasks, set } = tasksOn(1, 2, 5);
  assert.equal(set(0).hasNext, false);
  assert.equal(set(3).hasNext, true);
  tasks.next();
  assert.deepEqual(tasks.judge(), { ask: "above 5", told: "", hasNext: false });
  assert.equal(set(6).hasNext, false);
});

test("the next task is handed over, since it may start over", () => {
  const { tasks, set } = tasksOn(1, 5);
  set(3);
  assert.equal(tasks.next().ask, "above 5");
  assert.equal(tasks.next(), undefined);
});

test("one that may come early is told when it is done, or once a reader goes on to it", () => {
  const state = { first: false, early: false };
  const task = (name) => ({ ask: name, isDone: () => state[name], told: () => `${name} done` });
  const tasks = createTasks([task("first"), { ...task("early"), mayComeEarly: true }]);
  const set = (values) => (Object.assign(state, values), tasks.judge());
  tasks.restart();
  assert.equal(set({ early: true }).ask, "first"); // it waits for its turn
  assert.deepEqual(set({ first: true }), { ask: "first", told: "first done", hasNext: true });
  tasks.next();
  assert.equal(tasks.judge().told, "early done");
  Object.assign(state, { first: false, early: false });
  tasks.restart();
  assert.equal(set({ first: true }).told, "first done");
  assert.deepEqual(set({ early: true }), { ask: "early", told: "early done", hasNext: false });
});

test("what is done from the start is not asked, and a restart asks again", () => {
  const { tasks, set } = tasksOn(-1, 1);
  assert.equal(set(0).ask, "above 1");
  assert.ok(set(2).told);
  set(0);
  tasks.restart();
  assert.deepEqual(tasks.judge(), { ask: "above 1", told: "", hasNext: false });
});

test("what a task does when it is done, it does once; and it says whether it is open", () => {
  const [state, runs] = [{ isDone: false }, []];
  const task = { ask: "a", isDone: () => state.isDone, told: () => "b", asks: () => "x:0,0" };
  const tasks = createTasks([{ ...task, ondone: () => runs.push(tasks.judge().told) }]);
  assert.equal(tasks.present().isOpen, false);
  tasks.restart();
  tasks.judge();
  assert.deepEqual([tasks.present().isOpen, tasks.present().asks()], [true, "x:0,0"]);
  state.isDone = true;
  tasks.judge();
  tasks.judge();
  assert.deepEqual(runs, ["b"]);
  assert.equal(tasks.present().isOpen, false);
});

test("an answer stays told where the next task was done before it", () => {
  const done = { a: false, b: false };
  const task = (name, more) => ({ ask: name, isDone: () => done[name], told: () => name, ...more });
  const tasks = createTasks([task("a"), task("b", { mayComeEarly: true })]);
  tasks.restart();
  done.b = true;
  assert.equal(tasks.judge({ hasChanged: true }).told, "");
  done.a = true;
  assert.equal(tasks.judge({ hasChanged: true }).told, "a");
  assert.equal(tasks.judge({ hasChanged: true }).told, "a");
});
