// What WeightStackExplorer shows and says: each step's tensor, the sum behind a number.
import { brief, contiguousStrides, indices, matmul, offset, reshape, swapAxes, transpose } from "./core.js";

// What a step shows: the product's numbers, under the step's shape and strides.
export const tensorOf = (step, { x, w, heads, width }) => {
  const shape = [x.length, w.length];
  const product = matmul(x, transpose(w)); // (T, H·D)
  const all = { storage: product.flat(), shape, strides: contiguousStrides(shape) };
  const cut = reshape(all, [1, x.length, heads, width]); // (B, T, H, D)
  const view = `(X @ W.T).view(${cut.shape.join(", ")})`;
  const steps = {
    product: { code: "X @ W.T", axes: "TE", ...all },
    view: { code: view, axes: "BTHD", ...cut },
    transpose: { code: `${view}.transpose(1, 2)`, axes: "BHTD", ...swapAxes(cut, 1, 2) },
  };
  return steps[step];
};

export const NOTES = {
  product: "(T, E): a row for each token, both heads side by side.",
  view: "(B, T, H, D): a table for each token. In front of each vector, its index (batch, token, head).",
  transpose: "(B, H, T, D): a table for each head. In front of each vector, its index (batch, head, token).",
};

// The token and the row of W that made the number in a memory cell, with its head.
export const originOf = (place, { w, width }) => {
  const [token, row] = [Math.floor(place / w.length), place % w.length];
  return { token, row, head: Math.floor(row / width), rowOfHead: row % width };
};

export const explain = (place, { shape, strides, storage }, inputs) => {
  const { token, row, head, rowOfHead } = originOf(place, inputs);
  const index = indices(shape).find((index) => offset(index, strides) === place);
  const name =
    shape.length === 2
      ? `token ${token}, column ${row}`
      : `element [${index.join(", ")}] = token ${token}, head ${head}, feature ${rowOfHead}`;
  const weights = inputs.w[row];
  const sum = inputs.x[token].map((x, k) => `${brief(x)}·${brief(weights[k])}`).join(" + ");
  const value = brief(storage[place]);
  return `${name}: ${sum} = ${value}, from row ${row} of W, which is row ${rowOfHead} of head ${head}`;
};
