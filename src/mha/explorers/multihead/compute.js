// MultiHeadExplorer's inputs, the arithmetic of several heads, and where a number
// comes from: no DOM. A cell is {kind, head, i, j}; only what each head has names its head.
import { average, matmul, range, scale, softmax, transpose } from "../shared/arrays.js";
import { isAmong, isBoolean, isTableLike, isWholeWithin, isWithin } from "../shared/limits.js";

// num_heads first: what the next two may be depends on it.
export const INPUTS = ["num_heads", "silenced", "order", "carry_out", "embeddings", "decimals"];

export const readInputs = (model) => {
  const numHeads = model.get("num_heads");
  const order = model.get("order"); // of the old number of heads, for a moment
  return {
    tokens: model.get("tokens"),
    embeddings: model.get("embeddings"),
    projections: model.get("projections"),
    numHeads,
    silenced: model.get("silenced"),
    order: order.length === numHeads ? order : range(numHeads),
    carryOut: model.get("carry_out"),
  };
};

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  const heads = range(model.get("num_heads"));
  const areHeads = () => value.every((head) => heads.includes(head));
  const areDistinct = () => areHeads() && new Set(value).size === value.length;
  const rules = {
    num_heads: () => isAmong(limit)(value),
    silenced: areDistinct,
    order: () => areDistinct() && value.length === heads.length,
    carry_out: () => isBoolean(value),
    embeddings: () => isTableLike(model.get(name), isWithin(limit))(value),
    decimals: () => isWholeWithin(limit)(value),
  };
  return rules[name]();
};

// Cut anew, the old heads are gone, and with them their order and silence.
export const derive = (model) => (values) => {
  const { num_heads: count } = values;
  if (count === undefined || count === model.get("num_heads")) return values;
  return { num_heads: count, silenced: [], order: range(count), ...values };
};

// One head: its D rows of each projection, then attention on what they give.
const attend = ({ embeddings, projections }, head, width) => {
  const rows = (role) => projections[role].slice(head * width, (head + 1) * width); // (D, E)
  const project = (role) => matmul(embeddings, transpose(rows(role))); // (T, E) @ (E, D)
  const [query, key, value] = ["query", "key", "value"].map(project); // (T, D)
  const scores = scale(matmul(query, transpose(key)), 1 / Math.sqrt(width)); // (T, T)
  const weights = scores.map(softmax);
  return { query, key, value, scores, weights, output: matmul(weights, value) };
};

// The head and feature in each of the E columns, heads in this order.
const columnsOf = (order, width) =>
  order.flatMap((head) => range(width).map((feature) => ({ head, feature })));

// From X (T, E) to the output (T, E). `held`: the head and feature that each column of the
// concatenation holds; `expected`: what each column of the final projection was made for.
export const compute = (inputs) => {
  const { embeddings, projections, numHeads, order, silenced, carryOut } = inputs;
  const width = embeddings[0].length / numHeads;
  const heads = range(numHeads).map((head) => attend(inputs, head, width));
  const held = columnsOf(order, width);
  const expected = carryOut ? held : columnsOf(range(numHeads), width);
  const numberOf = ({ head, feature }, i) =>
    silenced.includes(head) ? 0 : heads[head].output[i][feature];
  const concatenation = embeddings.map((_, i) => held.map((column) => numberOf(column, i))); // (T, E)
  const out = projections.out.map((row) =>
    expected.map(({ head, feature }) => row[head * width + feature]),
  ); // (E, E)
  const output = matmul(concatenation, transpose(out)); // (T, E) @ (E, E)
  const joint = {
    average: average(heads.map(({ weights }) => weights)),
    concatenation,
    out,
    output,
  };
  return { width, heads, held, expected, ...joint };
};

// The numbers of a grid.
export const numbersOf = ({ kind, head }, result) =>
  head === undefined ? result[kind] : result.heads[head][kind];

// The order with a head one place earlier (step −1) or later (1).
export const swapHead = (order, head, step) => {
  const place = order.indexOf(head);
  const other = order[place + step];
  return order.map((h) => (h === head ? other : h === other ? head : h));
};
