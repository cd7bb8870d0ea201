import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  isValid,
  readInputs,
} from "../../src/mha_book/explorers/attention/compute.js";
import { nameOf, traceOf } from "../../src/mha_book/explorers/attention/trace.js";
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
  settings: true,
};

test("what the scores are divided by is what they were divided by", () => {
  for (const scaled of [true, false])
    for (const temperature of [1, 5]) {
      const inputs = { ...wide, scaled, temperature };
      const result = compute(inputs);
      const [, describe] = STAGES.scores;
      const said = explain({ stage: "scores", i: 0, j: 1 }, inputs, result, 4);
      const note = describe(inputs).replace("products ", "");
      const factors = [...note.matchAll(/÷ (√?)([\d.]+)/g)];
      const divisor = factors.reduce((by, [, root, x]) => by * (root ? Math.sqrt(x) : x), 1);
      assertClose(result.products[0][1] / divisor, result.scores[0][1]);
      assert.equal(note === "as they are", divisor === 1);
      const sum = divisor === 1 ? "stays" : `35.0000 ${note} =`;
      assert.equal(said, `score “a” → “b”: ${sum} ${format(result.scores[0][1], 4)}`);
    }
});

test("each stage's note says what was done there", () => {
  const noteOf = (stage, changes) => {
    const inputs = { ...wide, ...changes };
    return STAGES[stage][1](inputs, compute(inputs));
  };
  const invented = { scoresFrom: "illustrative" };
  assert.equal(noteOf("products", {}), "X · Xᵀ");
  assert.equal(noteOf("products", invented), "fixed, instead of X · Xᵀ");
  assert.equal(noteOf("scores", {}), "products ÷ √3");
  assert.equal(noteOf("scores", invented), "numbers ÷ √3");
  const alone = { settings: false, scaled: false }; // no table stands before
  assert.equal(noteOf("scores", alone), "X · Xᵀ");
  assert.equal(noteOf("scores", { ...alone, ...invented }), "invented, fixed");
  assert.equal(noteOf("weights", { causal: true }), "softmax of each row");
  assert.equal(noteOf("weights", { causal: true, maskSelf: true }), "an empty row is 0");
});

// ---- what a number was made from -----------------------------------------------------------

const NUDGE = 0.01;

// X with one number moved.
const nudged = (table, i, j) =>
  table.map((row, a) => row.map((x, b) => (a === i && b === j ? x + NUDGE : x)));

const STATES = [
  {},
  { scoresFrom: "illustrative" },
  { causal: true, temperature: 2 },
  { causal: true, maskSelf: true },
  { settings: false, scaled: false },
];

test("no number moves with a number of X to which its trace does not lead", () => {
  for (const changes of STATES) {
    const inputs = { ...wide, ...changes };
    const before = compute(inputs);
    const stages = Object.keys(before).filter((stage) => inputs.settings || stage !== "products");
    for (const stage of stages)
      before[stage].forEach((row, i) =>
        row.forEach((value, j) => {
          const { all } = traceOf([stage, i, j], inputs);
          inputs.embeddings.forEach((line, a) =>
            line.forEach((_, b) => {
              const after = compute({ ...inputs, embeddings: nudged(inputs.embeddings, a, b) });
              const isMoved = after[stage][i][j] !== value;
              if (isMoved) assert.ok(all.has(nameOf("embeddings", a, b)), `${stage} ${i} ${j}`);
            }),
          );
        }),
      );
  }
});

const near = (cell, changes = {}) => [...traceOf(cell, { ...wide, ...changes }).near].toSorted();
const allOf = (cell, changes = {}) => [...traceOf(cell, { ...wide, ...changes }).all].toSorted();
const X = ["0 0", "0 1", "0 2", "1 0", "1 1", "1 2"].map((place) => `embeddings ${place}`);

test("near is what the sentence of a cell names, and the rest leads back to X", () => {
  assert.deepEqual(near(["products", 1, 0]), X);
  assert.deepEqual(near(["products", 0, 0]), X.slice(0, 3));
  assert.deepEqual(near(["scores", 1, 0]), ["products 1 0"]);
  assert.deepEqual(near(["weights", 1, 0]), ["scores 1 0", "scores 1 1"]);
  const output = ["embeddings 0 2", "embeddings 1 2", "weights 1 0", "weights 1 1"];
  assert.deepEqual(near(["output", 1, 2]), output);
  const before = ["products 1 0", "products 1 1", "scores 1 0", "scores 1 1"];
  assert.deepEqual(allOf(["weights", 1, 0]), [...X, ...before]);
  assert.deepEqual(allOf(["scores", 0, 1], { causal: true }), []); // −∞, whatever X is
  assert.deepEqual(allOf(["products", 0, 1], { scoresFrom: "illustrative" }), []);
  assert.deepEqual(near(["scores", 0, 0], { settings: false }), X.slice(0, 3));
});
