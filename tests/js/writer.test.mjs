// WriterExplorer without a page: the decoder, chances, draws, what is kept.
import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  chancesOf,
  circleIn,
  derive,
  draw,
  isValid,
  mostSeen,
  nextLetter,
  readInputs,
  textOf,
  uniform,
} from "../../src/mha_book/explorers/writer/compute.js";
import { createCosts } from "../../src/mha_book/explorers/writer/costs.js";
import { createReader } from "../../src/mha_book/explorers/writer/reading.js";
import { ending } from "../../src/mha_book/explorers/writer/text.js";
import { createDecoder } from "../../src/mha_book/in_page/decoder.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

const TOLERANCE = 2e-5; // of single precision, against PyTorch's
const ROUNDED = 5e-5; // what is stored has 4 decimals
const withModel = references.writer.filter(({ letters }) => letters);
const stored = references.writer.filter(({ letters }) => !letters);

const readerOf = ({ parts, listing, letters }) =>
  createReader(createDecoder(parts, listing.sizes), [...letters], listing.sizes.heads);

// Those that have a chance, as Python lists them; of equals either may come first.
const assertChances = ({ next }, { chances, rest }, expected, tolerance = TOLERANCE) => {
  const found = new Map(next.map(([token], k) => [token, chances[k]]));
  const left = expected.filter(([token]) => !found.has(token));
  for (const [token, share] of expected)
    if (found.has(token)) assertClose(found.get(token), share, tolerance);
  assertClose(
    rest,
    left.reduce((all, [, share]) => all + share, 0),
    tolerance,
  );
  const open = chances.filter((share) => share > 0).length;
  assert.equal(open, expected.length - left.length);
};

test("logits, the weights of all heads and chances are PyTorch's, with what is kept too", () => {
  assert.ok(withModel.length > 10);
  for (const state of withModel) {
    const inputs = readInputs(modelOf(state));
    const [given] = state.answers; // PyTorch's, rounded to 4 decimals
    for (const isCached of [false, true]) {
      const reader = readerOf(state);
      const text = textOf(inputs);
      const steps = isCached ? [1, 2, text.length - 1].filter((k) => k > 0 && k < text.length) : [];
      for (const k of steps) reader.read(text.slice(0, k), true);
      const answer = reader.read(text, isCached);
      assertClose(Object.fromEntries(answer.next), Object.fromEntries(given.next), 1e-4);
      assertClose(answer.weights, given.weights, 1e-4);
      assertClose(answer.weights[inputs.layer][inputs.head], state.weights, TOLERANCE);
      assertChances(answer, chancesOf(answer, inputs), state.chances);
    }
  }
});

test("what is stored has PyTorch's chances at every temperature; the rest is told apart", () => {
  assert.ok(stored.length > 3);
  for (const state of stored) {
    const inputs = readInputs(modelOf(state));
    const answer = state.answers.find(({ text }) => text === textOf(inputs));
    const found = chancesOf(answer, inputs);
    if (found.isBeyond) assert.ok(found.rest > 0 && inputs.top_p < 1);
    else assertChances(answer, found, state.chances, TOLERANCE + ROUNDED / inputs.temperature);
  }
});

test("with what is kept a letter is one step, and texts that were taken back are right", () => {
  const [state] = withModel;
  const [reader, other] = [readerOf(state), readerOf(state)];
  const texts = ["how", "how a", "how ar", "how y", "how y", "ho", "you", "you "];
  const counts = texts.map((text) => {
    const { next, weights, cost } = reader.read(text, true);
    const whole = other.read(text, false);
    assert.equal(whole.cost.count, text.length);
    assertClose(Object.fromEntries(next), Object.fromEntries(whole.next), TOLERANCE);
    assertClose(weights, whole.weights, TOLERANCE);
    return cost.count;
  });
  assert.deepEqual(counts, [3, 2, 1, 1, 1, 1, 3, 1]);
});

