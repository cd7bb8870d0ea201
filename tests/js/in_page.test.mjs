// A model on the page, without a page: its kernels, its tokenizer, its heads.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import {
  attend,
  gelu,
  layerNorm,
  linear,
  softmaxRows,
} from "../../src/mha_book/in_page/kernels.js";
import { unpackAll } from "../../src/mha_book/in_page/unpack.js";
import { wordPiece } from "../../src/mha_book/in_page/wordpiece.js";
import { createReader } from "../../src/mha_book/in_page/worker.js";
import { assertClose, references } from "./helpers.mjs";

const { texts, kernels, sentences } = references.in_page;
const floats = (table) => Float32Array.from(table.flat(Infinity));
const tensor = (table) => ({ floats: floats(table), shape: [table.length, table[0].length] });
const close = (found, expected, tolerance) =>
  assertClose([...found], [...floats(expected)], tolerance);

// A part as the site has it.
const partOf = (name) => {
  const script = readFileSync(`${process.env.MODELS}/minilm/${name}.js`, "utf-8");
  let handed = null;
  new Function("mhaPart", script)((...given) => (handed = given));
  assert.deepEqual(handed.slice(0, 2), ["minilm", name]);
  return handed[2];
};

test("the kernels give PyTorch's numbers", () => {
  for (const given of kernels) {
    const [x, sizes] = [floats(given.x), { heads: given.heads, width: given.width }];
    const vector = (name) => ({ floats: floats(given[name]) });
    close(linear(x, tensor(given.weight), vector("bias")), given.linear, 1e-5);
    close(layerNorm(x, vector("gain"), vector("shift"), 1e-12), given.layer_norm, 1e-5);
    const wide = x.map((number) => 4 * number);
    close(gelu(wide), given.gelu, 1e-6);
    close(softmaxRows(wide, given.width), given.softmax, 1e-6);
    const three = ["q", "k", "v"].map((name) => floats(given[name]));
    const [joined, weights] = attend(three, sizes, (i, j) => j <= i);
    close(weights, given.weights, 1e-5);
    close(joined, given.joined, 1e-5);
  }
});

test("a row in which every score is masked gives nothing", () => {
  const row = softmaxRows(Float32Array.from([-Infinity, -Infinity, 0, -Infinity]), 2);
  assert.deepEqual([...row], [0, 0, 1, 0]);
});

test("keys may be more than queries, as with a cache", () => {
  const [given] = kernels;
  const sizes = { heads: given.heads, width: given.width };
  const [q, k, v] = ["q", "k", "v"].map((name) => floats(given[name]));
  const [joined, weights] = attend([q.subarray(-given.width), k, v], sizes);
  close(
    weights,
    given.weights.map((head) => head.at(-1)),
    1e-5,
  );
  close(joined, given.joined.at(-1), 1e-5);
});

test("a matrix in eight bits is its numbers times its rows' scales", () => {
  const text = (array) => Buffer.from(array.buffer).toString("base64");
  const [numbers, scales] = [Int8Array.of(127, -2, 0, 3), Float32Array.of(0.5, 2)];
  const part = { a: { shape: [2, 2], numbers: text(numbers), scales: text(scales) } };
  const { a, b } = unpackAll({ ...part, b: { shape: [2], floats: text(scales) } });
  assert.deepEqual([...a.floats], [63.5, -1, 0, 6]);
  assert.deepEqual([...b.floats], [0.5, 2]);
});

test("a thousand texts of many scripts are cut as the library cuts them", () => {
  const cut = wordPiece(partOf("words"));
  assert.equal(texts.length, 1000);
  for (const [text, tokens] of texts) assert.deepEqual(cut(text).tokens, tokens, text);
});

test("a word of a hundred letters is cut, and a longer one is unknown", () => {
  const cut = wordPiece("[CLS]\n[SEP]\n[UNK]\na\n##a");
  assert.equal(cut("a".repeat(100)).tokens.length, 102);
  assert.deepEqual(cut("a".repeat(101)).tokens, ["[CLS]", "[UNK]", "[SEP]"]);
});

test("every head has the weights that PyTorch has, from the same numbers", () => {
  const reader = createReader({ rows: 512, heads: 12 });
  ["words", "start", ...[0, 1, 2, 3, 4, 5].map((k) => `layer-${k}`)].forEach((name) =>
    reader.keep(name, partOf(name)),
  );
  for (const { sentence, tokens, silenced, weights } of sentences) {
    const { ids, parts, ...found } = reader.cut(sentence);
    assert.deepEqual(found.tokens, tokens);
    parts.forEach((name) => reader.keep(name, partOf(name)));
    const layers = reader.read(ids, silenced);
    layers.forEach((layer, k) => close(layer, weights[k], 1e-5));
  }
});
