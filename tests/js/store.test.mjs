// What a browser keeps of a reader's progress, and what happens where it keeps nothing.
import assert from "node:assert/strict";
import test from "node:test";
import { ASIDE, KEY, openStore } from "../../src/mha_book/exercises/store.js";

const storage = (start = {}) => {
  const kept = { ...start };
  const getItem = (key) => kept[key] ?? null;
  const setItem = (key, text) => (kept[key] = text);
  return { kept, getItem, setItem, removeItem: (key) => delete kept[key] };
};

test("what was solved is kept, beside what else is kept", () => {
  const place = storage();
  const store = openStore(() => place);
  store.put("page", "one", { draw: 2, raw: ["1"] }, 5);
  store.put("page", "one", { solved: true }, 5);
  openStore(() => place).put("other", "two", { solved: true }, 2);
  assert.deepEqual(store.get("page", "one"), { draw: 2, raw: ["1"], solved: true });
  assert.deepEqual(
    [store.solved("page"), store.solved("other"), store.solved("third")],
    [["one"], ["two"], []],
  );
  assert.deepEqual(JSON.parse(store.asText()).pages.other, { two: { solved: true } });
  assert.deepEqual([store.total("page"), store.total("other"), store.total("third")], [5, 2, 0]);
  store.forget();
  assert.deepEqual([store.solved("page"), store.notice()], [[], ""]);
});

test("nothing is written before there is an answer", () => {
  const place = storage();
  const store = openStore(() => place);
  assert.deepEqual(
    [store.get("page", "one"), store.solved("page"), store.total("page")],
    [{}, [], 0],
  );
  assert.deepEqual(place.kept, {});
});

test("a damaged store is set aside, and counting begins anew", () => {
  for (const text of ["{", "[]", "null", '{"pages": 3}', '{"pages": {"page": []}}', '"a"']) {
    const place = storage({ [KEY]: text });
    const store = openStore(() => place);
    assert.deepEqual([store.notice(), store.solved("page")], ["damaged", []], text);
    assert.deepEqual(place.kept, { [ASIDE]: text });
    store.put("page", "one", { solved: true }, 5);
    assert.deepEqual(openStore(() => place).solved("page"), ["one"]);
  }
  const names = '"none": null, "one": 5, "two": {"solved": "yes"}';
  const odd = storage({ [KEY]: `{"pages": {"page": {${names}}}}` });
  const store = openStore(() => odd);
  assert.deepEqual([store.get("page", "one"), store.solved("page"), store.notice()], [{}, [], ""]);
});

test("what is damaged while the page is open is set aside as well", () => {
  const place = storage();
  const store = openStore(() => place);
  store.put("page", "one", { solved: true }, 5);
  place.kept[KEY] = "{";
  assert.deepEqual([store.solved("page"), store.notice()], [[], "damaged"]);
  assert.deepEqual(place.kept, { [ASIDE]: "{" });
});

test("where a browser keeps nothing, the page counts for itself and says so", () => {
  const refuse = () => {
    throw new Error("no storage");
  };
  const full = { getItem: () => null, setItem: refuse, removeItem: refuse };
  const closed = openStore(refuse);
  closed.put("page", "one", { solved: true }, 5);
  assert.deepEqual([closed.notice(), closed.solved("page")], ["closed", ["one"]]);
  const none = openStore(() => full);
  none.put("page", "one", { solved: true }, 5);
  assert.deepEqual([none.notice(), none.solved("page")], ["closed", ["one"]]);
});
