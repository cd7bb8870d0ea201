import assert from "node:assert/strict";
import test from "node:test";
import { judge, readAnswer, readShape } from "../../src/mha_book/exercises/verdict.js";
import {
  sayAnswer,
  sayHint,
  sayVerdict,
  show,
  decimalsOf,
  withDecimals,
} from "../../src/mha_book/exercises/words.js";
import { references } from "./helpers.mjs";

const ALL = Object.values(references.exercises).flat();
const drawsOf = (...kinds) =>
  ALL.filter(({ kind }) => kinds.includes(kind)).flatMap((exercise) =>
    exercise.draws.map((draw) => [exercise, draw]),
  );
const FIELDS = ["numbers", "shape", "mask"];
const name = (exercise, draw) => `${exercise.name}: ${draw.ask}`;

test("every kind of exercise is there", () => {
  const kinds = new Set(ALL.map(({ kind }) => kind));
  assert.deepEqual([...kinds].toSorted(), ["find", "mask", "numbers", "order", "shape"]);
});

test("what PyTorch computes is right, and what a fault computes has its name", () => {
  for (const [exercise, draw] of drawsOf(...FIELDS)) {
    assert.equal(judge(exercise, draw, draw.right).is, "right", name(exercise, draw));
    for (const [faults, found] of draw.wrong) {
      const verdict = judge(exercise, draw, found);
      assert.deepEqual(verdict, { is: "fault", faults }, name(exercise, draw));
      for (const fault of faults)
        assert.ok(sayVerdict(exercise, draw, verdict).includes(exercise.faults[fault].name));
      assert.equal(sayHint(exercise, verdict), exercise.faults[faults[0]].hint);
    }
  }
});

test("a number with two decimals, rounded or cut off, is right", () => {
  for (const [exercise, draw] of drawsOf("numbers")) {
    const cut = (x) => Math.trunc(x * 100) / 100;
    for (const short of [cut, (x) => Number(x.toFixed(2))])
      assert.equal(judge(exercise, draw, draw.right.map(short)).is, "right");
  }
});

test("what nobody is known to get is told with its place", () => {
  for (const [exercise, draw] of drawsOf("numbers")) {
    const last = draw.right.length - 1;
    const answer = draw.right.with(last, draw.right[last] + 1234);
    const verdict = judge(exercise, draw, answer);
    assert.deepEqual(verdict, { is: "unknown", at: last }, name(exercise, draw));
    assert.ok(sayVerdict(exercise, draw, verdict).includes(draw.labels[last]));
  }
});

test("of the mistakes that may be chosen one is right, and the others say what they give", () => {
  for (const [exercise, draw] of drawsOf("find")) {
    draw.options.forEach(([fault], place) => {
      const verdict = judge(exercise, draw, place);
      const isRight = place === draw.right[0];
      assert.equal(verdict.is, isRight ? "right" : "other", name(exercise, draw));
      const words = sayVerdict(exercise, draw, verdict);
      assert.equal(words.includes(exercise.faults[fault].symptom), isRight);
      assert.equal(/undefined|NaN/.test(words), false, words);
    });
    const answer = exercise.faults[draw.options[draw.right[0]][0]].name;
    assert.ok(sayAnswer(exercise, draw).includes(answer));
  }
});

test("lines are right in every order that computes the same, and a faulty one is named", () => {
  for (const [exercise, draw] of drawsOf("order")) {
    for (const order of draw.right) {
      assert.equal(judge(exercise, draw, order).is, "right");
      const short = judge(exercise, draw, order.slice(1));
      assert.deepEqual(short, { is: "short", lacking: 1 });
    }
    const [order] = draw.right;
    const faulty = draw.blames.findIndex((fault) => fault !== null);
    const verdict = judge(exercise, draw, order.with(0, faulty));
    assert.deepEqual(verdict.faults, [draw.blames[faulty]]);
    const turned = judge(exercise, draw, order.toReversed());
    assert.equal(turned.is, "unknown", name(exercise, draw));
    assert.match(sayVerdict(exercise, draw, turned), /line \d does not belong there/);
  }
});

test("an answer is told in words", () => {
  for (const exercise of ALL)
    for (const draw of exercise.draws) {
      const words = sayAnswer(exercise, draw);
      assert.match(words, /^The answer: .+\.$/s);
      assert.equal(/undefined|NaN|object/.test(words), false, words);
    }
});

test("numbers and shapes are read as people write them", () => {
  const numbers = { "1,5": 1.5, " −2 ": -2, "-.5": -0.5, "1/4": 0.25, 0: 0, "1e-3": 0.001 };
  for (const [text, x] of Object.entries(numbers)) assert.equal(readAnswer(text), x, text);
  for (const text of ["", "a", "1/2/3", "1.2.3", "/"])
    assert.ok(Number.isNaN(readAnswer(text)), text);
  for (const text of ["(2, 3, 4)", "2 3 4", "2×3×4", "[2,3,4]", "torch.Size([2, 3, 4])"])
    assert.deepEqual(readShape(text), [2, 3, 4], text);
  assert.deepEqual([readShape("()"), readShape("5"), readShape("(7,)")], [[], [5], [7]]);
  assert.deepEqual([readShape(""), readShape("B, T"), readShape("2.5")], [null, null, null]);
  const table = [0.25, 1, "(2, 3)", -0.5].map(withDecimals(decimalsOf([0.25, 1])));
  assert.deepEqual(table, ["0.25", "1.00", "(2, 3)", "−0.50"]); // as many decimals each
  assert.deepEqual([show([3]), show([2, 3]), show(-0.5)], ["(3,)", "(2, 3)", "−0.5"]);
});
