// The model that copies, there and back: letters become numbers, each layer adds what its
// heads found, and each token guesses the next one. No page.
import { attend, attendBack, createHeads } from "./attention.js";
import { crossEntropy, layerNorm, layerNormBack } from "./norm.js";
import { dots } from "../product.js";
import { flippedTimes, linear, linearBack, times } from "./product.js";

// Room for `count` sequences of T letters.
export const createNetwork = (sizes, count, T) => {
  const { letters, E, layers } = sizes;
  const rows = count * T;
  const floats = (size) => new Float64Array(size);
  const wide = () => floats(rows * E);
  const norm = () => ({ straight: wide(), shrink: floats(rows) });
  const layer = () => ({
    heads: createHeads({ ...sizes, count, T }),
    norm: norm(),
    read: wide(),
    three: floats(rows * 3 * E),
    joined: wide(),
    added: wide(),
  });
  const last = { norm: norm(), read: wide(), logits: floats(rows * letters) };
  const back = { x: wide(), read: wide(), three: floats(rows * 3 * E), joined: wide() };
  const all = Array.from({ length: layers }, layer);
  return { ...sizes, count, T, rows, x: wide(), layers: all, last, back };
};

const addTo = (x, more) => {
  for (let k = 0; k < x.length; k += 1) x[k] += more[k];
};

// What is embedded is multiplied by √E.
const embed = (net, { embedding }, ids) => {
  const { x, E } = net;
  for (let r = 0; r < net.rows; r += 1)
    for (let e = 0; e < E; e += 1) x[r * E + e] = embedding[ids[r] * E + e] * Math.sqrt(E);
};

// ids (count · T) -> logits (count · T, letters); the weights of each head are in its layer.
export const forward = (net, model, ids, settings) => {
  const { x, rows, E, letters, last } = net;
  embed(net, model, ids);
  for (let k = 0; k < settings.layers; k += 1) {
    const [layer, own] = [net.layers[k], model.layers[k]];
    layerNorm(x, own.norm, layer.norm, layer.read);
    linear(layer.read, own.three, layer.three, [rows, 3 * E, E]);
    attend(layer.heads, layer.three, layer.joined, settings);
    addTo(x, linear(layer.joined, own.out, layer.added, [rows, E, E]));
  }
  layerNorm(x, model.norm, last.norm, last.read);
  return dots(last.read, model.embedding, last.logits, [rows, letters, E]);
};

// After `forward`: the loss, and in `into` the gradient of each parameter. What is added goes
// back both ways: through what was added, and past it.
export const backward = (net, model, ids, targets, settings, into) => {
  const { rows, E, letters, last, back } = net;
  const loss = crossEntropy(last.logits, targets, letters);
  flippedTimes(last.logits, last.read, into.embedding, [letters, E, rows]);
  times(last.logits, model.embedding, back.read, [rows, E, letters]);
  layerNormBack(back.read, model.norm, last.norm, into.norm, back.x.fill(0));
  for (let k = settings.layers - 1; k >= 0; k -= 1) {
    const [layer, own, found] = [net.layers[k], model.layers[k], into.layers[k]];
    linearBack(back.x, layer.joined, own.out, found.out, back.joined, [rows, E, E]);
    attendBack(layer.heads, back.joined, back.three, settings);
    linearBack(back.three, layer.read, own.three, found.three, back.read, [rows, 3 * E, E]);
    layerNormBack(back.read, own.norm, layer.norm, found.norm, back.x);
  }
  embedBack(net, ids, into);
  return loss;
};

// The matrix of embeddings has made the logits too; that part is there already.
const embedBack = ({ rows, E, back }, ids, { embedding }) => {
  for (let r = 0; r < rows; r += 1)
    for (let e = 0; e < E; e += 1) embedding[ids[r] * E + e] += back.x[r * E + e] * Math.sqrt(E);
};
