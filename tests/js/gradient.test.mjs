import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  compute,
  difference,
  isValid,
  readInputs,
  toCell,
} from "../../src/mha_book/explorers/gradient/compute.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";
import { waysOf } from "../../src/mha_book/explorers/gradient/words.js";
import { termsOf } from "../../src/mha_book/explorers/gradient/terms.js";

const computeFor = (state, cell) =>
  compute(readInputs(modelOf(state)), cell, state.exponent, state.limits.exponent);

test("loss and gradients are PyTorch's, by formula, on the tape and as sums", () => {
  for (const state of references.gradient) {
    const cell = toCell(state.picked);
    const { inputs, numbers, gradients } = computeFor(state, cell);
    assertClose(numbers.loss, state.loss);
    assertClose(gradients, state.gradients, 1e-8);
    assertClose(numbers.autograd, state.gradients.exact, 1e-8);
    const terms = termsOf(cell, inputs, numbers, gradients.exact);
    const total = terms.reduce((sum, { product }) => sum + product, 0);
    assertClose(total, state.gradients.exact[cell.kind][cell.i][cell.j], 1e-8);
  }
});

test("a difference comes close to the gradient", () => {
  const [state] = references.gradient;
  for (const kind of state.limits.picked.among) {
    const found = difference(readInputs(modelOf(state)), { kind, i: 1, j: 0 }, 1e-5);
    assertClose(found, state.gradients.exact[kind][1][0], 1e-4);
  }
});

const SMOOTH = {
  embeddings: [
    [0.4, 0.6],
    [0.9, -0.3],
    [-0.5, 0.8],
  ],
  target: [
    [1, -1],
    [-2, 0.5],
    [0.3, 2],
  ],
  w_q: [
    [0.7, -0.9],
    [1.1, 0.4],
  ],
  w_k: [
    [-0.8, 0.5],
    [0.6, 1.2],
  ],
  w_v: [
    [0.9, 0.2],
    [-0.4, 1.3],
  ],
  w_o: [
    [1.1, -0.7],
    [0.3, 0.8],
  ],
};

test("a difference is central: its error shrinks with the square of the step", () => {
  const [state] = references.gradient;
  const start = { ...state, ...SMOOTH };
  const { inputs, numbers } = computeFor(start, toCell(state.picked));
  for (const kind of state.limits.picked.among) {
    const exact = numbers.autograd[kind][1][0];
    const errorAt = (h) => Math.abs(difference(inputs, { kind, i: 1, j: 0 }, h) - exact);
    if (["scores", "w_q", "w_k"].includes(kind)) {
      const ratio = errorAt(0.03) / errorAt(0.01);
      assert.ok(Math.abs(ratio - 9) < 0.1, `${kind}: ${ratio}`);
    } else assert.ok(errorAt(0.3) < 1e-12, `${kind}: the loss is a parabola of it`);
  }
});

test("each way to a gradient is named as it was taken, and judged by its distance", () => {
  const [given] = references.gradient;
  const state = { ...given, ...SMOOTH };
  for (const kind of ["scores", "w_v"]) {
    const cell = { kind, i: 1, j: 0 };
    const known = computeFor(state, cell);
    const at = (rule) => known.gradients[rule][kind][1][0];
    const [sum, tape, step, elementwise, multiplied] = waysOf(cell, known, state.exponent);
    assert.deepEqual(sum.slice(0, 2), ["the sum above", at("exact")]);
    assert.deepEqual(tape, [
      "autograd (a tape)",
      known.numbers.autograd[kind][1][0],
      "the reference",
    ]);
    assert.deepEqual(step.slice(0, 2), ["difference, h = 10⁻⁴", known.difference]);
    assert.deepEqual(elementwise.slice(0, 2), ["p(1 − p) elementwise", at("elementwise")]);
    assert.deepEqual(multiplied.slice(0, 2), ["p(1 − p) multiplied", at("multiplied")]);
    for (const [, , verdict] of [elementwise, multiplied])
      assert.match(verdict, kind === "scores" ? /^wrong by/ : /^equal: no softmax/);
  }
});

test("numbers beyond e's reach give numbers", () => {
  const [state] = references.gradient;
  const rows = (name) => state[name].map((row) => row.map(() => -9.9));
  const large = Object.fromEntries(["embeddings", "w_q", "w_k"].map((name) => [name, rows(name)]));
  const { numbers } = computeFor({ ...state, ...large }, toCell(state.picked));
  assert.ok(numbers.weights.flat().every(Number.isFinite));
});

test("any number of a table can be picked", () => {
  const [state] = references.gradient;
  for (const cell of [
    ["output", 2, 1],
    ["scores", 2, 2],
    ["w_o", 1, 1],
  ])
    assert.ok(isValid(modelOf(state))("picked", cell), String(cell));
});

test("what no input may be is refused", () => {
  assertRefuses(isValid, references.gradient[0], INPUTS, [
    ["w_q", [[1, 2]]],
    [
      "w_q",
      [
        [1, 2],
        [3, 10.1],
      ],
    ],
    [
      "embeddings",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["picked", ["key", 0, 0]],
    ["picked", ["scores", 0, 3]],
    ["picked", ["w_o", 2, 0]],
    ["picked", ["output", 0, 2]],
    ["picked", ["output", 0]],
    ["picked", ["output", 0, 0, 0]],
    ["picked", 7],
    ["exponent", 0],
    ["exponent", -4.5],
    ["decimals", 9],
  ]);
});
