// A link's mark, and what no attribute is made of, in a document of one kind of node.
import assert from "node:assert/strict";
import test from "node:test";
import { svg } from "../../src/mha_book/explorers/shared/dom.js";
import { KEY } from "../../src/mha_book/exercises/store.js";

class Node extends EventTarget {
  attributes = {};
  children = [];
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  append(...nodes) {
    for (const node of nodes) this.appendChild(node);
  }
  appendChild(node) {
    if (node instanceof Node) node.parent = this;
    this.children.push(node instanceof Node ? node : { data: node });
    return node;
  }
  get firstChild() {
    return this.children[0];
  }
  remove() {
    this.parent.children = this.parent.children.filter((node) => node !== this);
  }
  closest() {
    return null;
  }
  querySelector() {
    return this.children.find((node) => node.attributes.class === "mha-solved") ?? null;
  }
}

// Runs with these in the page's place, and puts back what was there.
const inPage = async (page, run) => {
  const names = Object.keys(page);
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: page[name], configurable: true });
  try {
    return await run();
  } finally {
    names.forEach((name, k) => {
      delete globalThis[name];
      if (before[k]) Object.defineProperty(globalThis, name, before[k]);
    });
  }
};

const createElementNS = () => new Node();

test("what is off, null or undefined is no attribute", () =>
  inPage({ document: { createElementNS } }, () => {
    const node = svg("g", { fill: null, x: undefined, y: 0, hidden: false, role: true });
    assert.deepEqual(node.attributes, { y: "0", role: "" });
  }));

test("a mark beside a link is gone once nothing is solved any more", () => {
  const link = Object.assign(new Node(), { href: "https://a.book/one-page.html" });
  const kept = {};
  const page = {
    document: {
      readyState: "complete",
      createElement: () => new Node(),
      querySelector: () => null,
      querySelectorAll: () => [link],
    },
    localStorage: { getItem: (key) => kept[key] ?? null },
    addEventListener: (event, run) => (page.heard[event] = run),
    heard: {},
  };
  const keep = (one) =>
    (kept[KEY] = JSON.stringify({ pages: { "one-page": { one } }, totals: { "one-page": 2 } }));
  return inPage(page, async () => {
    keep({ solved: true });
    await import("../../src/mha_book/exercises/progress.js");
    const [mark] = link.children;
    assert.deepEqual([mark.title, mark.firstChild.data], ["1 of 2 exercises solved", "1/2"]);
    keep({});
    page.heard.storage();
    assert.equal(link.children.length, 0);
  });
});
