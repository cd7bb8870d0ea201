// What a link sets, what of it is refused, and the link to the present state.
import assert from "node:assert/strict";
import test from "node:test";
import { linkTo } from "../../src/mha_book/explorers/shared/address.js";
import { createLinks } from "../../src/mha_book/explorers/shared/links.js";
import { browserWith } from "./address_bar.mjs";
import { modelOf } from "./helpers.mjs";

// Links of an explorer with two inputs; `steps` may not be more than `most`.
const linked = (start, clipboard, arrives = true) => {
  const browser = browserWith(start);
  Object.defineProperty(globalThis, "navigator", { value: { clipboard }, configurable: true });
  const state = { name: "map", most: 3, steps: 1 };
  const [told, done] = [[], []];
  const links = createLinks({
    model: modelOf(state),
    host: {
      scrollIntoView: () => done.push("in sight"),
      firstElementChild: { focus: (how) => done.push(["focus", how]) },
    },
    inputs: ["most", "steps"],
    isValid: (name, value) =>
      name === "most" ? value.toFixed() === String(value) : value <= state.most,
    set: (name, value) => (state[name] = value),
    tell: (words) => told.push(words),
    ...(arrives ? { arrive: (names) => done.push(names) } : {}),
    asOneChange: (run) => (done.push("one change"), run()),
  });
  return { browser, links, state, told, done };
};

const BAD = [
  ["steps=9", ["steps (9)"], { most: 3, steps: 1 }],
  ["most=9&steps=9", [], { most: 9, steps: 9 }],
  ["steps=9&most=9", [], { most: 9, steps: 9 }], // in the inputs' order
  ["most=null&steps=2", ["most (null)"], { most: 3, steps: 2 }],
  ["most={&steps=7", ["most ({)", "steps (7)"], { most: 3, steps: 1 }],
  ["other=1", [], { most: 3, steps: 1 }],
];

test("a link sets what it holds rightly, and the rest is said", () => {
  for (const [text, refused, expected] of BAD) {
    const { links, state, told, done } = linked(`#explorer=map&${text}`);
    links.begin();
    assert.deepEqual({ most: state.most, steps: state.steps }, expected, text);
    assert.equal(told.length, 1);
    assert.equal(Boolean(told[0]), refused.length > 0, text);
    for (const one of refused) assert.ok(told[0].includes(one), told[0]);
    assert.deepEqual(done, ["in sight"]); // nothing of it is to be undone
  }
  const other = linked("#explorer=mask&steps=2");
  other.links.begin();
  assert.deepEqual([other.told, other.done], [[], []]);
});

test("who follows a link goes on at the explorer, and can undo it at once", () => {
  const { links, state, done } = linked("");
  links.follow(linkTo("map", "#explorer=map&steps=2"));
  const focus = ["focus", { preventScroll: true }];
  assert.deepEqual(done, [focus, "one change", "in sight", ["explorer", "steps"]]);
  assert.equal(state.steps, 2);
  const plain = linked("", undefined, false); // which shows nothing more then
  plain.links.follow(linkTo("map", "#explorer=map&steps=2"));
  assert.equal(plain.state.steps, 2);
});

test("the present state is written into the address, and said to be copied where it is", async () => {
  const copied = [];
  const keep = { writeText: async (text) => copied.push(text) };
  const refuse = { writeText: () => Promise.reject(new Error("no")) };
  for (const [clipboard, isCopied] of [
    [keep, true],
    [refuse, false],
    [undefined, false],
  ]) {
    const { browser, links, state } = linked("", clipboard);
    state.steps = [1, "a&b"];
    globalThis.history.replaceState({ mhaPlace: 7 }, "");
    assert.equal(await links.write(), isCopied);
    const link = linkTo("map", browser.place().url);
    assert.deepEqual(JSON.parse(link.get("steps")), [1, "a&b"]);
    assert.equal(link.get("most"), "3");
    assert.equal(browser.place().state.mhaPlace, 7); // it stays the same place
    if (isCopied) assert.deepEqual(copied, [browser.place().url]);
  }
});
