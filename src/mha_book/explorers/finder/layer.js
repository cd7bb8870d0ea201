// Multi-head attention as the catalogue writes it, right or with one of the faults: no DOM.
import { matmul, range, softmax, transpose } from "../shared/arrays.js";

const cutColumns = (y, heads) => {
  const width = y[0].length / heads;
  return range(heads).map((h) => y.map((row) => row.slice(h * width, (h + 1) * width)));
};

// Rows of this width from numbers as they lie.
const rowsOf = (numbers, width) =>
  range(numbers.length / width).map((k) => numbers.slice(k * width, (k + 1) * width));

const cutByView = (y, heads) => {
  const rows = rowsOf(y.flat(), y[0].length / heads);
  return range(heads).map((h) => rows.slice(h * y.length, (h + 1) * y.length));
};

const joinColumns = (tables) => tables[0].map((_, t) => tables.flatMap((table) => table[t]));

const joinByView = (tables) => rowsOf(tables.flat(2), tables.length * tables[0][0].length);

const hide = (table, hidden, value) =>
  table.map((row, i) => row.map((x, j) => (hidden && j > i ? value : x)));

const RIGHT = {
  turn: (w) => w,
  keys: ([, w_k]) => w_k,
  split: cutColumns,
  root: ({ own }) => own,
  pair: (query, key) => [query, key],
  before: -Infinity, // what a hidden score becomes; null where it is not hidden
  after: null, // the same of a weight
  share: (scores) => scores.map(softmax),
  order: (heads) => heads,
  join: joinColumns,
};

// What is other with each fault, by its name in the catalogue.
export const WAYS = {
  none: {},
  "Divided by the root of the model’s width": { root: ({ model }) => model },
  "Divided by the root of the number of heads": { root: ({ heads }) => heads },
  "The scores are not divided": { root: () => 1 },
  "The heads are cut by one view": { split: cutByView },
  "The heads are joined without the exchange": { join: joinByView },
  "The matrices are turned round": { turn: transpose },
  "The softmax runs over the queries": {
    share: (scores) => transpose(transpose(scores).map(softmax)),
  },
  "The mask comes after the softmax": { before: null, after: 0 },
  "The mask is never used": { before: null },
  "The queries and the keys are exchanged": { pair: (query, key) => [key, query] },
  "The queries are used as keys, too": { keys: ([w_q]) => w_q },
  "The heads come in the wrong order": { order: (heads) => heads.toReversed() },
};

// x (T, E) and four matrices (in, out) -> {"head 0": (T, T), …, output: (T, E)}
export const run = (name, x, matrices, { heads, causal }) => {
  const way = { ...RIGHT, ...WAYS[name] };
  const made = [matrices[0], way.keys(matrices), matrices[2]].map((w) =>
    way.split(matmul(x, way.turn(w)), heads),
  );
  const width = x[0].length;
  const root = Math.sqrt(way.root({ own: width / heads, model: width, heads }));
  const tables = range(heads).map((h) => {
    const [left, right] = way.pair(made[0][h], made[1][h]);
    const scores = matmul(left, transpose(right)).map((row) => row.map((s) => s / root));
    const shown = hide(scores, causal && way.before !== null, way.before);
    return hide(way.share(shown), causal && way.after !== null, way.after);
  });
  const found = tables.map((weights, h) => matmul(weights, made[2][h]));
  const output = matmul(way.join(way.order(found)), matrices[3]);
  return { ...Object.fromEntries(tables.map((table, h) => [`head ${h}`, table])), output };
};
