// German: what MapExplorer calls tables. What each export is stands in name_words.js.

const count = (one, many) => (k) => `${k} ${k === 1 ? one : many}`;
export const numbers = count("Zahl", "Zahlen");
export const earlier = count("früheren Zahl", "früheren Zahlen");
const rows = count("Zeile", "Zeilen");

const TABLES = {
  embeddings: "Embeddings",
  positions: "Positionen",
  x: "X, die Zahlen der Wörter",
  w_q: "W_q, macht Querys",
  w_k: "W_k, macht Keys",
  w_v: "W_v, macht Values",
  q: "Querys",
  k: "Keys",
  v: "Values",
  scores: "Scores",
  masked: "Maskierte Scores",
  weights: "Attention-Gewichte",
  mixed: "Gemischte Values",
  joined: "Verbundene Köpfe",
  w_o: "W_o, macht die Ausgabe",
  output: "Ausgabe",
};

export const ofHead = (name, head) => `${name} von Kopf ${head}`;

export const nameOf = ({ kind, head }) => {
  const [name] = TABLES[kind].split(", ");
  return head === null ? name : ofHead(name, head);
};

export const placeName = (block, row, column) => `${nameOf(block)}, Zeile ${row}, Spalte ${column}`;

export const tableName = (block, isTransposed) => {
  const { kind, shape } = block;
  const [, ...more] = TABLES[kind].split(", ");
  const drawn = isTransposed ? ["transponiert"] : [];
  return [nameOf(block), ...more, ...drawn, rows(shape[isTransposed ? 1 : 0])].join(", ");
};
