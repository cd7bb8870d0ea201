// What WeightStackExplorer says of its steps, and of the sum behind a number: no DOM.
import { formatBrief, formatProducts } from "../shared/format.js";
import { indices, offset } from "../shared/strides.js";
import { originOf } from "./compute.js";

export const HINT =
  "Point at a number, or move to it with Tab and the arrow keys, to read which rows of X and W it comes from.";

export const STEPS = {
  product: "one product for both heads: X Wᵀ",
  view: "view: cut each token into heads",
  transpose: "transpose: heads before tokens",
};

export const NOTES = {
  product: "(T, E): a row for each token, both heads side by side.",
  view: "(B, T, H, D): a table for each token. In front of each vector, its index (batch, token, head).",
  transpose:
    "(B, H, T, D): a table for each head. In front of each vector, its index (batch, head, token).",
};

// One sentence for a number of X.
export const explainSource = (t, k, { x }) =>
  `X, token ${t}, feature ${k}: ${formatBrief(x[t][k])}, which meets column ${k} of W`;

// One sentence for a number of the result, by its place in memory.
export const explain = (place, { shape, strides, storage }, inputs) => {
  const { token, row, head, rowOfHead } = originOf(place, inputs);
  const index = indices(shape).find((each) => offset(each, strides) === place);
  const name =
    shape.length === 2
      ? `token ${token}, column ${row}`
      : `element [${index.join(", ")}] = token ${token}, head ${head}, feature ${rowOfHead}`;
  const sum = formatProducts(inputs.x[token], inputs.w[row], formatBrief);
  const value = formatBrief(storage[place]);
  return `${name}: ${sum} = ${value}, from row ${row} of W, which is row ${rowOfHead} of head ${head}`;
};