test("a damaged input is refused, and a letter that the model has not", () => {
  const [state] = withModel;
  assertRefuses(isValid, state, INPUTS, [
    ["beginning", ""],
    ["beginning", "é"],
    ["beginning", "h".repeat(33)],
    ["written", "é"],
    ["written", "h".repeat(97)],
    ["temperature", 3.1],
    ["top_k", 1.5],
    ["top_k", 51],
    ["top_p", 0],
    ["seed", 1000],
    ["cached", 1],
    ["layer", state.limits.layer.max + 1],
    ["head", -1],
  ]);
  const [other] = stored;
  assertRefuses(isValid, other, INPUTS, [
    ["beginning", "Hell"],
    ["written", " me"],
    ["written", 3],
    ["layer", 1],
  ]);
});

test("another beginning has nothing written behind it", () => {
  assert.deepEqual(derive({ beginning: "a" }), { beginning: "a", written: "" });
  assert.deepEqual(derive({ beginning: "a", written: "b" }).written, "b");
});

test("a seed draws the same again, another draws others, and all by the chances", () => {
  const answer = { text: "how", next: [..."abc"].map((one, k) => [one, Math.log([6, 3, 1][k])]) };
  const inputs = { temperature: 1, top_k: 0, top_p: 1, seed: 5 };
  const drawn = (text, seed) => nextLetter({ ...answer, text }, { ...inputs, seed });
  assert.equal(drawn("how", 5), drawn("how", 5));
  const count = { a: 0, b: 0, c: 0 };
  for (let seed = 0; seed < 100; seed += 1)
    for (let length = 1; length <= 100; length += 1) count[drawn("h".repeat(length), seed)] += 1e-4;
  assertClose(count, { a: 0.6, b: 0.3, c: 0.1 }, 0.02);
  assert.equal(draw([0.5, 0.5, 0], 1), 1); // what has no chance is never drawn
  const numbers = Array.from({ length: 50 }, (_, k) => uniform(k, 3));
  assert.equal(new Set(numbers).size, 50);
  // Of a link that somebody keeps, the text stays the same.
  const kept = [
    [0, 0],
    [0, 1],
    [1, 0],
    [7, 120],
  ].map((place) => Math.floor(uniform(...place) * 1e6));
  assert.deepEqual(kept, [634888, 154644, 215328, 246996]);
});

test("a circle is a piece that comes twice", () => {
  assert.equal(circleIn("a container is a container"), "");
  const piece = circleIn("a container is a container is a");
  assert.equal(piece.length, 15);
  assert.equal(circleIn("a".repeat(15)), "");
});

test("a letter's cost is told by the length of the text, once there are enough", () => {
  const costs = createCosts(128);
  const note = (length, milliseconds, isCached, count = length) =>
    costs.note({ length, count, milliseconds, isCached });
  for (const length of [60, 61, 62]) note(length, 3, false);
  assert.deepEqual(costs.means(false), [null, null, null, null]);
  note(64, 5, false);
  for (const length of [97, 98, 99, 128]) note(length, 1, true, 1);
  note(99, 70, true, 99); // all of a text is no letter
  assert.deepEqual(costs.means(false), [null, 3.5, null, null]);
  assert.deepEqual(costs.means(true), [null, null, null, 1]);
});

test("of a row the three largest are named, and none that rounds to 0", () => {
  const places = (row) => mostSeen(row).map(({ place }) => place);
  assert.deepEqual(places([0.1, 0.4, 0.2, 0.3]), [1, 3, 2]);
  assert.deepEqual(places([0.005, 0.995]), [1, 0]);
  assert.deepEqual(places([0.0049, 0.9951]), [1]);
});

test("of a text that is quoted only the end is, on one line", () => {
  assert.equal(ending("how are"), "how are");
  assert.equal(ending("a\nb"), "a↵b");
  assert.equal(ending(`${"x".repeat(9)}${"y".repeat(24)}`), `…${"y".repeat(24)}`);
  assert.equal(ending("y".repeat(24)), "y".repeat(24));
});
