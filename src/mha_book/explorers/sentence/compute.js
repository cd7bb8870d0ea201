// SentenceExplorer's inputs, and what follows from an answer, be it the page's or Python's. An
// answer is {sentence, silenced, tokens, weights, usual}: weights (L, H, T, T), and as usual
// those of no head silenced, null where none is; or it has `refused`, a sentence. No DOM.
import { mean, range, sum } from "../shared/arrays.js";
import { compute as lookUp } from "../browser/compute.js";
import { isTextWithin, isWholeWithin } from "../shared/limits.js";

export const INPUTS = ["sentence", "silenced", "layer", "head"];

export const readInputs = (model) =>
  Object.fromEntries(INPUTS.map((name) => [name, model.get(name)]));

// Heads are listed in order, each once.
const isListOfHeads = ({ layer, head }) => {
  const places = range(layer.max + 1).flatMap((k) => range(head.max + 1).map((h) => [k, h]));
  const all = places.map(String);
  return (value) =>
    Array.isArray(value) &&
    value.every((one) => Array.isArray(one) && all.includes(String(one))) &&
    String(all.filter((one) => value.map(String).includes(one))) === String(value);
};

// Whether the address (its part behind the #) brings the sentence that is asked for.
export const isLinked = (model, hash) => {
  const link = new URLSearchParams(hash.slice(1));
  const isOurs = link.get("explorer") === model.get("name");
  return isOurs && link.get("sentence") === JSON.stringify(model.get("sentence"));
};

export const isValid = (model) => (name, value) => {
  const limits = model.get("limits");
  if (name === "sentence") return isTextWithin(limits.sentence)(value);
  return name === "silenced" ? isListOfHeads(limits)(value) : isWholeWithin(limits[name])(value);
};

export const isOff = (silenced, { layer, head }) =>
  silenced.some(([k, h]) => k === layer && h === head);

// With this head switched off, or on again.
export const toggled = (silenced, { layer, head }) =>
  isOff(silenced, { layer, head })
    ? silenced.filter(([k, h]) => k !== layer || h !== head)
    : [...silenced, [layer, head]].toSorted(([a, b], [c, d]) => a - c || b - d);

// By which an answer is found again.
export const keyOf = ({ sentence, silenced }) => JSON.stringify([sentence, silenced]);

// (L, H): the share of its weight that a head gives to other tokens than before; null where
// no head is silenced.
export const movedOf = ({ weights, usual }) => {
  if (!usual) return null;
  const share = (row, before) => sum(row.map((w, j) => Math.abs(w - before[j]))) / 2;
  const ofHead = (head, before) => mean(head.map((row, i) => share(row, before[i])));
  return weights.map((heads, k) => heads.map((head, h) => ofHead(head, usual[k][h])));
};

// The heads that moved most, and the mean of those that can have noticed: of later layers.
export const summary = (moved, silenced) => {
  const first = Math.min(...silenced.map(([layer]) => layer)) + 1;
  const later = moved.flatMap((heads, layer) =>
    layer < first ? [] : heads.map((share, head) => ({ layer, head, share })),
  );
  if (!later.length) return null;
  const most = later.reduce((best, next) => (next.share > best.share ? next : best));
  return { first, most, average: mean(later.map(({ share }) => share)) };
};

// An answer as a record of the head browser.
export const recordOf = ({ sentence, tokens, weights }) => ({
  model: "MiniLM",
  sentence,
  epoch: null,
  tokens,
  weights,
});

// What the head browser shows of it.
export const compute = (record, { layer, head }) => {
  const { model, sentence, epoch } = record;
  return lookUp([record], { model, sentence, epoch, layer, head });
};

// From one layer's Float32Array after the other, (H, T, T), to lists in lists.
export const nested = (layers, T, H) =>
  layers.map((floats) => {
    const row = (from) => [...floats.subarray(from, from + T)];
    return range(H).map((h) => range(T).map((i) => row((h * T + i) * T)));
  });
