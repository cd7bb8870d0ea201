// The path's decoder on the kernels: from ids to logits, and to the weights of every head,
// with a cache of keys and values. No page.
import { add, attend, gated, linear, rmsNorm, rotate } from "./kernels.js";
import { unpackAll } from "./unpack.js";

const EPS = 1e-5;

// Of the places that were read: a layer's keys and values, one after the other.
const openCache = ({ layers, width, window }) => ({
  length: 0,
  layers: Array.from({ length: layers }, () => ({
    key: new Float32Array(window * width),
    value: new Float32Array(window * width),
  })),
});

// Puts new rows behind those that are kept; gives all of them.
const append = (kept, rows, from) => (kept.set(rows, from), kept.subarray(0, from + rows.length));

// `part` has the tensors by the names of the reader's modules; `sizes` is {layers, heads,
// width, base, window}.
export const createDecoder = (part, sizes) => {
  const tensors = unpackAll(part);
  const { heads, width } = sizes;
  const named = (k) => (name) => tensors[`blocks.${k}.${name}.weight`];
  const lookUp = (ids) => {
    const x = new Float32Array(ids.length * width);
    const { floats } = tensors["embedding.weight"];
    ids.forEach((id, t) => x.set(floats.subarray(id * width, (id + 1) * width), t * width));
    return x;
  };

  const gather = (x, of, cache, k) => {
    const normed = rmsNorm(x, of("attention_norm"), EPS);
    const [q, key, value] = ["query", "key", "value"].map((n) =>
      linear(normed, of(`attention.${n}`)),
    );
    const [past, from] = [cache.length, cache.length * width];
    const keys = append(cache.layers[k].key, rotate(key, sizes, past), from);
    const values = append(cache.layers[k].value, value, from);
    const three = [rotate(q, sizes, past), keys, values];
    const [joined, weights] = attend(three, { heads, width }, (i, j) => j <= past + i);
    return [linear(joined, of("attention.output")), weights];
  };
  const think = (x, of) => {
    const normed = rmsNorm(x, of("mlp_norm"), EPS);
    const middle = gated(linear(normed, of("mlp.gate")), linear(normed, of("mlp.up")));
    return linear(middle, of("mlp.down"));
  };

  // Reads ids behind those that the cache has read. The logits are those after the last id,
  // (V,); the weights are each layer's (heads, new, all).
  const read = (ids, cache) => {
    let x = lookUp(ids);
    const weights = cache.layers.map((_, k) => {
      const [gathered, looks] = gather(x, named(k), cache, k);
      x = add(x, gathered);
      x = add(x, think(x, named(k)));
      return looks;
    });
    cache.length += ids.length;
    const last = rmsNorm(x.subarray(-width), tensors["norm.weight"], EPS);
    return { logits: linear(last, tensors["embedding.weight"]), weights };
  };
  return { read, openCache: () => openCache(sizes) };
};
