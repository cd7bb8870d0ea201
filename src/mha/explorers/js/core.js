// The explorers' arithmetic: no DOM, plain arrays, so a test can call it alone.

export const transpose = (m) => m[0].map((_, j) => m.map((row) => row[j]));

export const column = (m, j) => m.map((row) => row[j]);

export const range = (n) => [...Array(n).keys()];

export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

// (n, k) @ (k, m) -> (n, m)
export const matmul = (a, b) => {
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
};

// Softmax of one row; −Infinity is a hidden key. All hidden: zeros, not NaN.
export const softmax = (row) => {
  const peak = Math.max(...row);
  if (peak === -Infinity) return row.map(() => 0);
  const powers = row.map((x) => Math.exp(x - peak));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / total);
};

// Of several tables of one size, (H, n, m) -> (n, m).
export const average = (tables) => {
  const cell = (i, j) => tables.reduce((sum, table) => sum + table[i][j], 0) / tables.length;
  return tables[0].map((row, i) => row.map((_, j) => cell(i, j)));
};

// Every stage from X (T, E) to the output (T, E); all scores are (T, T).
export const attention = (input) => {
  const { embeddings, illustrative, scoresFrom, scaled, temperature } = input;
  const scores =
    scoresFrom === "products"
      ? matmul(embeddings, transpose(embeddings))
      : illustrative;
  const root = scaled ? Math.sqrt(embeddings[0].length) : 1;
  const shrunk = scores.map((row) => row.map((s) => s / (root * temperature)));
  const masked = shrunk.map((row, i) =>
    row.map((s, j) => (isHidden(i, j, input) ? -Infinity : s)),
  );
  const weights = masked.map(softmax);
  const output = matmul(weights, embeddings);
  return { scores, shrunk, masked, weights, output };
};

export const isHidden = (i, j, { causal, maskSelf }) =>
  (causal && j > i) || (maskSelf && i === j);

// "0.3883", "−∞"; never "-0.0000".
export const show = (x, decimals) => {
  if (x === -Infinity) return "−∞";
  const text = x.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
};

// "300", "−12.5": no more digits than the number needs, and no more than six decimals.
export const brief = (x) => show(x, 6).replace(/\.?0+$/, "");

// ---- tensors in memory: sizes, and strides counted in elements --------------

export const contiguousStrides = (shape) => {
  const strides = shape.map(() => 1);
  for (let a = shape.length - 2; a >= 0; a--) {
    strides[a] = strides[a + 1] * shape[a + 1];
  }
  return strides;
};

// An axis of size 1 is never stepped along, so its stride does not matter.
export const isContiguous = ({ shape, strides }) => {
  const expected = contiguousStrides(shape);
  return shape.every((n, a) => n === 1 || strides[a] === expected[a]);
};

export const offset = (index, strides) => dot(index, strides);

// All index tuples of a shape, in reading order.
export const indices = (shape) =>
  shape.reduce(
    (done, n) => done.flatMap((i) => [...Array(n).keys()].map((k) => [...i, k])),
    [[]],
  );

export const swapAxes = ({ storage, shape, strides }, a, b) => {
  const swap = (list) =>
    list.map((x, i) => (i === a ? list[b] : i === b ? list[a] : x));
  return { storage, shape: swap(shape), strides: swap(strides) };
};

// Strides that read the same elements in the same order under a new shape, or null
// where no strides can. Walks both shapes from the right: old axes that lie end to
// end in memory form a run, and new axes must fill each run exactly. (PyTorch's rule,
// size-1 axes included.)
export const viewStrides = ({ shape, strides }, newShape) => {
  const found = newShape.map(() => 0);
  let axis = newShape.length - 1;
  let [step, old, filled] = [strides.at(-1), 1, 1];
  for (let a = shape.length - 1; a >= 0; a--) {
    old *= shape[a];
    if (a > 0 && (shape[a - 1] === 1 || strides[a - 1] === old * step)) continue;
    for (; axis >= 0 && (filled < old || newShape[axis] === 1); axis--) {
      found[axis] = filled * step;
      filled *= newShape[axis];
    }
    if (filled !== old) return null;
    [step, old, filled] = [strides[a - 1], 1, 1];
  }
  return axis < 0 ? found : null;
};

// reshape: shares the memory where a view can, else copies in reading order.
export const reshape = (tensor, shape) => {
  const strides = viewStrides(tensor, shape);
  if (strides) return { ...tensor, shape, strides };
  const storage = indices(tensor.shape).map(
    (index) => tensor.storage[offset(index, tensor.strides)],
  );
  return { storage, shape, strides: contiguousStrides(shape), copied: true };
};

// (B, T, E): hundreds = sentence from 0, tens = token, units = feature.
export const startTensor = (batch, tokens, embedDim) => {
  const shape = [batch, tokens, embedDim];
  const storage = indices(shape).map(
    ([b, t, e]) => 100 * b + 10 * (t + 1) + e + 1,
  );
  return { storage, shape, strides: contiguousStrides(shape) };
};

// ---- colour -----------------------------------------------------------------

const channels = (hex) =>
  [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

const luminance = (rgb) => {
  const linear = rgb.map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return dot(linear, [0.2126, 0.7152, 0.0722]);
};

// A weight 0..1 on the book's scale, with the text colour that reads best on it.
export const weightColour = (weight, anchors) => {
  const place = Math.min(Math.max(weight, 0), 1) * (anchors.length - 1);
  const low = Math.min(Math.floor(place), anchors.length - 2);
  const [a, b] = [channels(anchors[low]), channels(anchors[low + 1])];
  const rgb = a.map((c, i) => Math.round(c + (b[i] - c) * (place - low)));
  const text = luminance(rgb) > 0.179 ? "#000000" : "#ffffff";
  return { background: `rgb(${rgb.join(", ")})`, text };
};
