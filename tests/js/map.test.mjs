import assert from "node:assert/strict";
import test from "node:test";
import {
  INPUTS,
  SWITCHES,
  blocksOf,
  cellsOf,
  compareWith,
  derive,
  evaluate,
  isStriped,
  isValid,
  keyOf,
  parseCell,
  readInputs,
} from "../../src/mha/explorers/map/compute.js";
import { cuts } from "../../src/mha/explorers/map/cuts.js";
import { nextCell } from "../../src/mha/explorers/map/moves.js";
import { formFor } from "../../src/mha/explorers/map/picture.js";
import { STEPS } from "../../src/mha/explorers/map/steps.js";
import { traceOf } from "../../src/mha/explorers/map/trace.js";
import {
  COMPARISONS,
  explain,
  explainChange,
  explainTrace,
} from "../../src/mha/explorers/map/words.js";
import { format } from "../../src/mha/explorers/shared/format.js";
import { assertClose, assertRefuses, modelOf, references } from "./helpers.mjs";

const [{ layers }] = references.map;
const everyCell = (blocks) => blocks.flatMap(cellsOf);

// A state as the explorer computes with it.
const computed = (state) => {
  const model = modelOf(state);
  const inputs = readInputs(model);
  const blocks = blocksOf(model, inputs);
  return { model, inputs, blocks, made: evaluate(blocks, inputs), tokens: state.tokens };
};

// JSON has no −∞.
const known = (tables) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map((row) => row.map((x) => x ?? -Infinity)),
    ]),
  );

test("every block's numbers are PyTorch's in every combination of switches", () => {
  const seen = new Set();
  for (const state of references.map) {
    const { inputs, blocks, made } = computed(state);
    const expected = known(state.made);
    assert.deepEqual(
      blocks.map(({ name }) => name),
      Object.keys(expected),
    );
    for (const [name, rows] of Object.entries(expected))
      rows.forEach((row, i) =>
        row.forEach((x, j) => x === made[name][i][j] || assertClose(made[name][i][j], x)),
      );
    assertClose(made.output, state.output);
    state.weights.forEach((weights, head) => assertClose(made[`weights${head}`], weights));
    seen.add(SWITCHES.map((name) => inputs[name]).join());
  }
  assert.equal(seen.size, 16);
});

test("what no input may be is refused", () => {
  const state = references.map.find(({ num_heads }) => num_heads === 1);
  assertRefuses(isValid, state, INPUTS, [
    ["embeddings", [[1, 2]]],
    ["embeddings", [[1], [2], [3]]],
    ["query", [[1, 2], [3, 11]]],
    ["key", [[1, 2], [3, "4"]]],
    ["value", 1],
    ["out", [[1, 2], [3, null]]],
    ["num_heads", 3],
    ["num_heads", "1"],
    ["design", "stacked"],
    ["causal", 1],
    ["placed", null],
    ["compare", "cell"],
    ["step", 9],
    ["step", 0.5],
    ["step", -1],
    ["cell", "x:3,0"],
    ["cell", "x:0"],
    ["cell", "scores1:0,0"], // of the head that there is not
    ["cell", null],
  ]);
});

test("a switch that is turned is marked, and lets go what is no longer there", () => {
  const state = { ...references.map[0], num_heads: 2, cell: "scores1:0,0", compare: "" };
  const model = modelOf(state);
  const gone = { num_heads: 1, compare: "num_heads", cell: "" };
  assert.deepEqual(derive(model)({ num_heads: 1 }), gone);
  assert.deepEqual(derive(model)({ num_heads: 2 }), { num_heads: 2 });
  assert.deepEqual(derive(model)({ step: 3 }), { step: 3 });
  const turned = { causal: !state.causal };
  assert.deepEqual(derive(model)(turned), { ...turned, compare: "causal" });
  const all = { ...turned, compare: "", cell: "x:0,0" };
  assert.deepEqual(derive(model)(all), all);
  assert.equal(readInputs(modelOf({ ...state, num_heads: 1 })).cell, "");
  assert.equal(readInputs(model).cell, "scores1:0,0");
});

test("what a switch changes is counted as PyTorch counts it", () => {
  for (const state of references.map) {
    const { model, inputs, made } = computed(state);
    for (const [compare, expected] of Object.entries(state.changes)) {
      const found = compareWith(model, { ...inputs, compare }, made);
      assert.equal(found.common, expected.common);
      assert.deepEqual([...found.changed].sort(), expected.changed.sort());
      const said = explainChange({ compare }, found);
      const count = expected.changed.length || "none";
      assert.ok(said.includes(`changed ${count} of the ${expected.common} numbers`), said);
    }
    assert.equal(compareWith(model, { ...inputs, compare: "" }, made).common, 0);
  }
  assert.equal(explainChange({ compare: "" }, {}), "");
  assert.deepEqual(Object.keys(COMPARISONS), ["", ...SWITCHES]);
});

test("the right cut is the map's, each wrong one differs, and all are PyTorch's", () => {
  for (const state of references.map.filter(({ num_heads }) => num_heads === 2)) {
    const { inputs, made } = computed(state);
    const found = cuts(inputs, made.x);
    assertClose(found, state.cuts);
    assertClose(found.right.query, [made.q0, made.q1]);
    assertClose(found.right.output, made.output);
    for (const wrong of ["sliced", "untransposed"])
      assert.throws(() => assertClose(found[wrong], found.right), wrong);
  }
});

