// Who answers SentenceExplorer's reader, and when: the build, the page's model, Python.
import assert from "node:assert/strict";
import test from "node:test";
import { nested } from "../../src/mha_book/explorers/sentence/compute.js";
import { createReading } from "../../src/mha_book/explorers/sentence/reading.js";
import { tasksOf } from "../../src/mha_book/explorers/sentence/tasks.js";
import { stateText } from "../../src/mha_book/explorers/sentence/words.js";
import { modelOf } from "./helpers.mjs";

const START = "no one";
// Two layers of two heads, in which each token looks back; a switched head moves nothing.
const weightsOf = (T) =>
  [0, 1].map(() => {
    const head = Array.from({ length: T * T }, (_, k) =>
      Number(k % T === Math.max(Math.floor(k / T) - 1, 0)),
    );
    return Float32Array.from([...head, ...head]);
  });
const cutOf = (text) => ({ tokens: ["[CLS]", ...text.split(" ").filter(Boolean), "[SEP]"] });
const answerTo = (sentence) => {
  const { tokens } = cutOf(sentence);
  const weights = nested(weightsOf(tokens.length), tokens.length, 2);
  return { sentence, silenced: [], tokens, weights, usual: null };
};
// A reading that fails, of which the console would tell.
const readQuietly = async (reading) => {
  const { error } = console;
  console.error = () => {};
  await reading.read();
  console.error = error;
};
const started = (model = {}) => {
  const limits = { sentence: { longest: 40 }, layer: { min: 0, max: 1 }, head: { min: 0, max: 1 } };
  const state = { sentence: START, silenced: [], layer: 0, head: 0, limits, listing: { most: 6 } };
  state.answer = answerTo(START);
  const asked = [];
  const page = {
    load: async (onprogress) => (asked.push("load"), onprogress(5)),
    cut: async (sentence) => (asked.push(`cut ${sentence}`), cutOf(sentence)),
    read: async ({ tokens }, silenced) => {
      asked.push(`read ${tokens.length} ${silenced}`);
      return { weights: weightsOf(tokens.length), milliseconds: 1 };
    },
    ...model,
  };
  const seen = [];
  const reading = createReading({
    model: modelOf(state),
    load: () => page,
    ontell: () => (reading.follow(), seen.push(reading.now().is)),
  });
  reading.follow();
  return { state, reading, asked, seen, now: () => reading.now() };
};

test("nothing is loaded before it is asked for, and the start is known", () => {
  const { state, reading, asked, now } = started();
  assert.ok(now().isPresent);
  assert.equal(stateText(now()), "");
  state.sentence = "a b c";
  reading.follow();
  assert.ok(!now().isPresent);
  assert.deepEqual(asked, []);
  assert.match(stateText(now()), /^Press “Read it”\. The picture still shows “no one”\.$/);
});

test("once the model is here, each change is read, and what was read is kept", async () => {
  const { state, reading, asked, seen, now } = started();
  state.sentence = "a b c";
  await reading.read();
  assert.deepEqual([...new Set(seen)], ["loading", "reading", "awake"]);
  assert.deepEqual(asked.splice(0), ["load", "cut a b c", "read 5 "]);
  assert.match(stateText(now()), /^Read on this page, in 0\.00 s: 5 tokens/);
  state.silenced = [[0, 1]];
  reading.follow();
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(asked.splice(0), ["cut a b c", "read 5 0,1"]);
  assert.deepEqual(now().shown.usual, answerTo("a b c").weights);
  state.silenced = [];
  reading.follow();
  assert.deepEqual([now().isPresent, asked.length], [true, 0]);
});

test("what has no word, or too many, is refused, and the picture stays", async () => {
  const { state, reading, now } = started();
  for (const [sentence, told] of [
    ["  ", "There is no word to read. Type a sentence."],
    ["a b c d e", "The sentence has 5 tokens, and 4 fit."],
  ]) {
    state.sentence = sentence;
    await reading.read();
    assert.equal(now().is, "awake");
    assert.equal(stateText(now()), `${told} The picture still shows “no one”.`);
  }
});

test("what cannot be loaded is said, not tried again by itself, and can be tried again", async () => {
  let [isBroken, late] = [true, null];
  const load = async (onprogress) => {
    late = onprogress;
    if (isBroken) throw new Error("layer-3.js could not be loaded");
  };
  const { state, reading, now } = started({ load });
  state.sentence = "a b";
  await readQuietly(reading);
  assert.match(stateText(now()), /could not come to this page: layer-3\.js could not be loaded\./);
  reading.follow();
  late(3); // another part, which was on its way
  assert.equal(now().is, "failed");
  isBroken = false;
  await reading.read();
  assert.ok(now().isPresent && now().is === "awake");
});

test("a copy that comes without the model says so", async () => {
  const load = async () => {
    throw new Error("", { cause: "absent" });
  };
  const { state, reading, now } = started({ load });
  state.sentence = "a b";
  await readQuietly(reading);
  assert.match(stateText(now()), /comes without the model.* The picture still shows/);
});

test("in a notebook Python's answer is waited for", async () => {
  const { state } = started();
  const reading = createReading({ model: modelOf(state), load: null, ontell: () => {} });
  reading.follow();
  state.sentence = "a b";
  reading.follow();
  await reading.read(); // there is nothing to load
  assert.equal(stateText(reading.now()), "PyTorch reads your sentence …");
  state.answer = { sentence: "a b", silenced: [], refused: "no." };
  reading.follow();
  assert.equal(stateText(reading.now()), "no. The picture still shows “no one”.");
  state.sentence = "c";
  state.answer = answerTo("c");
  reading.follow();
  assert.ok(reading.now().isPresent);
});

test("a head that looks back is found in one's own sentence, not in the first", async () => {
  const { state, reading, now } = started();
  let isPressed = true;
  const [task] = tasksOf(modelOf(state), now, () => isPressed);
  assert.ok(!task.isDone());
  state.sentence = "a b c";
  reading.follow();
  assert.ok(!task.isDone()); // it has not been read
  await reading.read();
  assert.ok(task.isDone());
  assert.match(task.told(), /4 of the 4 heads look back/);
  isPressed = false; // a link has brought the head
  assert.ok(!task.isDone());
});

test("a head of a later layer has to move by a tenth", () => {
  const [state, shown] = [{ ...started().state }, answerTo(START)];
  const [, task] = tasksOf(modelOf(state), () => ({ shown, isPresent: true }));
  assert.ok(!task.isDone());
  const even = shown.weights.map((heads) =>
    heads.map((head) => head.map((row) => row.map(() => 0.25))),
  );
  Object.assign(shown, { silenced: [[0, 0]], usual: shown.weights });
  assert.ok(!task.isDone());
  shown.weights = [even[0], shown.usual[1]];
  assert.ok(!task.isDone()); // of the same layer
  shown.weights = even;
  assert.ok(task.isDone());
  assert.match(task.told(), /: 75\s% of the weight of layer 1, head 0 moved/);
});
