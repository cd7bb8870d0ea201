// HeadBrowser's inputs, and what it looks up in its records: no DOM. A record is {model,
// sentence, epoch, tokens, weights}, the weights (L, H, T, T).
import { average, range } from "../shared/arrays.js";
import { isWholeWithin } from "../shared/limits.js";
import { linesOf } from "./pairs.js";
import { patternOf } from "./patterns.js";

const KEYS = ["model", "sentence", "epoch"]; // together they name a record
export const CHOICES = [...KEYS, "layer", "head"]; // each may depend on those before it
export const INPUTS = [...CHOICES, "decimals"];
const AVERAGE = -1;

// What an input may be, given the values before it; in the records' order.
export const optionsOf = (name, records, values) => {
  const before = CHOICES.slice(0, CHOICES.indexOf(name)).filter((key) => KEYS.includes(key));
  const left = records.filter((record) => before.every((key) => record[key] === values[key]));
  if (KEYS.includes(name)) return [...new Set(left.map((record) => record[name]))];
  const { weights } = left[0];
  if (name === "layer") return range(weights.length);
  const heads = range(weights[0].length);
  return heads.length > 1 ? [AVERAGE, ...heads] : heads;
};

// The nearest number, the first of equals; null counts as 0. Of names, the first.
const nearest = (wanted, options) => {
  if ([wanted, ...options].some((value) => typeof value === "string")) return options[0];
  const gap = (value) => Math.abs(value - wanted);
  return options.reduce((best, value) => (gap(value) < gap(best) ? value : best));
};

// Values that have a record; each stays what it is where it can.
const settle = (records, wanted) =>
  CHOICES.reduce((values, name) => {
    const options = optionsOf(name, records, values);
    const isPossible = options.includes(wanted[name]);
    return { ...values, [name]: isPossible ? wanted[name] : nearest(wanted[name], options) };
  }, {});

// For a moment, after a change from outside, one of them can be of the old model.
export const readInputs = (model) => {
  const values = Object.fromEntries(CHOICES.map((name) => [name, model.get(name)]));
  return settle(model.get("records"), values);
};

export const isValid = (model) => (name, value) =>
  name === "decimals"
    ? isWholeWithin(model.get("limits").decimals)(value)
    : optionsOf(name, model.get("records"), readInputs(model)).includes(value);

export const derive = (model) => (values) => ({
  ...values,
  ...settle(model.get("records"), { ...readInputs(model), ...values }),
});

const recordOf = (records, values) =>
  records.find((record) => KEYS.every((key) => record[key] === values[key]));

// (T, T): one head's weights, or the average of the layer's.
const weightsOf = ({ weights }, { layer, head }) =>
  head === AVERAGE ? average(weights[layer]) : weights[layer][head];

// For each query the key to which it attends most, null where to none.
const strongest = (weights) =>
  weights.map((row) => {
    const most = Math.max(...row);
    return most > 0 ? row.indexOf(most) : null;
  });

// What is shown, all of it looked up or averaged.
export const compute = (records, inputs) => {
  const record = recordOf(records, inputs);
  const weights = weightsOf(record, inputs);
  const pattern = patternOf(weights, record.tokens);
  return {
    record,
    weights,
    strongest: strongest(weights),
    pattern,
    lines: linesOf(record, weights),
  };
};

export const patternsOf = ({ weights, tokens }) =>
  weights.map((heads) => heads.map((head) => patternOf(head, tokens)));

// L and H.
export const sizesOf = ({ weights }) => [weights.length, weights[0].length];