test("a trace is what autograd finds, in every combination of switches", () => {
  assert.equal(references.traces.length, 16);
  for (const { cells, striped, ...inputs } of references.traces) {
    const blocks = layers[keyOf(inputs)];
    assert.deepEqual(everyCell(blocks), Object.keys(cells));
    for (const [cell, ancestors] of Object.entries(cells)) {
      const { parents, older } = traceOf(blocks, inputs, cell);
      assert.deepEqual([...parents, ...older].sort(), ancestors.sort(), cell);
    }
    const isSecond = (cell) => {
      const { name, i, j } = parseCell(cell);
      const block = blocks.find((each) => each.name === name);
      return isStriped(block, i, j);
    };
    assert.deepEqual(everyCell(blocks).filter(isSecond), striped);
  }
  assert.deepEqual(traceOf([], {}, ""), { parents: new Set(), older: new Set() });
});

test("how far a trace reaches is said in words", () => {
  const sets = (a, b) => ({ parents: new Set(a), older: new Set(b) });
  assert.equal(explainTrace(sets([], [])), "");
  assert.equal(explainTrace(sets(["x:0,0"], [])), "Made from 1 number.");
  const far = "Made from 2 numbers, which come from 1 earlier number.";
  assert.equal(explainTrace(sets(["q0:0,0", "k0:0,0"], ["x:0,0"])), far);
});

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
    const setting = computed(state);
    for (const cell of everyCell(setting.blocks)) {
      const lines = explain(cell, setting);
      const { name, i, j } = parseCell(cell);
      const value = setting.made[name][i][j];
      assert.ok(lines[0].startsWith(`${name}[`), lines[0]);
      if (lines.length < 3) continue;
      assert.equal(lines[2], `= ${format(value, 4)}`);
      const [numbers, compute] = readArithmetic(lines[1]);
      const gap = Math.abs(compute(numbers) - value);
      assert.ok(gap <= slack(numbers, compute), `${cell}: ${lines.join("\n")} (${gap})`);
      recomputed += 1;
    }
  }
  assert.ok(recomputed > 1000);
});

test("every number says what it is, and hidden ones that they are", () => {
  for (const state of references.map) {
    const setting = computed(state);
    for (const cell of everyCell(setting.blocks)) {
      const said = explain(cell, setting).join(" ");
      assert.doesNotMatch(said, /undefined|NaN|null|Infinity/, cell);
      const { name, i, j } = parseCell(cell);
      if (setting.made[name][i][j] !== -Infinity) continue;
      const [row, column] = [state.tokens[i], state.tokens[j]];
      assert.ok(said.endsWith(`${row} may not look at ${column}, which comes later = −∞`), said);
    }
  }
});

// ---- the steps, and the picture ------------------------------------------------------------

test("every step has its sentences in every state", () => {
  const [{ steps }] = references.map;
  assert.deepEqual(Object.keys(STEPS), ["whole", ...steps]);
  for (const state of references.map)
    for (const [name, sentence] of Object.values(STEPS)) {
      assert.match(name, /^[A-Z][a-z]+$/);
      const said = sentence(state);
      assert.match(said, /^[A-Z].*\.$/);
      assert.doesNotMatch(said, /undefined|NaN|null|true|false/);
    }
  const says = (step, inputs) => STEPS[step][1](inputs);
  assert.notEqual(says("mask", { causal: true }), says("mask", { causal: false }));
  assert.notEqual(says("place", { placed: true }), says("place", { placed: false }));
});

// The middle of each cell, as it is drawn.
const middles = (blocks, { places, cell: [width, height] }) =>
  new Map(
    blocks.flatMap((block) =>
      cellsOf(block).map((cell) => {
        const [x, y, transposed] = places[block.name];
        const { i, j } = parseCell(cell);
        const [down, across] = transposed ? [j, i] : [i, j];
        return [cell, { x: x + (across + 0.5) * width, y: y + (down + 0.5) * height }];
      }),
    ),
  );

test("arrow keys reach every number from the first, and lead back, in every picture", () => {
  const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
  const missed = [];
  for (const [key, picture] of Object.entries(references.pictures)) {
    const cells = middles(layers[key.replace(/ \w+$/, "")], picture);
    const next = (cell) => arrows.map((arrow) => nextCell(cells, cells.get(cell), arrow));
    const [start] = cells.keys();
    const reached = new Set([start]);
    for (const cell of reached) next(cell).filter(Boolean).forEach((to) => reached.add(to));
    missed.push(...[...cells.keys()].filter((cell) => !reached.has(cell)).map((c) => `${key} ${c}`));
  }
  assert.deepEqual(missed, []);
});

test("the picture is the widest whose digits are 11 px tall, or the narrow one", () => {
  for (const { num_heads, design, placed } of references.traces) {
    const setting = { num_heads, design, placed };
    const widthOf = (form) => references.pictures[keyOf(setting, form)].width;
    for (const width of [320, 358, 500, 640, 700, 760, 900, 1100, 1300]) {
      const found = formFor(references.pictures, setting, width);
      const isLegible = (form) => (13 * width) / widthOf(form) >= 11;
      const expected = ["row", "pair"].find(isLegible) ?? "column";
      assert.equal(found, expected, `${width}`);
    }
  }
});
