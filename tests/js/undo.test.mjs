// The button and the keys that take back a change, in a document of one kind of node.
import assert from "node:assert/strict";
import test from "node:test";
import { createUndo } from "../../src/mha_book/explorers/shared/undo.js";

class Button extends EventTarget {
  setAttribute() {}
  append() {}
}

// An undo over a list of what is there to take back and to bring again.
const opened = (states, undone = [], isRefused = false) => {
  globalThis.document = { createElement: () => new Button() };
  const brought = [];
  const past = {
    isEmpty: () => states.length === 0,
    back: () => states.pop(),
    forth: () => undone.pop(),
  };
  const undo = createUndo(
    past,
    (state) => brought.push(state),
    () => isRefused,
  );
  const press = (key, held = {}) => {
    let isPrevented = false;
    undo.onkeydown({ key, ...held, preventDefault: () => (isPrevented = true) });
    return isPrevented;
  };
  return { undo, brought, press };
};
const CTRL = { ctrlKey: true };
const META = { metaKey: true };
const SHIFT = { shiftKey: true };

test("keys take back and bring again, as anywhere", () => {
  for (const held of [CTRL, META])
    for (const [key, more, expected] of [
      ["z", {}, ["before"]],
      ["Z", {}, ["before"]], // with the capitals' lock
      ["Z", SHIFT, ["after"]],
      ["z", SHIFT, ["after"]],
      ["y", {}, ["after"]],
      ["Y", {}, ["after"]],
    ]) {
      const { brought, press } = opened(["before"], ["after"]);
      assert.ok(press(key, { ...held, ...more }));
      assert.deepEqual(brought, expected, key);
    }
});

test("other keys are left to the page, and so are these where there is nothing", () => {
  const { brought, press } = opened(["before"], ["after"]);
  for (const key of ["z", "Z", "y"]) assert.ok(!press(key));
  assert.ok(!press("z", { altKey: true }));
  assert.ok(!press("x", CTRL));
  assert.ok(!press("Enter", META));
  const empty = opened([]);
  assert.ok(!empty.press("z", CTRL)); // the page's own undo, as of what is typed
  assert.deepEqual([brought, empty.brought], [[], []]);
});

test("a number that is refused is taken back first, and alone", () => {
  for (const states of [["before"], []]) {
    const { brought, press } = opened(states, [], true);
    assert.ok(press("z", CTRL));
    assert.deepEqual(brought, []);
  }
});

test("the button is off where there is nothing to take back, and does nothing then", () => {
  const states = [];
  const { undo, brought } = opened(states);
  const click = () => undo.node.dispatchEvent(new Event("click"));
  assert.equal(undo.node.ariaDisabled, "true");
  click();
  states.push("before");
  undo.refresh();
  assert.equal(undo.node.ariaDisabled, "false");
  click();
  undo.refresh();
  click();
  assert.deepEqual(brought, ["before"]);
  assert.equal(undo.node.ariaDisabled, "true");
});
