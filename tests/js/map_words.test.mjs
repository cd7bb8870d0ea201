import assert from "node:assert/strict";
import test from "node:test";
import { explain } from "../../src/mha_book/explorers/map/arithmetic.js";
import { SWITCHES, parseCell } from "../../src/mha_book/explorers/map/compute.js";
import { sayChange } from "../../src/mha_book/explorers/map/option_words.js";
import { briefly } from "../../src/mha_book/explorers/map/said.js";
import { STEPS } from "../../src/mha_book/explorers/map/step_words.js";
import { format } from "../../src/mha_book/explorers/shared/format.js";
import { references } from "./helpers.mjs";
import { computed, everyCell } from "./map_state.mjs";

// All of it is made.
const whole = (state) => computed({ ...state, step: 0 });

// ---- the arithmetic of a number ----------------------------------------------------------

const HALF = 0.5e-4; // of the last digit that is printed

// A line's arithmetic as [its printed numbers, a function of them].
const readArithmetic = (line) => {
  const plain = line.slice(2).replaceAll("−", "-").replaceAll("·", "*");
  const numbers = [];
  const hold = (text) => `p[${numbers.push(Number(text)) - 1}]`;
  const power = /e\^(\(-[\d.]+\)|[\d.]+)/g;
  const exponents = [...plain.matchAll(power)].map(([, e]) => Number(e.replace(/[()]/g, "")));
  const peak = Math.max(...exponents); // taken from each, as softmax allows
  const code = plain.replace(power, "Math.exp($1 - PEAK)").replace(/\d+(\.\d+)?/g, hold);
  return [numbers, new Function("p", `return ${code.replaceAll("PEAK", `(${peak})`)};`)];
};

// How far a result can be from the printed one, if every printed number is rounded.
const slack = (numbers, compute) => {
  const result = compute(numbers);
  const bumped = (k) => compute(numbers.map((x, m) => (m === k ? x + HALF : x)));
  const moved = numbers.map((_, k) => Math.abs(bumped(k) - result));
  return HALF + 1e-9 + 1.05 * moved.reduce((a, b) => a + b, 0);
};

test("the arithmetic that is printed gives the result that is printed", () => {
  let recomputed = 0;
  for (const state of references.map) {
    const setting = whole(state);
    for (const cell of everyCell(setting.blocks)) {
      const lines = explain(cell, setting);
      const { name, i, j } = parseCell(cell);
      const value = setting.values[name][i][j];
      assert.ok(lines[0].startsWith(`${name}[`), lines[0]);
      assert.ok(lines.length <= 2);
      const [, arithmetic, result] = lines[1]?.match(/^(= .*) (= \S+)$/) ?? [];
      if (!arithmetic) continue;
      assert.equal(result, `= ${format(value, 4)}`);
      const [numbers, compute] = readArithmetic(arithmetic);
      const gap = Math.abs(compute(numbers) - value);
      assert.ok(gap <= slack(numbers, compute), `${cell}: ${lines.join("\n")} (${gap})`);
      recomputed += 1;
    }
  }
  assert.ok(recomputed > 1000);
});

test("every number says what it is, and hidden ones that they are", () => {
  for (const state of references.map) {
    const setting = whole(state);
    for (const cell of everyCell(setting.blocks)) {
      const said = explain(cell, setting).join(" ");
      assert.doesNotMatch(said, /undefined|NaN|null|Infinity/, cell);
      const { name, i, j } = parseCell(cell);
      if (setting.values[name][i][j] !== -Infinity) continue;
      const [row, column] = [state.tokens[i], state.tokens[j]];
      assert.ok(
        said.endsWith(`“${row}” may not look at “${column}”, which comes later = −∞`),
        said,
      );
    }
  }
});

