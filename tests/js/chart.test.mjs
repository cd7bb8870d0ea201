// Where the name of a chart's marked point stands, in a page of nodes that keep attributes.
import assert from "node:assert/strict";
import test from "node:test";
import { chart } from "../../src/mha_book/explorers/shared/chart.js";
import { BOX } from "../../src/mha_book/explorers/shared/plane.js";

const bare = () => {
  const attributes = {};
  const setAttribute = (name, value) => (attributes[name] = `${value}`);
  return { attributes, children: [], setAttribute, append() {}, replaceChildren() {} };
};

// To which side of a point at `x` its name goes, where something else stands at `beside`.
const placeOf = (x, beside) => {
  const made = [];
  const before = globalThis.document;
  globalThis.document = { createElementNS: () => (made.push(bare()), made.at(-1)) };
  const plane = { x: (number) => number, y: (number) => number };
  const { mark } = chart(plane, { xs: [], ys: [], xLabel: "" });
  mark(x, 0, "k: 0.5", beside);
  globalThis.document = before;
  const name = made.find((node) => node.attributes.class === "mha-name");
  return [name.attributes["text-anchor"], Number(name.attributes.x)];
};
const sideOf = (...at) => ({ start: "right", end: "left" })[placeOf(...at)[0]];

test("a name stands where there is more room, and not under what is close beside it", () => {
  const middle = BOX.width / 2;
  assert.equal(sideOf(middle - 50), "right");
  assert.equal(sideOf(middle + 50), "left");
  assert.equal(sideOf(middle - 50, middle - 30), "left"); // that is right of it
  assert.equal(sideOf(middle - 50, middle - 70), "right");
  assert.equal(sideOf(middle + 50, middle + 30), "right");
  assert.equal(sideOf(middle - 50, middle + 50), "right"); // far away
  // Where the chart ends it stands beyond.
  assert.deepEqual(placeOf(BOX.left + 20, BOX.left + 30), ["start", BOX.left + 39]);
  assert.deepEqual(placeOf(BOX.right - 20, BOX.right - 30), ["end", BOX.right - 39]);
});
