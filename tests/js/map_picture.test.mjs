import assert from "node:assert/strict";
import test from "node:test";
import { cellsOf, keyOf, parseCell } from "../../src/mha_book/explorers/map/compute.js";
import { print } from "../../src/mha_book/explorers/map/cells.js";
import { nextCell } from "../../src/mha_book/explorers/map/moves.js";
import { formFor } from "../../src/mha_book/explorers/map/picture.js";
import { references } from "./helpers.mjs";
import { layers } from "./map_state.mjs";

// The middle of each cell, as it is drawn.
const middles = (blocks, { places, cell: [width, height] }) =>
  new Map(
    blocks.flatMap((block) =>
      cellsOf(block).map((cell) => {
        const [x, y, transposed] = places[block.name];
        const { i, j } = parseCell(cell);
        const [down, across] = transposed ? [j, i] : [i, j];
        const middle = { x: x + (across + 0.5) * width, y: y + (down + 0.5) * height };
        return [cell, { ...middle, block, i, j, isUpright: !transposed }];
      }),
    ),
  );

test("arrow keys lead from any number to every other, in every picture", () => {
  const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
  const reachedFrom = (start, next) => {
    const reached = new Set([start]); // grows while it is walked
    for (const cell of reached) next.get(cell).forEach((to) => reached.add(to));
    return reached;
  };
  const { shown } = references.editor["attention-by-hand"][0];
  const all = [
    ...Object.entries(references.pictures).map(([key, picture]) => [
      key,
      { blocks: layers[key.replace(/ \w+$/, "")], picture },
    ]),
    ["the reader's own", shown.map],
  ];
  for (const [key, { blocks, picture }] of all) {
    const cells = middles(blocks, picture);
    const nextOf = ([cell, at]) => [cell, arrows.map((arrow) => nextCell(cells, at, arrow))];
    const next = new Map([...cells].map(nextOf).map(([c, to]) => [c, to.filter(Boolean)]));
    for (const start of cells.keys())
      assert.equal(reachedFrom(start, next).size, cells.size, `${key} from ${start}`);
  }
});

test("sideways a word's row leads to the same word's in the next table", () => {
  const key = "2 wrapper false row";
  const cells = middles(layers[key.replace(/ \w+$/, "")], references.pictures[key]);
  const next = (cell, arrow) => nextCell(cells, cells.get(cell), arrow);
  for (const i of [0, 1, 2]) {
    assert.equal(next(`x:${i},1`, "ArrowRight"), `q0:${i},0`);
    assert.equal(next(`weights0:${i},2`, "ArrowRight"), `mixed0:${i},0`);
    assert.equal(next(`output:${i},0`, "ArrowLeft"), `joined:${i},1`);
  }
  assert.equal(next("x:0,0", "ArrowRight"), "x:0,1");
  assert.equal(next("x:0,1", "ArrowDown"), "x:1,1");
});

test("the picture is the widest whose digits are 11 px tall, or the narrow one", () => {
  for (const { num_heads, design, placed } of references.map.slice(0, 16)) {
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

test("what lies straight ahead comes before what is nearer and aside", () => {
  const at = { x: 0, y: 0 };
  const cells = new Map([
    ["aside", { x: 30, y: 20 }],
    ["ahead", { x: 70, y: 0 }],
    ["behind", { x: -10, y: 0 }],
  ]);
  assert.equal(nextCell(cells, at, "ArrowRight"), "ahead");
  cells.delete("ahead");
  assert.equal(nextCell(cells, at, "ArrowRight"), "aside");
  assert.equal(nextCell(cells, at, "ArrowUp"), null);
});

test("a number has the decimals that its cell has room for", () => {
  const mute = { setAttribute: () => {}, removeAttribute: () => {} };
  const written = (value) => {
    const text = { ...mute, firstChild: { data: "" } };
    print({ block: { op: "score" }, text, node: mute }, value);
    return text.firstChild.data;
  };
  assert.equal(written(-99.994), "−99.99");
  assert.equal(written(-123.456), "−123");
  assert.equal(written(-Infinity), "−∞");
});
