// A round of cards: which come, when they come again, and what is said of it.
import assert from "node:assert/strict";
import test from "node:test";
import {
  after,
  answered,
  dayOf,
  ROUND,
  roundOf,
  waiting,
} from "../../src/mha_book/teaching/cards/round.js";
import { sayDone, sayLeft } from "../../src/mha_book/teaching/cards/recall_words.js";

const KEYS = Array.from({ length: 50 }, (_, n) => `card ${n}`);
const TODAY = 100;

const keptOf = (store) => (key) => store[key] ?? {};

test("a round begins with what is longest due, and then has new cards", () => {
  const store = { "card 40": { due: 99 }, "card 41": { due: 90 }, "card 0": { due: 101 } };
  const round = roundOf(KEYS, keptOf(store), TODAY);
  assert.deepEqual(round.slice(0, 4), ["card 41", "card 40", "card 1", "card 2"]);
  assert.equal(round.length, ROUND);
  assert.equal(waiting(KEYS, keptOf(store), TODAY), KEYS.length - 1);
});

test("each time that a card was known it rests longer, and once missed it begins again", () => {
  let one = {};
  const rests = [];
  for (let n = 0; n < 7; n += 1) {
    one = answered(one, true, TODAY);
    rests.push(one.due - TODAY);
  }
  assert.deepEqual(rests, [1, 3, 7, 21, 60, 60, 60]);
  one = answered(one, false, TODAY);
  assert.deepEqual(one, { times: 0, due: TODAY });
  assert.equal(answered(one, true, TODAY).due, TODAY + 1);
});

test("what was not known comes once more at the end, until it is known", () => {
  let left = ["a", "b", "c"];
  left = after(left, false);
  assert.deepEqual(left, ["b", "c", "a"]);
  for (let n = 0; n < 3; n += 1) left = after(left, true);
  assert.deepEqual(left, []);
});

test("a whole deck is learned in rounds of one day, and rests the next morning", () => {
  const store = {};
  let rounds = 0;
  while (waiting(KEYS, keptOf(store), TODAY)) {
    for (const key of roundOf(KEYS, keptOf(store), TODAY))
      store[key] = answered(store[key] ?? {}, true, TODAY);
    rounds += 1;
  }
  assert.equal(rounds, Math.ceil(KEYS.length / ROUND));
  assert.equal(waiting(KEYS, keptOf(store), TODAY + 1), KEYS.length);
});

test("a day ends at the reader's own midnight", () => {
  const zone = process.env.TZ;
  for (const [name, midnight] of [
    ["America/Los_Angeles", "2031-01-06T00:00-08:00"],
    ["Asia/Tokyo", "2031-01-06T00:00+09:00"],
  ]) {
    process.env.TZ = name;
    const [before, first, last] = [-1, 0, 86_399_999].map((ms) => dayOf(Date.parse(midnight) + ms));
    assert.equal(first, before + 1);
    assert.equal(last, first);
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("how many are left is said in whole sentences", () => {
  assert.equal(sayLeft(1, 0), "1 card left in this round.");
  assert.match(sayLeft(20, 60), /^20 cards left in this round\. After this round, 60 more wait/);
  assert.match(sayDone(0), /tomorrow\.$/);
  assert.match(sayDone(1), /1 card waits/);
});
