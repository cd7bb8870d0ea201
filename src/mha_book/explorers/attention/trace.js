// What each number was made from, back to X: no DOM. A cell is [stage, i, j], and as a name
// "weights 1 0"; X is a stage, too.
import { range } from "../shared/arrays.js";
import { madeFrom } from "../shared/sources.js";
import { isHidden } from "./compute.js";

export const nameOf = (...cell) => cell.join(" ");

const rowOf = (stage, i, width) => range(width).map((j) => [stage, i, j]);

// The rows of X that are multiplied; invented numbers are made from nothing.
const factors = ({ scoresFrom, embeddings }, i, j) =>
  scoresFrom === "products"
    ? [i, j].flatMap((k) => rowOf("embeddings", k, embeddings[k].length))
    : [];

// Where no step stands before the scores, they are the products themselves.
const SOURCES = {
  embeddings: () => [],
  products: factors,
  scores: (inputs, i, j) => {
    if (isHidden(i, j, inputs)) return []; // −∞, whatever stands there
    return inputs.settings ? [["products", i, j]] : factors(inputs, i, j);
  },
  weights: (inputs, i) => rowOf("scores", i, inputs.tokens.length),
  output: ({ tokens }, i, j) => [
    ...rowOf("weights", i, tokens.length),
    ...tokens.map((_, k) => ["embeddings", k, j]),
  ],
};

const sourcesOf = (inputs) => (name) => {
  const [stage, i, j] = name.split(" ");
  return SOURCES[stage](inputs, Number(i), Number(j)).map((cell) => nameOf(...cell));
};

// The names of the cells that a cell was made from directly, `near`, and of all from which
// these were made, `all`.
export const traceOf = (cell, inputs) => {
  const near = new Set(sourcesOf(inputs)(nameOf(...cell)));
  return { near, all: new Set([...near, ...madeFrom(near, sourcesOf(inputs))]) };
};