test("a number that a later step makes is not given away", () => {
  const setting = computed(references.map[0]);
  for (const cell of everyCell(setting.blocks)) {
    const { step } = setting.blocks.find(({ name }) => name === parseCell(cell).name);
    const saidAt = (now) => explain(cell, { ...setting, inputs: { ...setting.inputs, step: now } });
    for (let now = 1; now < step; now += 1) {
      const [line, ...more] = saidAt(now);
      assert.ok(line.endsWith(` is not made yet: step ${step} does it`), line);
      assert.deepEqual(more, []);
    }
    for (const now of [0, step, 8]) assert.doesNotMatch(saidAt(now).join(" "), /not made yet/);
  }
});

test("every step has its sentences in every state", () => {
  const [{ steps }] = references.map;
  assert.deepEqual(Object.keys(STEPS), ["whole", ...steps]);
  for (const state of references.map)
    for (const [name, sentence] of Object.values(STEPS)) {
      assert.match(name, /^[A-Z][a-z]+$/);
      const said = sentence(state);
      assert.match(said, /^[A-Z].*\.$/);
      assert.doesNotMatch(said, /undefined|NaN|null|true|false/);
      // two lines of a phone, and a whole statement
      assert.match(briefly(said), /^[A-Z][^.():]{10,100}[.?]$/);
    }
  for (const [room, said] of [
    [8, "One."],
    [9, "One. Two."],
    [99, "One. Two. Three."],
  ])
    assert.equal(briefly("One (1). Two. Three.", room), said);
  const says = (step, inputs) => STEPS[step][1](inputs);
  assert.notEqual(says("mask", { causal: true }), says("mask", { causal: false }));
  assert.notEqual(says("place", { placed: true }), says("place", { placed: false }));
});

test("a switch is compared with its other position, both ways", () => {
  const others = {
    num_heads: [
      [1, "with two heads"],
      [2, "with one head"],
    ],
    design: [
      ["split", "with the wrapper"],
      ["wrapper", "with the weight split"],
    ],
    causal: [
      [true, "without a mask"],
      [false, "with the causal mask"],
    ],
    placed: [
      [true, "without positions"],
      [false, "with positions"],
    ],
  };
  assert.deepEqual(Object.keys(others), SWITCHES);
  for (const [compare, pairs] of Object.entries(others))
    for (const [position, other] of pairs) {
      const brief = (...changed) =>
        sayChange({ compare, [compare]: position }, { common: 7, changed: new Set(changed) }, 2);
      assert.equal(brief(1, 2), `Dots, from step 2 on: 2 of 7 numbers differ ${other}.`);
      assert.equal(brief(), `None of 7 numbers differs ${other}.`);
    }
});

test("a step says of the layer what the layer has", () => {
  for (const state of references.map) {
    const { blocks, values } = computed(state);
    const says = (step) => STEPS[step][1](state);
    const names = blocks.map(({ name }) => name);
    const [{ shape }] = blocks.filter(({ name }) => name === "q0");
    const has = (name) => names.includes(name);
    const hasHidden = Object.values(values).some((rows) => rows.flat().includes(-Infinity));
    assert.equal(says("project").includes("Each head has small matrices"), names.includes("w_q1"));
    assert.equal(says("project").includes("a view gives each"), ["q", "q1"].every(has));
    assert.equal(says("score").includes("a head of width 1"), shape[1] === 1);
    assert.equal(says("join").includes("nothing to join"), !names.includes("mixed1"));
    assert.equal(says("mask").includes("−∞ takes the place"), hasHidden);
    assert.equal(says("place").includes("is added to each row"), names.includes("positions"));
  }
});

test("a number is named by its row, its column and its head", () => {
  const state = references.map.find(({ num_heads }) => num_heads === 2);
  const setting = whole(state);
  const [how, are, you] = state.tokens;
  const nameOf = (cell) => explain(cell, setting)[0].split(" = ")[0];
  assert.equal(nameOf("weights1:1,2"), `weights1[“${are}”, “${you}”] (head 1)`);
  assert.equal(nameOf("q0:2,0"), `q0[“${you}”, 0] (head 0)`);
  assert.equal(nameOf("output:0,1"), `output[“${how}”, 1]`);
});
