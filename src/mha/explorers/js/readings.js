// What MultiHeadExplorer says: the sum behind each cell, and the cells it came from.
// A cell is {kind, head, i, j}; only a grid that each head has names its head.
import { column, show } from "./core.js";
import { numbersOf } from "./heads.js";
import { products, share } from "./words.js";

export const nameOf = ({ head, feature }) => `head ${head}, feature ${feature}`;

const projected = ({ kind, head, i, j }, { token, n, value, inputs, result }) => {
  const row = inputs.projections[kind][head * result.width + j]; // of W, (E,)
  const sum = products(inputs.embeddings[i], row, n);
  return `${kind} of ${token(i)}, ${nameOf({ head, feature: j })}: ${sum} = ${value}`;
};

const OF_A_HEAD = {
  query: projected,
  key: projected,
  value: projected,
  weights: ({ head, i, j }, { token, n, value, result }) => {
    const { query, key, scores } = result.heads[head];
    const sum = `(${products(query[i], key[j], n)}) / √${result.width} = ${n(scores[i][j])}`;
    const part = share(scores[i], j, token(i), n);
    return `weight ${token(i)} → ${token(j)}, head ${head}: scaled score ${sum}, so ${part}${value}`;
  },
  output: ({ head, i, j }, { token, n, value, result }) => {
    const { weights, value: values } = result.heads[head];
    const sum = products(weights[i], column(values, j), n);
    return `output of ${token(i)}, ${nameOf({ head, feature: j })}: ${sum} = ${value}`;
  },
};

const OF_ALL = {
  average: ({ i, j }, { token, n, value, result: { heads } }) => {
    const terms = heads.map(({ weights }) => n(weights[i][j])).join(" + ");
    return `average ${token(i)} → ${token(j)}: (${terms}) / ${heads.length} = ${value}`;
  },
  concatenation: ({ i, j }, { token, value, inputs, result: { places } }) => {
    const silent = inputs.silenced.includes(places[j].head);
    const source = silent ? `head ${places[j].head} is silenced, so` : `from ${nameOf(places[j])}:`;
    return `concatenation of ${token(i)}, column ${j}: ${source} ${value}`;
  },
  out: ({ i, j }, { value, result: { places, made } }) => {
    const same = nameOf(made[j]) === nameOf(places[j]);
    const maker = same ? "" : `, but was made for ${nameOf(made[j])}`;
    return `final projection, row ${i}, column ${j}: ${value} multiplies ${nameOf(places[j])}${maker}`;
  },
  output: ({ i, j }, { token, n, value, result: { concatenation, out } }) =>
    `output of ${token(i)}, feature ${j}: ${products(concatenation[i], out[j], n)} = ${value}`,
};

// One sentence for a cell; whole numbers need no digits after the point.
export const explain = (cell, inputs, result, decimals) => {
  const n = (x) => show(x, Number.isInteger(x) ? 0 : decimals);
  const token = (i) => inputs.tokens[i];
  const value = n(numbersOf(cell, result)[cell.i][cell.j]);
  const sentences = cell.head === undefined ? OF_ALL : OF_A_HEAD;
  return sentences[cell.kind](cell, { token, n, value, inputs, result });
};

// What a reader hears after a swap.
export const tellOrder = ({ order }, { places, made }) => {
  const meets = places.every((place, c) => nameOf(place) === nameOf(made[c]));
  const how = meets ? "the head that it was made for" : "whichever head now stands in its place";
  return `The heads' outputs are concatenated in the order ${order.join(", ")}. Each column of the final projection multiplies ${how}.`;
};

// ---- marks ---------------------------------------------------------------------

const X = (i) => [{ kind: "embeddings", i }];

const SOURCES_IN_A_HEAD = {
  query: ({ i }) => X(i),
  key: ({ i }) => X(i),
  value: ({ i }) => X(i),
  weights: ({ head, i, j }) => [{ kind: "query", head, i }, { kind: "key", head, i: j }],
  output: ({ head, i, j }) => [{ kind: "weights", head, i }, { kind: "value", head, j }],
};

const SOURCES_OF_ALL = {
  average: ({ i, j }, { heads }) => heads.map((_, head) => ({ kind: "weights", head, i, j })),
  concatenation: ({ i, j }, { places }) => {
    const { head, feature } = places[j];
    return [{ kind: "output", head, i, j: feature }];
  },
  out: () => [],
  output: ({ i, j }) => [{ kind: "concatenation", i }, { kind: "out", i: j }],
};

// The rows, columns and cells that a cell was made from; what is not named is all.
export const sources = (cell, result) => {
  const found = cell.head === undefined ? SOURCES_OF_ALL : SOURCES_IN_A_HEAD;
  return found[cell.kind](cell, result);
};

export const holds = (area, { kind, head, i, j }) =>
  area.kind === kind && area.head === head && [i, undefined].includes(area.i) && [j, undefined].includes(area.j);
