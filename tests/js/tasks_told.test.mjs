// A task is done exactly when its aim is met, and what is told is then so.
import assert from "node:assert/strict";
import test from "node:test";
import { tasksOf as attentionTasks } from "../../src/mha_book/explorers/attention/tasks.js";
import { tensorsOf } from "../../src/mha_book/explorers/layout/compute.js";
import { tasksOf as layoutTasks } from "../../src/mha_book/explorers/layout/tasks.js";
import { tasksOf as mapTasks } from "../../src/mha_book/explorers/map/tasks.js";
import { tasksOf as maskTasks } from "../../src/mha_book/explorers/mask/tasks.js";
import { TASKS } from "../../src/mha_book/explorers/mask/words.js";
import { tasksOf as positionTasks } from "../../src/mha_book/explorers/position/tasks.js";
import { references, taskOf } from "./helpers.mjs";

// ---- attention ---------------------------------------------------------------------------

const attention = {
  ...references.attention[0],
  embeddings: [
    [1, 0],
    [0, 1],
    [0, 2],
  ],
  scores_from: "products",
  scaled: true,
  temperature: 1,
  causal: false,
  mask_self: false,
};

test("a largest score is told of the words that may be looked at", () => {
  const { on, told } = taskOf(attentionTasks, attention, /more than half/);
  assert.ok(!on({}));
  assert.ok(on({ causal: true, mask_self: true })); // though the score of “you” is larger
  assert.match(told(), /of all words that “are” may look at, “how” had the largest score/);
});

test("weights are made alike by the temperature, not by embeddings", () => {
  const { on } = taskOf(attentionTasks, attention, /temperature/);
  assert.ok(!on({ embeddings: attention.embeddings.map(() => [0, 0]) }));
  assert.ok(on({ temperature: 19 }));
});

test("an output is changed from another word: its own has not changed", () => {
  const start = { ...attention, scores_from: "illustrative" };
  const { on } = taskOf(attentionTasks, start, /another word/);
  const [first, ...others] = start.embeddings;
  assert.ok(!on({ embeddings: [[4, 0], others[0], [20, 0]] }));
  assert.ok(on({ embeddings: [first, others[0], [20, 0]] }));
});

// ---- mask --------------------------------------------------------------------------------

test("two words at most in every row: by a window of 2, and nothing painted", () => {
  const [given] = references.mask;
  const painted = given.painted.map((rows) => rows.map((row) => row.map(() => false)));
  const clear = { lengths: [6, 6], causal: false, padding: false, window: 0, sentence: 0, painted };
  const { on, task } = taskOf(maskTasks, { ...given, ...clear }, /by the window/);
  assert.ok(task.whileTrue); // not while one more cell is painted
  const paint = (...cells) => {
    const isIn = (i, j) => cells.some(([k, l]) => i === k && j === l);
    return [painted[0].map((row, i) => row.map((_, j) => isIn(i, j))), painted[1]];
  };
  assert.ok(!on({ window: 4, painted: paint([5, 2], [5, 3]) }));
  assert.ok(!on({ window: 2, painted: paint([3, 0]) }));
  assert.equal(task.waits(), TASKS.narrow.painted);
  assert.ok(on({ window: 2 }));
  on({});
  assert.equal(task.waits(), ""); // nothing was tried yet
  on({ window: 3 });
  assert.match(task.waits(), /with a window of 3 “step” looks at 3 words/);
  on({ window: 1 });
  assert.match(task.waits(), /looks at 1 word of/);
});

// ---- layout ------------------------------------------------------------------------------

test("memory steps over other heads only where there are some", () => {
  let reading;
  const start = { step: "split", batch: 2, tokens: 4, heads: 2, head_dim: 2 };
  const { on } = taskOf(layoutTasks, start, /memory cell/, () => reading);
  // The element in cell 6, in the first or the second tensor.
  const readAll = (which, heads, index) => {
    reading = { tensor: tensorsOf("split", [2, 4, heads, 2])[which], index };
    return on({ heads });
  };
  assert.ok(!readAll(0, 1, [0, 0, 3, 0]));
  assert.ok(!readAll(1, 1, [0, 0, 3, 0]));
  assert.ok(!readAll(1, 2, [0, 0, 3, 0]));
  assert.ok(readAll(0, 2, [0, 1, 1, 0]));
});

// ---- position ----------------------------------------------------------------------------

const position = (part) => ({
  width: 8,
  base: 10000,
  position: 1,
  key: 2,
  feature: 0,
  decimals: 4,
  part,
  limits: { position: { max: 63 } },
});

test("a place that looks like another is told of pairs, where the fast hand is back", () => {
  const { on, told } = taskOf(positionTasks, position("similarity"), /above 0\.98/);
  assert.ok(!on({ width: 1, position: 8, key: 33 }));
  assert.ok(on({ width: 4, position: 0, key: 25 })); // hand 1 has turned by 0.25 radians
  assert.match(told(), /the fast hand has come round/);
});

test("slower pairs are told of where there are any", () => {
  const { on, told } = taskOf(positionTasks, position("rotary"), /in pair 0/);
  assert.ok(on({ width: 4, key: 7 }));
  assert.match(told(), /the slower pairs are there to notice/);
  assert.ok(on({ width: 2, key: 7 }));
  assert.match(told(), /no slower pair/);
});

test("it is a lower base that turns pair 1", () => {
  const { on } = taskOf(positionTasks, position("rotary"), /in pair 1/);
  assert.ok(!on({ key: 21 })); // 2 radians, by the distance
  assert.ok(on({ key: 21, base: 9000 }));
  assert.ok(!on({ base: 10 })); // as the page opens, one position apart
});

// ---- map ---------------------------------------------------------------------------------

const map = {
  ...references.map[0],
  num_heads: 1,
  design: "wrapper",
  causal: false,
  placed: false,
  step: 3,
  compare: "",
  cell: "",
  embeddings: [
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  query: [
    [1, 0],
    [0, 1],
  ],
  key: [
    [-1, 0],
    [0, -1],
  ],
};

test("a score is raised by one number of W_k", () => {
  const { on } = taskOf(mapTasks, map, /one number of W_k/);
  const [first] = map.key;
  assert.ok(!on({ embeddings: [...map.embeddings.slice(0, 2), [-1, -1]] }));
  assert.ok(!on({ key: [first, [1, 1]] }));
  assert.ok(on({ key: [first, [0, 1]] }));
});

test("a task leads to the table that it speaks of", () => {
  const plain = { ...map, causal: false, design: "wrapper", step: 0, fault: "" };
  for (const [more, ask, table] of [
    [{}, /more than half of its attention to “how”/, "weights0"],
    [{}, /hide from “how”/, "weights0"],
    [{}, /so that the output alone moves/, "output"],
    [{ step: 3 }, /the score of “are” for “you”/, "scores0"],
    [{ causal: true }, /largest weight of “how”/, "weights0"],
    [{ causal: true }, /change a number of “you”/, "output"],
    [{ causal: true }, /Which row of the output does not move/, "output"],
  ])
    assert.equal(taskOf(mapTasks, { ...plain, ...more }, ask).asks(), table, ask);
});

test("one head's queries are changed by one number of W_q", () => {
  const start = { ...map, num_heads: 2, design: "split" };
  const { on } = taskOf(mapTasks, start, /one number of W_q/);
  const [first] = map.query;
  assert.ok(!on({ query: [first, [5, 5]] }));
  for (let looks = 0; looks < 2; looks += 1) assert.ok(on({ query: [first, [5, 1]] }));
});
