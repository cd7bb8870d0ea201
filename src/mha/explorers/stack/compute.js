// WeightStackExplorer's inputs, and each step's tensor: no DOM.
import { matmul, transpose } from "../shared/arrays.js";
import { isAmong, isTableLike, isWithin } from "../shared/limits.js";
import { contiguousStrides, reshape, swapAxes } from "../shared/strides.js";

export const INPUTS = ["weights", "step"];

// x (T, E), w (H·D, E) and the sizes that the steps need.
export const readInputs = (model) => {
  const [x, w, heads] = ["embeddings", "weights", "heads"].map((name) => model.get(name));
  return { x, w, heads, width: w.length / heads };
};

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  if (name === "step") return isAmong(limit)(value);
  return isTableLike(model.get(name), isWithin(limit))(value);
};

// X Wᵀ, (T, H·D)
export const product = ({ x, w }) => matmul(x, transpose(w));

// What a step shows: the product's numbers, under the step's shape and strides.
export const tensorOf = (step, inputs) => {
  const { x, w, heads, width } = inputs;
  const shape = [x.length, w.length];
  const whole = { storage: product(inputs).flat(), shape, strides: contiguousStrides(shape) };
  const cut = reshape(whole, [1, x.length, heads, width]); // (B, T, H, D)
  const view = `(X @ W.T).view(${cut.shape.join(", ")})`;
  const steps = {
    product: { code: "X @ W.T", axes: "TE", ...whole },
    view: { code: view, axes: "BTHD", ...cut },
    transpose: { code: `${view}.transpose(1, 2)`, axes: "BHTD", ...swapAxes(cut, 1, 2) },
  };
  return steps[step];
};

// The token and the row of W that made the number in a memory cell, with its head.
export const originOf = (place, { w, width }) => {
  const [token, row] = [Math.floor(place / w.length), place % w.length];
  return { token, row, head: Math.floor(row / width), rowOfHead: row % width };
};
