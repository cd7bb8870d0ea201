// BERT's encoder on the kernels: from a sentence's ids to the weights of every head. No page.
import { add, attend, gelu, layerNorm, linear, silence } from "./kernels.js";

const EPS = 1e-12;

const linearOf = (x, part, name) => linear(x, part[`${name}.weight`], part[`${name}.bias`]);
const normOf = (x, part, name) => layerNorm(x, part[`${name}.weight`], part[`${name}.bias`], EPS);

// One layer: [what goes on (T, width), the weights of its heads (heads, T, T)].
const runLayer = (x, layer, heads, silenced) => {
  const sizes = { heads, width: layer["attention.self.query.bias"].floats.length };
  const three = ["query", "key", "value"].map((name) =>
    linearOf(x, layer, `attention.self.${name}`),
  );
  const [joined, weights] = attend(three, sizes);
  const seen = linearOf(silence(joined, silenced, sizes), layer, "attention.output.dense");
  const middle = normOf(add(x, seen), layer, "attention.output.LayerNorm");
  const wide = gelu(linearOf(middle, layer, "intermediate.dense"));
  const out = add(middle, linearOf(wide, layer, "output.dense"));
  return [normOf(out, layer, "output.LayerNorm"), weights];
};

// What enters the first layer; `rowOf(id)` is the embedding of a word.
const embed = (ids, start, rowOf) => {
  const places = start["position_embeddings.weight"];
  const width = places.shape[1];
  const x = new Float32Array(ids.length * width);
  ids.forEach((id, t) => x.set(rowOf(id), t * width));
  return normOf(add(x, places.floats), start, "LayerNorm");
};

// The weights of each layer (heads, T, T). `silenced` lists [layer, head], whose outputs are
// set to zero.
export const encode = (ids, { start, layers, rowOf, heads }, silenced) => {
  let x = embed(ids, start, rowOf);
  return layers.map((layer, k) => {
    const off = silenced.filter(([own]) => own === k).map(([, head]) => head);
    const [next, weights] = runLayer(x, layer, heads, off);
    x = next;
    return weights;
  });
};
