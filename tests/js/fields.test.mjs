// A field that shows a number of the model, and leaves its reader to type in peace.
import assert from "node:assert/strict";
import test from "node:test";
import { fill } from "../../src/mha_book/explorers/shared/fields.js";

// What stands in a field after the model's number has come, and what it is said to be.
const filled = (value, number, { isFocused = false, isInvalid = false } = {}) => {
  const attributes = { "aria-invalid": String(isInvalid) };
  const input = {
    value,
    setAttribute: (name, text) => (attributes[name] = text),
    getAttribute: (name) => attributes[name],
    getRootNode: () => ({ activeElement: isFocused ? input : null }),
  };
  fill(input, number);
  return [input.value, attributes["aria-valuenow"]];
};

test("a new number comes into a field, and an equal one leaves what was typed", () => {
  assert.deepEqual(filled("1", 2), ["2", 2]);
  assert.deepEqual(filled("1,", 1), ["1,", 1]);
  assert.deepEqual(filled("1.50", 1.5), ["1.50", 1.5]);
  assert.deepEqual(filled("-2", -2), ["-2", -2]);
});

test("a number below 0 has the minus of the other numbers around it", () => {
  assert.deepEqual(filled("1", -2.5), ["−2.5", -2.5]);
});

test("only what is typed just now and is no number yet stays beside another one", () => {
  assert.deepEqual(filled("-", 2, { isFocused: true, isInvalid: true }), ["-", 2]);
  assert.deepEqual(filled("1", 2, { isFocused: true }), ["2", 2]); // as after an undo
  assert.deepEqual(filled("-", 2, { isInvalid: true }), ["2", 2]); // left behind
});
