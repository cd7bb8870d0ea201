import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  isValid,
  readInputs,
} from "../../src/mha_book/explorers/attention/compute.js";
import { STAGES, explain } from "../../src/mha_book/explorers/attention/words.js";
import { format } from "../../src/mha_book/explorers/shared/format.js";
import { assertClose, assertRefuses, modelOf, references, withInfinities } from "./helpers.mjs";

test("every stage is PyTorch's", () => {
  for (const state of references.attention)
    assertClose(compute(readInputs(modelOf(state))), withInfinities(state.stages));
});

test("what no input may be is refused", () => {
  assertRefuses(isValid, references.attention[0], INPUTS, [
    ["embeddings", [[1, 2]]],
    ["embeddings", [1, 2, 3].map(() => [1, 1001])],
    ["embeddings", [1, 2, 3].map(() => [1, null])],
    ["scores_from", "nowhere"],
    ["scaled", 1],
    ["temperature", 99],
    ["temperature", "1"],
    ["causal", "true"],
    ["mask_self", null],
    ["decimals", 9],
    ["decimals", 2.5],
  ]);
});

// Two words of three features: a root of the one is not a root of the other.
const wide = {
  tokens: ["a", "b"],
  embeddings: [
    [1, 2, 3],
    [4, 5, 7],
  ],
  illustrative: [
    [1, 2],
    [3, 4],
  ],
  scoresFrom: "products",
  scaled: true,
  temperature: 1,
  causal: false,
  maskSelf: false,
};

test("what the scores are divided by is what they were divided by", () => {
  for (const scaled of [true, false])
    for (const temperature of [1, 5]) {
      const inputs = { ...wide, scaled, temperature };
      const result = compute(inputs);
      const [, describe] = STAGES.scaled;
      const said = explain({ stage: "scaled", i: 0, j: 1 }, inputs, result, 4);
      const factors = [...describe(inputs).matchAll(/\/ (√?)([\d.]+)/g)];
      const divisor = factors.reduce((by, [, root, x]) => by * (root ? Math.sqrt(x) : x), 1);
      assertClose(result.scores[0][1] / divisor, result.scaled[0][1]);
      const note = describe(inputs);
      assert.equal(note === "as they are", divisor === 1);
      const sum = divisor === 1 ? "stays" : `35.0000 ${note} =`;
      assert.equal(said, `scaled “a” → “b”: ${sum} ${format(result.scaled[0][1], 4)}`);
    }
});

test("each stage's note says what was done there", () => {
  const noteOf = (stage, changes) => {
    const inputs = { ...wide, ...changes };
    return STAGES[stage][1](inputs, compute(inputs));
  };
  assert.equal(noteOf("scores", {}), "X Xᵀ");
  assert.equal(noteOf("scores", { scoresFrom: "illustrative" }), "invented");
  assert.equal(noteOf("masked", {}), "none hidden");
  for (const name of ["causal", "maskSelf"])
    assert.equal(noteOf("masked", { [name]: true }), "hidden: −∞");
  assert.equal(noteOf("weights", { causal: true }), "rows sum to 1");
  assert.equal(noteOf("weights", { causal: true, maskSelf: true }), "an empty row is 0");
});
