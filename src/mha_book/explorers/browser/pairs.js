// Which pairs of a query and a key have a line, and how strong it is: no DOM.
import { sum } from "../shared/arrays.js";

export const LEAST = 0.01; // of a weight that has a line

// Twice the weight is twice as thick, and thin lines are faint, but still seen.
export const widthOf = (weight) => 10 * weight; // px
export const opacityOf = (weight) => 0.35 + 0.65 * weight;

const MENTIONED = 3; // the largest weights of a row

// The keys to which a row attends most, the largest first.
export const largestKeys = (row) =>
  row
    .map((weight, key) => ({ weight, key }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MENTIONED)
    .map(({ key }) => key);

// A pair that gets 0 in every head of its record, as each masked one does.
const isMasked = (layers, i, j) => layers.every((heads) => heads.every((w) => w[i][j] === 0));

// The lines {i, j, weight} of one head's weights (T, T), the thickest last and so on top;
// how many pairs have none, being masked or below LEAST; and the share of the latter.
export const linesOf = ({ weights: layers }, weights) => {
  const pairs = weights.flatMap((row, i) => row.map((weight, j) => ({ i, j, weight })));
  const open = pairs.filter(({ i, j, weight }) => weight > 0 || !isMasked(layers, i, j));
  const drawn = open.filter(({ weight }) => weight >= LEAST);
  const total = (some) => sum(some.map(({ weight }) => weight));
  return {
    drawn: drawn.toSorted((a, b) => a.weight - b.weight),
    leftOut: open.length - drawn.length,
    masked: pairs.length - open.length,
    share: 1 - total(drawn) / (total(open) || 1),
  };
};

// What is chosen is a query {i}, a key {j} or a cell {i, j}, which stands for its query;
// all else has no lines of its own.
export const isQuery = (chosen) => chosen?.i !== undefined;
export const isKey = (chosen) => chosen?.j !== undefined && !isQuery(chosen);
export const linesAt = (drawn, chosen) => {
  if (isQuery(chosen)) return drawn.filter(({ i }) => i === chosen.i);
  return isKey(chosen) ? drawn.filter(({ j }) => j === chosen.j) : [];
};
