// What the scripts' tests share: what Python expects, and how it is compared.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

// By the name of a test file: what PyTorch says.
export const references = JSON.parse(readFileSync(process.env.REFERENCES, "utf-8"));

// A model as a widget has it, to read from.
export const modelOf = (state) => ({ get: (name) => state[name] });

// Numbers in lists in lists, each equal but for rounding.
export const assertClose = (found, expected, tolerance = 1e-9) => {
  if (typeof expected !== "number") {
    if (expected === null || typeof expected !== "object") return assert.equal(found, expected);
    assert.deepEqual(Object.keys(found), Object.keys(expected));
    return Object.keys(expected).forEach((key) =>
      assertClose(found[key], expected[key], tolerance),
    );
  }
  if (found === expected) return; // −∞ too
  const gap = Math.abs(found - expected);
  assert.ok(gap <= tolerance * Math.max(1, Math.abs(expected)), `${found}, expected ${expected}`);
};

// Tables by name as Python has them; JSON has no −∞, null stands for it.
export const withInfinities = (tables) =>
  JSON.parse(JSON.stringify(tables), (_, x) => (x === null ? -Infinity : x));

// Values by the name of their input, each of which is refused, and the present ones, each
// of which is not.
export const assertRefuses = (isValid, state, inputs, damaged) => {
  const accepts = (name, value) => {
    try {
      return isValid(modelOf(state))(name, value);
    } catch {
      return false; // as a link's values are tried
    }
  };
  for (const name of inputs) assert.equal(accepts(name, state[name]), true, name);
  for (const [name, value] of damaged)
    assert.equal(accepts(name, value), false, `${name} ${JSON.stringify(value)}`);
};

// The task that asks so, of an explorer that starts like this; `on(values)` is whether it
// is done with these.
export const taskOf = (tasksOf, start, ask, ...others) => {
  const state = { ...start };
  const task = tasksOf(modelOf(state), ...others).find((each) => ask.test(each.ask));
  const on = (values) => (Object.assign(state, start, values), Boolean(task.isDone()));
  return { on, task, told: () => task.told(), asks: () => task.asks() };
};
