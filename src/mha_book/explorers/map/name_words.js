// What MapExplorer calls a word, a table, so many of something. No DOM.

const count = (what) => (k) => `${k} ${what}${k === 1 ? "" : "s"}`;
export const numbers = count("number");
export const earlier = count("earlier number");
const rows = count("row");

const TABLES = {
  embeddings: "Embeddings",
  positions: "Positions",
  x: "X, the words’ numbers",
  w_q: "W_q, which makes queries",
  w_k: "W_k, which makes keys",
  w_v: "W_v, which makes values",
  q: "Queries",
  k: "Keys",
  v: "Values",
  scores: "Scores",
  masked: "Masked scores",
  weights: "Attention weights",
  mixed: "Mixed values",
  joined: "Joined heads",
  w_o: "W_o, which makes the output",
  output: "Output",
};

export const ofHead = (name, head) => `${name} of head ${head}`;

// "Scores of head 0": a table.
export const nameOf = ({ kind, head }) => {
  const [name] = TABLES[kind].split(", ");
  return head === null ? name : ofHead(name, head);
};

// "Scores of head 0, row “how”, column 1": a number by its place.
export const placeName = (block, row, column) => `${nameOf(block)}, row ${row}, column ${column}`;

// "Scores of head 0, 3 rows": as it is drawn.
export const tableName = (block, isTransposed) => {
  const { kind, shape } = block;
  const [, ...more] = TABLES[kind].split(", ");
  const drawn = isTransposed ? ["transposed"] : [];
  return [nameOf(block), ...more, ...drawn, rows(shape[isTransposed ? 1 : 0])].join(", ");
};
