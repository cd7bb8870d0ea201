// A field for a number, in a document of one kind of node.
import assert from "node:assert/strict";
import test from "node:test";
import { formatLimit } from "../../src/mha_book/explorers/shared/limits.js";
import { numberFields } from "../../src/mha_book/explorers/shared/number.js";

class Node extends EventTarget {
  attributes = {};
  #text = "";
  get value() {
    return this.#text;
  }
  set value(value) {
    this.#text = String(value); // as an input has it
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  append() {}
  getRootNode = () => globalThis.document;
  select() {
    [this.selectionStart, this.selectionEnd] = [0, this.#text.length];
  }
  // What a browser does when a finger or a mouse presses, at a place in the text.
  press(place) {
    this.dispatchEvent(new Event("pointerdown"));
    if (globalThis.document.activeElement !== this) this.reach();
    [this.selectionStart, this.selectionEnd] = [place, place];
    this.dispatchEvent(new Event("click"));
  }
  reach() {
    globalThis.document.activeElement = this;
    this.dispatchEvent(new Event("focus"));
  }
}

// A field from −1 to 2 in steps of 0.1, what it refuses, what it has applied, and of each whether
// it went on with the one before.
const opened = (attributes = { step: "0.1" }) => {
  globalThis.document = { createElement: () => new Node() }; // others have another
  const [refused, applied, wentOn] = [[], [1], []];
  const say = (input, words, isLeft) => (refused.push(words), (field.isLeft = isLeft));
  const asOne = (goesOn, run) => (wentOn.push(goesOn), run());
  const field = numberFields(
    say,
    asOne,
  )({
    name: "weight",
    expected: formatLimit({ min: -1, max: 2 }),
    attributes,
    isValid: (x) => x >= -1 && x <= 2,
    current: () => applied.at(-1),
    apply: (x) => applied.push(x),
  });
  const type = (text) => ((field.value = text), field.dispatchEvent(new Event("input")));
  const press = (key) => {
    const event = new Event("keydown", { cancelable: true });
    field.dispatchEvent(Object.assign(event, { key }));
    return event.defaultPrevented;
  };
  return { field, refused, applied, wentOn, type, press };
};

test("what cannot be is refused in words, and changes nothing", () => {
  const { field, refused, applied, type } = opened();
  type("3,5");
  assert.equal(refused.at(-1), "weight: found 3.5, expected −1 to 2; 1 is kept.");
  type("much");
  assert.equal(refused.at(-1), "weight: found no number, expected −1 to 2; 1 is kept.");
  assert.deepEqual(applied, [1]);
  assert.equal(field.attributes["aria-invalid"], "true");
  type("−0,5");
  assert.equal(refused.at(-1), "");
  assert.deepEqual(applied, [1, -0.5]);
  assert.equal(field.attributes["aria-invalid"], "false");
  assert.equal(field.attributes["aria-valuenow"], "-0.5");
});

test("arrows go up and down by a step, as far as it may go", () => {
  const { field, refused, applied, type, press } = opened();
  type("0.2");
  assert.ok(press("ArrowUp"));
  assert.equal(field.value, "0.3"); // not 0.30000000000000004
  press("ArrowDown");
  press("ArrowDown");
  assert.deepEqual(applied.slice(2), [0.3, 0.2, 0.1]);
  assert.ok(!press("ArrowLeft")); // which moves in the text
  type("2");
  press("ArrowUp");
  assert.equal(applied.at(-1), 2);
  assert.equal(field.value, "2"); // what is kept, and not what it may not be
  assert.equal(refused.at(-1), "weight: 2 is the limit; expected −1 to 2.");
  field.dispatchEvent(new Event("blur"));
  assert.equal(refused.at(-1), "");
  type("");
  assert.ok(!press("ArrowUp"));
});

test("without a step an arrow adds 1", () => {
  const { applied, type, press } = opened({});
  type("-0.5");
  press("ArrowUp");
  press("ArrowUp");
  press("ArrowDown");
  assert.deepEqual(applied.slice(2), [0.5, 1.5, 0.5]);
});

test("who takes a number back and types another one is still typing", () => {
  const { applied, wentOn, type } = opened();
  for (const text of ["0.5", "0.", "", "2"]) type(text);
  assert.deepEqual(applied, [1, 0.5, 0, 1, 2]);
  assert.deepEqual(wentOn, [false, true, true, true]);
});

test("a field that is left has what is computed with, and says what it refused", () => {
  const { field, refused, applied, type } = opened();
  type("9");
  field.dispatchEvent(new Event("blur"));
  assert.equal(field.value, String(applied.at(-1)));
  assert.equal(field.attributes["aria-invalid"], "false");
  assert.equal(refused.at(-1), "weight: found 9, expected −1 to 2; 1 is kept.");
  assert.ok(field.isLeft);
  type("1,50");
  assert.equal(refused.at(-1), "");
  field.dispatchEvent(new Event("blur"));
  assert.equal(field.value, "1,50"); // as it was typed
});

test("what was there before the first digit comes back, and nothing is left of the typing", () => {
  const { field, refused, applied, wentOn, type, press } = opened();
  field.value = "1";
  field.dispatchEvent(new Event("focus"));
  type("2");
  type("20");
  assert.equal(refused.at(-1), "weight: found 20, expected −1 to 2; 1 is kept.");
  assert.deepEqual(
    [applied, wentOn],
    [
      [1, 2, 1],
      [false, true],
    ],
  );
  field.dispatchEvent(new Event("blur"));
  assert.equal(field.value, "1");
  type("0.5"); // another number, then another: the first of them was meant
  type("7");
  assert.equal(refused.at(-1), "weight: found 7, expected −1 to 2; 0.5 is kept.");
  type("0.3");
  press("ArrowUp");
  assert.deepEqual(wentOn.slice(2), [false, false, false]);
  type("0.45");
  type("0.4x"); // neither typed on nor taken back
  assert.equal(refused.at(-1), "weight: found no number, expected −1 to 2; 0.45 is kept.");
});

const selected = ({ value, selectionStart, selectionEnd }) =>
  value.slice(selectionStart, selectionEnd);

test("who reaches a field types over its number, by key or by pointer", () => {
  const { field } = opened();
  field.value = "1.5";
  field.reach();
  assert.equal(selected(field), "1.5");
  globalThis.document.activeElement = null;
  field.press(1);
  assert.equal(selected(field), "1.5");
  field.press(1); // once more: a place in the number
  assert.equal(selected(field), "");
  assert.equal(field.selectionStart, 1);
});
