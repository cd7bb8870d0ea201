// The arithmetic of several heads: no DOM, plain arrays.
import { average, matmul, range, softmax, transpose } from "./core.js";

// One head: its D rows of each projection, then attention on what they give.
const attend = ({ embeddings, projections }, head, width) => {
  const rows = (role) => projections[role].slice(head * width, (head + 1) * width); // (D, E)
  const project = (role) => matmul(embeddings, transpose(rows(role))); // (T, E) @ (E, D)
  const [query, key, value] = ["query", "key", "value"].map(project); // (T, D)
  const shrink = (row) => row.map((score) => score / Math.sqrt(width));
  const scores = matmul(query, transpose(key)).map(shrink); // (T, T)
  const weights = scores.map(softmax);
  return { query, key, value, scores, weights, output: matmul(weights, value) };
};

// The head and feature in each of the E columns, heads in this order.
const columnsOf = (order, width) =>
  order.flatMap((head) => range(width).map((feature) => ({ head, feature })));

// From X (T, E) to the output (T, E). `places`: what each column of the concatenation
// holds; `made`: what each column of the final projection was made for.
export const multihead = (inputs) => {
  const { embeddings, projections, numHeads, order, silenced, carryOut } = inputs;
  const width = embeddings[0].length / numHeads;
  const heads = range(numHeads).map((head) => attend(inputs, head, width));
  const places = columnsOf(order, width);
  const made = carryOut ? places : columnsOf(range(numHeads), width);
  const joined = (_, i) =>
    places.map(({ head, feature }) => (silenced.includes(head) ? 0 : heads[head].output[i][feature]));
  const concatenation = embeddings.map(joined); // (T, E)
  const out = projections.out.map((row) => made.map((m) => row[m.head * width + m.feature]));
  const output = matmul(concatenation, transpose(out)); // (T, E) @ (E, E)
  return { width, heads, places, made, average: average(heads.map((head) => head.weights)), concatenation, out, output };
};

// A grid is named by its kind and, where each head has one, its head.
export const numbersOf = ({ kind, head }, result) =>
  head === undefined ? result[kind] : result.heads[head][kind];
