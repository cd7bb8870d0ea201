// PositionExplorer's inputs, positions as numbers, and where these stand in drawings:
// no DOM.
import { dot, range, sum } from "../shared/arrays.js";
import { isAmong, isWholeWithin, isWithin } from "../shared/limits.js";
import { plane } from "../shared/plane.js";

// width first: what the feature may be depends on it.
export const INPUTS = ["width", "base", "position", "key", "feature", "part", "decimals"];
export const LOOKS = ["part"];

// `length`: how many positions there are.
export const readInputs = (model) => {
  const [width, base, position, key, feature, part] = INPUTS.map((name) => model.get(name));
  const length = model.get("limits").position.max + 1;
  // the feature can be of the old width, for a moment
  return { width, base, position, key, feature: Math.min(feature, width - 1), part, length };
};

// What an input may be now: a feature is one of the width's.
export const limitOf = (name, limits, width) =>
  name === "feature" ? { min: 0, max: width - 1 } : limits[name];

export const isValid = (model) => (name, value) => {
  const limit = limitOf(name, model.get("limits"), model.get("width"));
  const rules = { base: isWithin, part: isAmong };
  return (rules[name] ?? isWholeWithin)(limit)(value);
};

// A smaller width has no place for a later feature.
export const derive = (model) => (values) => {
  const { width, feature = model.get("feature") } = values;
  return width === undefined ? values : { ...values, feature: Math.min(feature, width - 1) };
};

// w_i of each pair of features, radians per position; the last of an odd width included.
const frequencies = ({ width, base }) =>
  range(Math.ceil(width / 2)).map((i) => base ** ((-2 * i) / width));

// How many positions lie between query and key.
export const apart = ({ position, key }) => Math.abs(position - key);
export const pairOf = (feature) => Math.floor(feature / 2);
export const isSine = (feature) => feature % 2 === 0;

// The sinusoidal number of a feature at any time t, whole or not.
const wave = (feature, t, w) => (isSine(feature) ? Math.sin : Math.cos)(t * w[pairOf(feature)]);

// All that is shown. Only whole pairs turn, so an odd width has no rotary score.
export const compute = (inputs) => {
  const { width, position, key, length } = inputs;
  const w = frequencies(inputs); // (⌈E/2⌉,)
  const features = range(width);
  const table = range(length).map((t) => features.map((feature) => wave(feature, t, w))); // (64, E)
  const vector = table[position]; // (E,)
  const similarity = table.map((row) => dot(row, vector) / (width / 2)); // (64,)
  const pairs = w.slice(0, pairOf(width)); // (⌊E/2⌋,)
  const angles = pairs.map((turn) => position * turn);
  const between = pairs.map((turn) => (position - key) * turn); // from key to query
  const score = width % 2 ? null : sum(between.map(Math.cos)) / Math.sqrt(width);
  return { w, table, vector, similarity, angles, between, score };
};

// A row for each pair: frequency, wavelength, angle, sine, cosine (none: undefined).
export const pairNumbers = ({ position }, { w, vector }) =>
  w.map((turn, i) => [
    turn,
    (2 * Math.PI) / turn,
    position * turn,
    vector[2 * i],
    vector[2 * i + 1],
  ]);

// ---- in drawings -----------------------------------------------------------------

const FINENESS = 4; // points per position, so that the fastest wave looks like one

// Beyond 1 there is room for the marked point's name; and narrow odd widths, whose last
// sine counts as a whole pair, reach beyond ±1.
export const wavesPlane = (length) => plane([0, length - 1], [-1, 1.4]);
export const similarityPlane = (length) => plane([0, length - 1], [-1.4, 1.4]);

export const waveLine = (feature, w, length) => {
  const times = range(FINENESS * (length - 1) + 1).map((k) => k / FINENESS);
  return wavesPlane(length).line(times.map((t) => [t, wave(feature, t, w)]));
};

export const similarityLine = (similarity) =>
  similarityPlane(similarity.length).line(similarity.map((value, key) => [key, value]));

// Positions to name on an axis: the quarters, and the last.
export const ticksOf = (length) => [...range(4).map((k) => (k * length) / 4), length - 1];

// Angles of a dial grow counter-clockwise from the right, as in the book's pictures.
export const DIAL = { size: 114, radius: 38, arc: 15 }; // with room for letters all around

// The same direction as `angle`, by the shorter way from another.
export const nearest = (from, angle) => {
  const way = angle - from;
  return from + Math.atan2(Math.sin(way), Math.cos(way));
};

// The smaller arc from a hand that points right to one that is turned on by `angle`.
export const arc = (angle) => {
  const way = nearest(0, angle);
  const end = [DIAL.arc * Math.cos(way), -DIAL.arc * Math.sin(way)];
  return `M${DIAL.arc},0 A${DIAL.arc},${DIAL.arc} 0 0 ${way > 0 ? 0 : 1} ${end.join()}`;
};
