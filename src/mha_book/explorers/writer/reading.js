// Where answers come from: those that the page has, and the model, which comes when a text is
// asked for that has none. No DOM.
import { range } from "../shared/arrays.js";
import { hasModel, ranked, readInputs, textOf } from "./compute.js";

// What a letter gives to each up to itself, in one head. It was read with others: it is the
// row `at` of the `of` rows that a layer's table has for each head.
const rowOf =
  ({ weights, at, of }, heads) =>
  (layer, head) => {
    const table = weights[layer];
    const width = table.length / heads / of;
    const from = (head * of + at) * width;
    return [...table.subarray(from, from + width)];
  };

// (L, H, T, T) from each letter's own row, which sees no later one.
const tablesOf = (rows, heads) => {
  const own = rows.map((row) => rowOf(row, heads));
  const filled = (row) => [...row, ...Array(rows.length).fill(0)].slice(0, rows.length);
  const tableOf = (layer, head) => own.map((look) => filled(look(layer, head)));
  return rows[0].weights.map((_, layer) => range(heads).map((head) => tableOf(layer, head)));
};

// Reads texts with or without keys and values that are kept; `clock()` gives milliseconds.
export const createReader = (decoder, letters, heads, clock = () => performance.now()) => {
  const numbers = new Map(letters.map((letter, k) => [letter, k]));
  let [cache, past, rows] = [decoder.openCache(), [], []];

  // As much as is kept already of these ids, but for the last one.
  const common = (ids) => {
    const other = ids.findIndex((id, k) => id !== past[k]);
    return Math.min(other < 0 ? ids.length : other, ids.length - 1, cache.length);
  };
  const read = (text, isCached) => {
    const ids = [...text].map((letter) => numbers.get(letter));
    const kept = isCached ? common(ids) : 0;
    if (!isCached) cache = decoder.openCache();
    cache.length = kept;
    const begun = clock();
    const { logits, weights } = decoder.read(ids.slice(kept), cache);
    const milliseconds = clock() - begun;
    const count = ids.length - kept;
    rows = [...rows.slice(0, kept), ...range(count).map((at) => ({ weights, at, of: count }))];
    past = ids;
    const own = rows;
    const next = ranked(logits, letters);
    const cost = { length: ids.length, count, milliseconds, isCached };
    return {
      text,
      next,
      others: null,
      cost,
      lastRow: rowOf(own.at(-1), heads),
      get weights() {
        return tablesOf(own, heads);
      },
    };
  };
  return { read };
};

// `load()` gives the model's reader, or a promise of it; `ontell()` runs whenever there is
// something new to show, and `oncost` hears what a letter has cost.
export const createReading = ({ model, load, ontell, oncost = () => {} }) => {
  const given = new Map(model.get("answers").map((answer) => [answer.text, answer]));
  let [reader, coming, state, own] = [null, null, { is: "asleep" }, null];
  let shown = given.get(textOf(readInputs(model))) ?? model.get("answers")[0];

  const tell = (next) => ((state = next), ontell());
  const known = (text) => given.get(text) ?? (own?.text === text ? own : undefined);
  const compute = (text) => {
    own = reader.read(text, model.get("cached"));
    oncost(own.cost);
    return own;
  };

  const wake = async () => {
    tell({ is: "loading" });
    try {
      reader = await load();
      tell({ is: "awake" });
    } catch (error) {
      coming = null; // it is tried again when it is needed again
      console.error(error);
      tell({ is: "failed", why: error.message });
      throw error;
    }
  };
  const ready = () => (coming ??= wake());

  // The answer to a text, as soon as there is one.
  const answerTo = async (text) => {
    if (!known(text)) await ready();
    return known(text) ?? compute(text);
  };
  // After every change of an input: what is known is shown, and a model that is here answers.
  const follow = () => {
    const text = textOf(readInputs(model));
    if (!known(text) && hasModel(model)) {
      if (reader) compute(text);
      else if (state.is === "asleep") ready().catch(() => {});
    }
    shown = known(text) ?? shown;
  };
  const now = () => ({ ...state, shown, isPresent: shown.text === textOf(readInputs(model)) });
  const again = () => ready().catch(() => {});
  return { follow, now, answerTo, again };
};
