import assert from "node:assert/strict";
import test from "node:test";
import { compute, readInputs } from "../../src/mha_book/explorers/gradient/compute.js";
import { tasksOf } from "../../src/mha_book/explorers/gradient/tasks.js";
import { termsOf } from "../../src/mha_book/explorers/gradient/terms.js";
import {
  errorsWords,
  meaning,
  pathOf,
  waysOf,
} from "../../src/mha_book/explorers/gradient/words.js";
import { createTasks } from "../../src/mha_book/explorers/shared/task.js";
import { modelOf, references } from "./helpers.mjs";

// The explorer's own numbers.
const START = {
  embeddings: [
    [1.1, 1.2],
    [2.1, 2.2],
    [3.1, 3.2],
  ],
  target: [
    [-2, 0],
    [-3, -1],
    [-4, -2],
  ],
  w_q: [
    [-0.3, -0.9],
    [0.6, 0.1],
  ],
  w_k: [
    [0.7, 0.2],
    [0.2, 0.3],
  ],
  w_v: [
    [0.6, -0.8],
    [0.6, -0.4],
  ],
  w_o: [
    [-0.8, -0.8],
    [0.4, -0.2],
  ],
};

test("the chart says where the error is least", () => {
  const said = errorsWords([1e-3, 1e-9, 1e-5], [-3, -2, -1], -1);
  assert.ok(said.endsWith("At h = 10⁻¹ it is 1.0e−5; it is least at h = 10⁻²."), said);
});

test("large gradients are equal up to what float64 loses, small ones to what is seen", () => {
  const cell = { kind: "output", i: 0, j: 0 };
  const verdict = (gradient, off) => {
    const [exact, autograd] = [gradient + off, gradient].map((x) => ({ output: [[x]] }));
    const gradients = { exact, elementwise: autograd, multiplied: autograd };
    return waysOf(cell, { numbers: { autograd }, gradients, difference: 0 }, -4)[0][2];
  };
  assert.equal(verdict(1e6, 1e-6), "equal");
  assert.match(verdict(1e6, 1e-2), /^off by 0\.01$/);
  assert.match(verdict(1e-3, 1e-6), /^off by 1\.0e−6$/);
});

test("a gradient is told as what the loss does", () => {
  const n = (x) => x.toFixed(2).replace("-", "−");
  assert.match(meaning(0.5, n), /^Its gradient is 0.50: .* the loss grows 0.50 times as fast\.$/);
  assert.match(meaning(-0.5, n), /^Its gradient is −0.50: .* the loss falls 0.50 times as fast\.$/);
  assert.match(meaning(-0.001, n), /^Its gradient is nearly 0: .* the loss hardly changes\.$/);
  assert.match(meaning(0, n), /^Its gradient is 0.00: .* the loss stays as it is\.$/);
});

// The kinds of table that each cell's terms are in, one after the other, to the loss.
const kindsFrom = (cell, known) => {
  const [{ kind, i, j }] = termsOf(cell, known.inputs, known.numbers, known.gradients.exact);
  return kind === "loss" ? [kind] : [kind, ...kindsFrom({ kind, i, j }, known)];
};

test("the way to the loss is the one that the terms take", () => {
  const [state] = references.gradient;
  const words = { scores: "score", weights: "weight", output: "output", loss: "loss" };
  for (const kind of state.limits.picked.among) {
    const cell = { kind, i: 1, j: 0 };
    const [, ...way] = pathOf(cell, state.tokens);
    const known = compute(readInputs(modelOf(state)), cell, state.exponent, state.limits.exponent);
    const kinds = kindsFrom(cell, known);
    assert.equal(way.length, kinds.length, kind);
    kinds.forEach((next, k) => assert.ok(way[k].includes(words[next]), `${kind}: ${way[k]}`));
  }
});

test("a reader is asked what can be done, and told when it is", () => {
  const [given] = references.gradient;
  const state = { ...given, ...START, picked: ["scores", 0, 1] };
  const tasks = createTasks(tasksOf(modelOf(state)));
  tasks.restart();
  const turn = (values) => (Object.assign(state, values), tasks.judge());
  const w_q = (number) => ({ w_q: [START.w_q[0], [number, 0.1]] });
  const ways = [
    [/lowest gradient/, { picked: ["scores", 2, 2] }, { picked: ["scores", 0, 0] }, /−0\.88/],
    [/all nine scores/, { picked: ["w_v", 0, 0] }, { picked: ["w_k", 0, 0] }, /nine products/],
    [/One number of W_Q/, w_q(-2), w_q(-8), /hardly any gradient/],
  ];
  for (const [ask, almost, done, told] of ways) {
    assert.match(tasks.judge().ask, ask);
    assert.equal(turn(almost).told, "");
    assert.match(turn(done).told, told);
    tasks.next();
  }
  assert.equal(tasks.judge().ask, "");
});

test("a step that does no task says how far it came, and what to look for", () => {
  const state = { ...references.gradient[0], ...START, decimals: 2 };
  const [lowest, nine, sure] = tasksOf(modelOf(state));
  const after = (task, values) => (Object.assign(state, values), task.waits());
  const score = after(lowest, { picked: ["scores", 2, 2] });
  assert.match(score, /score “you” → “you” has the gradient −0\.61\. Look in dS/);
  assert.match(after(lowest, { picked: ["w_v", 0, 0] }), /W_V, row 0, column 0 is no score/);
  assert.match(after(nine, {}), /the way from W_V, row 0, column 0 does not lead through all/);
  assert.match(after(sure, {}), /are 0\.35, 0\.38 and 0\.42, and .* reach 0\.876/);
});

test("a softmax that lets no gradient through is a sure one", () => {
  const state = { ...references.gradient[0], ...START, picked: ["scores", 0, 1] };
  const sure = tasksOf(modelOf(state)).find(({ ask }) => /softmax so sure/.test(ask));
  state.embeddings = START.embeddings.map(() => [1, 1]); // equal values: no score matters
  assert.ok(!sure.isDone());
  // No score matters, for all values are 0; and one word, which asks nothing, is not sure.
  const nothing = [0, 0];
  Object.assign(state, START, { w_q: [START.w_q[0], [-8, 0.1]], w_v: [nothing, nothing] });
  state.embeddings = START.embeddings.with(0, nothing);
  assert.ok(!sure.isDone());
  Object.assign(state, START, { w_q: [START.w_q[0], [-8, 0.1]] });
  assert.ok(sure.isDone());
});

// One step of descent, on the four matrices, moves scores otherwise than their gradients say.
test("the lowest gradient is not the score that training raises most", () => {
  const inputs = structuredClone(START);
  const numbersOf = () =>
    compute(inputs, { kind: "scores", i: 0, j: 0 }, -3, references.gradient[0].limits.exponent);
  const { numbers, gradients } = numbersOf();
  for (const name of ["w_q", "w_k", "w_v", "w_o"])
    inputs[name] = START[name].map((row, i) =>
      row.map((w, j) => w - 1e-3 * gradients.exact[name][i][j]),
    );
  const moved = numbersOf()
    .numbers.scores.flat()
    .map((s, k) => s - numbers.scores.flat()[k]);
  const lowest = gradients.exact.scores.flat().indexOf(Math.min(...gradients.exact.scores.flat()));
  assert.equal(moved[lowest], Math.min(...moved)); // it rises least of all
  assert.ok(moved[lowest] > 0);
});
