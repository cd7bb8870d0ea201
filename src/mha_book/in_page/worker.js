// Runs in a worker: keeps the parts that the page hands over, and answers. The site's build
// puts it, with all that it imports, into one script. No page.
import { encode } from "./encoder.js";
import { unpackAll } from "./unpack.js";
import { wordPiece } from "./wordpiece.js";

const ROWS = /^rows-/;
const LAYER = /^layer-(\d+)$/;

// What answers for one model: `keep(name, part)`, `cut(sentence)`, `read(ids, silenced)`.
export const createReader = ({ rows, heads }) => {
  const model = { layers: [], heads };
  const tables = new Map(); // of embeddings, by the number of their part
  let tokenize = null;
  model.rowOf = (id) => {
    const { floats, shape } = tables.get(Math.floor(id / rows));
    return floats.subarray((id % rows) * shape[1], ((id % rows) + 1) * shape[1]);
  };
  const keep = (name, part) => {
    if (name === "words") tokenize = wordPiece(part);
    else if (name === "start") model.start = unpackAll(part);
    else if (ROWS.test(name)) tables.set(Number(name.replace(ROWS, "")), unpackAll(part).rows);
    else model.layers[Number(name.match(LAYER)[1])] = unpackAll(part);
  };
  // The parts of rows that a sentence needs, beside its tokens.
  const cut = (sentence) => {
    const { tokens, ids } = tokenize(sentence);
    const parts = [...new Set(ids.map((id) => `rows-${Math.floor(id / rows)}`))];
    return { tokens, ids, parts };
  };
  const read = (ids, silenced) => encode(ids, model, silenced);
  return { keep, cut, read };
};

const answer = (reader, { is, ...asked }) => {
  if (is === "part") return reader.keep(asked.name, asked.part);
  if (is === "cut") return reader.cut(asked.sentence);
  const begun = performance.now();
  const weights = reader.read(asked.ids, asked.silenced);
  return { weights, milliseconds: performance.now() - begun };
};

// Begins to listen; the first message says which model it is. Each one has a number, which
// its answer has too.
export default () => {
  let reader = null;
  addEventListener("message", ({ data: { number, ...asked } }) => {
    try {
      if (asked.is === "begin") reader = createReader(asked);
      const found = asked.is === "begin" ? null : answer(reader, asked);
      postMessage({ number, found });
    } catch (error) {
      postMessage({ number, failed: String(error) });
    }
  });
};
