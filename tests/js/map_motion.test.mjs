// What travels on the map: seen from its place on to its last stop, in a page of nodes
// that only note how they are animated.
import assert from "node:assert/strict";
import test from "node:test";
import { cellsOf } from "../../src/mha_book/explorers/map/compute.js";
import { createMotion } from "../../src/mha_book/explorers/map/motion.js";
import { references } from "./helpers.mjs";
import { computed } from "./map_state.mjs";

const animated = [];

class Node {
  children = [];
  style = {};
  append(...nodes) {
    this.children.push(...nodes);
  }
  replaceChildren() {}
  setAttribute() {}
  removeAttribute() {}
  getAttribute() {
    return "mha-tile";
  }
  closest() {
    return this;
  }
  getBBox() {
    return { x: 0, y: 0, width: 9, height: 9 };
  }
  cloneNode() {
    return new Node();
  }
  animate(frames) {
    animated.push(frames);
    return { finished: new Promise(() => {}), cancel() {} };
  }
}

test("what travels is seen at every stop, and nowhere before and after", () => {
  const before = globalThis.document;
  globalThis.document = { createElementNS: () => new Node(), addEventListener() {} };
  globalThis.matchMedia = () => ({ matches: false });
  const { blocks, inputs } = computed(references.map[0]);
  const names = blocks.flatMap(cellsOf);
  const cells = new Map(
    names.map((name, k) => {
      const [node, box, text] = [new Node(), new Node(), new Node()];
      return [name, { node, box, text, ground: null, x: k, y: 0 }];
    }),
  );
  createMotion(cells, new Node()).start(blocks, { ...inputs, step: 2 });
  globalThis.document = before;
  delete globalThis.matchMedia;
  const ways = animated.filter((frames) => frames.some(({ transform }) => transform));
  assert.ok(ways.length > 1);
  // A frame stays around what travels, and what has arrived fades.
  const stays = ways.filter((frames) => frames.some(({ transform }) => transform === "none"));
  const fading = animated.filter((frames) => frames[0].opacity === 1);
  assert.ok(stays.length > 1);
  assert.equal(fading.length, ways.length - stays.length);
  assert.ok(fading.every((frames) => frames.at(-1).opacity === 0));
  for (const frames of ways) {
    const seen = frames.map(({ opacity }) => opacity);
    const inside = seen.slice(2, -2);
    assert.deepEqual([...seen.slice(0, 2), ...seen.slice(-2)], [0, 0, 0, 0]);
    assert.ok(inside.length > 2 && inside.every((opacity) => opacity === 1), `${seen}`);
  }
});
