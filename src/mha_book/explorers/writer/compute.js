// WriterExplorer's inputs, and what follows from an answer. An answer is {text, next, others,
// weights}: `next` lists [token, logit], the likeliest first; `others` has of all tokens that
// are not listed the log of the sum of e^(logit / t) for each temperature t, null where none
// is left out; `weights` are (L, H, T, T), null where nobody kept them. No DOM.
import { range, sum } from "../shared/arrays.js";
import { isAmong, isBoolean, isWholeWithin, isWithin } from "../shared/limits.js";

export const SETTINGS = ["temperature", "top_k", "top_p"];
export const INPUTS = ["beginning", "written", ...SETTINGS, "seed", "cached", "layer", "head"];
// What is told of once it has changed.
export const TOLD = ["beginning", "written", ...SETTINGS, "seed"];
const STEP = 0.1; // from one temperature to the next

export const readInputs = (model) =>
  Object.fromEntries(INPUTS.map((name) => [name, model.get(name)]));

export const textOf = ({ beginning, written }) => beginning + written;

// Whether there is a model to ask, or answers alone that are stored.
export const hasModel = (model) => model.get("letters") !== "";

// The first letter that the model has no number for; undefined where it has all.
export const unknownIn = (text, letters) => [...text].find((one) => !letters.includes(one));

const isText =
  (model, { longest }, least) =>
  (text) =>
    typeof text === "string" &&
    [...text].length >= least &&
    [...text].length <= longest &&
    unknownIn(text, model.get("letters")) === undefined;

const isStored = (model) => (written) => {
  const text = textOf({ beginning: model.get("beginning"), written });
  return typeof written === "string" && model.get("answers").some((one) => one.text === text);
};

export const isValid = (model) => (name, value) => {
  const limits = model.get("limits");
  const texts = hasModel(model)
    ? {
        beginning: isText(model, limits.beginning, 1),
        written: isText(model, limits.written ?? {}, 0),
      }
    : { beginning: isAmong(limits.beginning), written: isStored(model) };
  const whole = ["top_k", "seed", "layer", "head"].map((each) => [
    each,
    isWholeWithin(limits[each] ?? { min: 0, max: 0 }),
  ]);
  const rules = {
    ...texts,
    temperature: isWithin(limits.temperature),
    top_p: isWithin(limits.top_p),
    cached: isBoolean,
    ...Object.fromEntries(whole),
  };
  return rules[name](value);
};

// Another beginning has nothing written behind it yet.
export const derive = (values) =>
  "beginning" in values && !("written" in values) ? { ...values, written: "" } : values;

// Logits by their letters, the likeliest first; of equals the first letter.
export const ranked = (logits, letters) =>
  letters.map((letter, k) => [letter, logits[k]]).toSorted(([, a], [, b]) => b - a);

// How many of the likeliest reach p together; one more than there are, if they do not.
const reaching = (chances, p) => {
  let total = 0;
  const last = chances.findIndex((chance) => (total += chance) >= p - 1e-9);
  return last < 0 ? chances.length + 1 : last + 1;
};

const shares = (powers) => {
  const total = sum(powers);
  return powers.map((power) => power / total);
};

// The chances of the tokens that are listed, in their order, and at last of all others.
const warmed = ({ next, others }, { temperature, top_k: k }) => {
  const [, top] = next[0];
  const least = k && k <= next.length ? next[k - 1][1] : -Infinity;
  const powers = next.map(([, x]) => (x < least ? 0 : Math.exp((x - top) / temperature)));
  const left = others?.[Math.round(temperature / STEP) - 1];
  const rest = left === undefined || least > -Infinity ? 0 : Math.exp(left - top / temperature);
  return shares([...powers, rest]);
};

// {chances, rest, isBeyond}: those of the listed tokens after temperature, top k and top p, in
// this order; the others' together; and whether top p reaches beyond what is listed.
export const chancesOf = (answer, { temperature, top_k, top_p }) => {
  if (temperature === 0) {
    const chances = answer.next.map((_, place) => Number(place === 0));
    return { chances, rest: 0, isBeyond: false };
  }
  const all = warmed(answer, { temperature, top_k });
  const count = top_p < 1 ? reaching(all.slice(0, -1), top_p) : all.length;
  const isBeyond = top_p < 1 && count === all.length && all.at(-1) > 0;
  const kept = shares(all.map((chance, place) => (place < count ? chance : 0)));
  return { chances: kept.slice(0, -1), rest: kept.at(-1), isBeyond };
};

// How many tokens still have a chance, of those that are listed.
export const countOpen = ({ chances }) => chances.filter((chance) => chance > 0).length;

const mixed = (n) => {
  const once = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

// From 0 to 1, the same for the same seed and place: what was drawn is drawn again.
export const uniform = (seed, place) => mixed(mixed(seed + 1) + place + 1) / 2 ** 32;

// Which of the chances this number falls upon.
export const draw = (chances, number) => {
  let total = 0;
  const found = chances.findIndex((chance) => (total += chance) > number);
  return found < 0 ? chances.findLastIndex((chance) => chance > 0) : found;
};

// The letter that this seed draws behind the text.
export const nextLetter = (answer, inputs) => {
  const place = [...answer.text].length;
  const { chances } = chancesOf(answer, inputs);
  return answer.next[draw(chances, uniform(inputs.seed, place))][0];
};

export const isFull = (written, { longest }) => [...written].length >= longest;

// A piece that the text ends with and had before; "" where it goes in no circle.
export const circleIn = (text, piece = 15) => {
  const ends = range(Math.max(0, text.length - piece)).map((k) => text.length - k);
  const found = ends.find((end) => text.indexOf(text.slice(end - piece, end)) < end - piece);
  return found ? text.slice(found - piece, found) : "";
};

// What the last letter gives to each, (T,).
export const lastRow = (answer, { layer, head }) =>
  answer.lastRow?.(layer, head) ?? answer.weights[layer][head].at(-1);

// Of a row of weights the largest, which a sentence names.
const MENTIONED = 3;
const SEEN = 0.005; // below which a weight rounds to 0
export const mostSeen = (row) =>
  row
    .map((weight, place) => ({ weight, place }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MENTIONED)
    .filter(({ weight }) => weight >= SEEN);
