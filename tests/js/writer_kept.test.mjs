// What WriterExplorer keeps of what was written: the last texts, and which letters were chosen.
import assert from "node:assert/strict";
import test from "node:test";
import { createChosen } from "../../src/mha_book/explorers/writer/chosen.js";
import { createKept } from "../../src/mha_book/explorers/writer/kept.js";
import { whileDrawn } from "../../src/mha_book/explorers/writer/drawn.js";

const plain = { beginning: "a", temperature: 1, top_k: 0, top_p: 1, seed: 0 };
const textsOf = (kept, now = {}) =>
  kept.shown({ ...plain, written: "", ...now }).map(({ text }) => text);

test("the last four texts are kept, from when they are written", () => {
  const kept = createKept();
  for (const written of ["b", "c", "d", "e", "f"]) kept.add({ ...plain, written });
  assert.deepEqual(textsOf(kept, { written: "f" }), ["af", "ae", "ad", "ac"]);
  kept.clear();
  assert.deepEqual(textsOf(kept), []);
});

test("half a text is not among them while it is written on", () => {
  const kept = createKept();
  kept.add({ ...plain, written: "b" });
  assert.deepEqual(textsOf(kept, { written: "bc" }), []);
  assert.deepEqual(textsOf(kept, { written: "bc", seed: 1 }), ["ab"]);
  assert.deepEqual(textsOf(kept, { written: "b" }), ["ab"]);
});

test("what is written on takes the place of its beginning, with the same handles alone", () => {
  const kept = createKept();
  kept.add({ ...plain, written: "b" });
  kept.add({ ...plain, written: "bc" });
  assert.deepEqual(textsOf(kept), ["abc"]);
  kept.add({ ...plain, temperature: 0, written: "bcd" });
  assert.deepEqual(
    kept.shown({ ...plain, written: "" }).map(({ name }) => name),
    ["T 0:", "T 1, seed 0:"],
  );
});

test("a letter that was chosen stays marked as long as it stands there", () => {
  const chosen = createChosen();
  chosen.follow("b", true);
  chosen.follow("bcd", false);
  chosen.follow("bcde", true);
  const marks = () => chosen.runs().map(({ text, isChosen }) => (isChosen ? `_${text}` : text));
  assert.deepEqual(marks(), ["_b", "cd", "_e"]);
  chosen.follow("bc", false); // taken back
  chosen.follow("bcde", false); // and drawn
  assert.deepEqual(marks(), ["_b", "cde"]);
  chosen.follow("", false);
  assert.deepEqual(marks(), []);
});

test("a slider is being drawn until it is let go", (t) => {
  const [host, page] = [new EventTarget(), new EventTarget()];
  for (const name of ["addEventListener", "removeEventListener"]) {
    globalThis[name] = page[name].bind(page);
    t.after(() => delete globalThis[name]);
  }
  let rests = 0;
  const drawing = whileDrawn(host, () => (rests += 1));
  const end = drawing.begin();
  const press = (isSlider) => {
    const event = new Event("pointerdown");
    Object.defineProperty(event, "target", { value: { matches: () => isSlider } });
    host.dispatchEvent(event);
  };
  press(false);
  assert.equal(drawing.isDrawn(), false);
  press(true);
  assert.equal(drawing.isDrawn(), true);
  page.dispatchEvent(new Event("pointerup"));
  page.dispatchEvent(new Event("pointerup"));
  assert.deepEqual([drawing.isDrawn(), rests], [false, 1]);
  end();
  press(true);
  page.dispatchEvent(new Event("pointerup"));
  assert.equal(rests, 1);
});
