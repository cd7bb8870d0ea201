// The model's parameters, in one Float64Array, and its parts as views into it. No page.

// Each one's name, as PyTorch has it, and its shape, in the order in which they stand: the
// last layer last, so that a model of one layer uses the first numbers alone.
export const shapesOf = ({ letters, E, layers }) => {
  const norm = (name) => [
    [`${name}.weight`, [E]],
    [`${name}.bias`, [E]],
  ];
  const projections = ["query", "key", "value"].map((name) => `${name}_proj`);
  const layer = (k) => {
    const inside = (name) => `blocks.${k}.attention.${name}`;
    return [
      ...norm(`blocks.${k}.attention_norm`),
      ...projections.map((name) => [inside(`${name}.weight`), [E, E]]),
      ...projections.map((name) => [inside(`${name}.bias`), [E]]),
      [inside("out_proj.weight"), [E, E]],
      [inside("out_proj.bias"), [E]],
    ];
  };
  const all = Array.from({ length: layers }, (_, k) => layer(k));
  return [["embedding.weight", [letters, E]], ...norm("norm"), ...all.flat()];
};

const sizeOf = (shape) => shape.reduce((a, b) => a * b);

export const countOf = (sizes) =>
  shapesOf(sizes).reduce((sum, [, shape]) => sum + sizeOf(shape), 0);

// By PyTorch's name: a view of the numbers.
export const namedViews = (numbers, sizes) => {
  let at = 0;
  const view = ([name, shape]) => [name, numbers.subarray(at, (at += sizeOf(shape)))];
  return Object.fromEntries(shapesOf(sizes).map(view));
};

// By their places in the model; queries, keys and values are one matrix, (3E, E).
export const viewsOf = (numbers, sizes) => {
  const { E, layers } = sizes;
  const named = namedViews(numbers, sizes);
  const pair = (name) => ({ weight: named[`${name}.weight`], bias: named[`${name}.bias`] });
  const longer = (name, size) => {
    const { byteOffset } = named[name];
    return new Float64Array(numbers.buffer, byteOffset, size);
  };
  const layer = (_, k) => {
    const first = `blocks.${k}.attention.query_proj`;
    const weight = longer(`${first}.weight`, 3 * E * E);
    const three = { weight, bias: longer(`${first}.bias`, 3 * E) };
    const out = pair(`blocks.${k}.attention.out_proj`);
    return { norm: pair(`blocks.${k}.attention_norm`), three, out };
  };
  const embedding = named["embedding.weight"];
  return { embedding, norm: pair("norm"), layers: Array.from({ length: layers }, layer) };
};

// As PyTorch starts them: norms at 1 and 0, embeddings normal, the rest even within 1/√E.
export const fillAtRandom = (numbers, sizes, { even, normal }) => {
  const { E } = sizes;
  const first = (name) => {
    if (name === "embedding.weight") return () => normal() / Math.sqrt(E);
    if (name.includes("norm")) return () => Number(name.endsWith("weight"));
    return () => (2 * even() - 1) / Math.sqrt(E);
  };
  for (const [name, view] of Object.entries(namedViews(numbers, sizes))) {
    const draw = first(name);
    for (let k = 0; k < view.length; k += 1) view[k] = draw();
  }
  return numbers;
};
