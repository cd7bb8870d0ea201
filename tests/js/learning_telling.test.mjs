// What LearningExplorer says while it trains.
import assert from "node:assert/strict";
import test from "node:test";
import { phaseOf } from "../../src/mha_book/explorers/learning/compute.js";
import { createTelling } from "../../src/mha_book/explorers/learning/telling.js";
import { stateText } from "../../src/mha_book/explorers/learning/words.js";

test("while it trains it says what the run has come to, long before the head appears", () => {
  const at = (repeats, score) => phaseOf({ repeats, scores: [[0, 0]].concat([[0, score]]) });
  const come = [at(0, 0.1), at(0.49, 0.11), at(0.56, 0.22), at(0.93, 0.77)];
  assert.deepEqual(come, ["falls", "pairs", "fills", "filled"]);
  const said = (fault) => {
    const kept = [{ step: 50, repeats: 0.49, scores: [[], [0, 0.11]] }];
    return stateText({ is: "trains", own: { fault, step: 50, kept } }, 50, 1000, 7);
  };
  assert.match(said("none"), /7 s of training\. It knows which letters .* copies nothing yet\.$/);
  assert.match(said("no mask"), /7 s of training\.$/);
});

test("what is read of a head is told again as the head changes, until something else is said", () => {
  const written = [];
  let step = 0;
  const telling = createTelling((text) => written.push(text));
  telling.again(); // of nothing
  telling.read(() => `head at ${step}`);
  assert.ok(telling.isReading());
  step = 100;
  telling.again();
  telling.say("paused");
  assert.ok(!telling.isReading());
  telling.again();
  assert.deepEqual(written, ["head at 0", "head at 100", "paused"]);
});
