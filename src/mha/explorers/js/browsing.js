// What HeadBrowser looks up in its records: no DOM. A record is {model, sentence,
// epoch, tokens, weights}, the weights (L, H, T, T).
import { average, range } from "./core.js";

const KEYS = ["model", "sentence", "epoch"]; // together they name a record
export const INPUTS = [...KEYS, "layer", "head"]; // each may depend on those before it
export const AVERAGE = -1;

// What an input may be, given the values before it; in the records' order.
export const choices = (name, records, values) => {
  const before = INPUTS.slice(0, INPUTS.indexOf(name)).filter((key) => KEYS.includes(key));
  const left = records.filter((record) => before.every((key) => record[key] === values[key]));
  if (KEYS.includes(name)) return [...new Set(left.map((record) => record[name]))];
  const { weights } = left[0];
  if (name === "layer") return range(weights.length);
  const heads = range(weights[0].length);
  return heads.length > 1 ? [AVERAGE, ...heads] : heads;
};

// The nearest number, the first of equals; null counts as 0. Of names, the first.
const nearest = (wanted, among) => {
  if ([wanted, ...among].some((value) => typeof value === "string")) return among[0];
  const gap = (value) => Math.abs(value - wanted);
  return among.reduce((best, value) => (gap(value) < gap(best) ? value : best));
};

// Values that have a record; each is kept where it can be.
export const settle = (records, wanted) =>
  INPUTS.reduce((values, name) => {
    const among = choices(name, records, values);
    const kept = among.includes(wanted[name]);
    return { ...values, [name]: kept ? wanted[name] : nearest(wanted[name], among) };
  }, {});

export const recordOf = (records, values) =>
  records.find((record) => KEYS.every((key) => record[key] === values[key]));

// (T, T): one head's weights, or the average of the layer's.
export const weightsOf = ({ weights }, { layer, head }) =>
  head === AVERAGE ? average(weights[layer]) : weights[layer][head];

// For each query the key to which it attends most, null where to none.
export const strongest = (weights) =>
  weights.map((row) => {
    const most = Math.max(...row);
    return most > 0 ? row.indexOf(most) : null;
  });
