// Positions as numbers: no DOM, plain arrays.
import { dot, range } from "./core.js";

export const LENGTH = 64; // places

// w_i of each pair of features, radians a token; the last of an odd width included.
export const frequencies = ({ width, base }) =>
  range(Math.ceil(width / 2)).map((i) => base ** ((-2 * i) / width));

export const pairOf = (feature) => Math.floor(feature / 2);
export const isSine = (feature) => feature % 2 === 0;

// The sinusoidal number of a feature at any time t, whole or not.
export const wave = (feature, t, w) => (isSine(feature) ? Math.sin : Math.cos)(t * w[pairOf(feature)]);

// All that is shown. Only whole pairs turn, so an odd width has no rotary score.
export const positions = (inputs) => {
  const { width, position, other } = inputs;
  const w = frequencies(inputs); // (⌈E/2⌉,)
  const table = range(LENGTH).map((t) => range(width).map((feature) => wave(feature, t, w))); // (64, E)
  const vector = table[position]; // (E,)
  const similarity = table.map((row) => dot(row, vector) / (width / 2)); // (64,)
  const pairs = w.slice(0, pairOf(width)); // (⌊E/2⌋,)
  const angles = pairs.map((turn) => position * turn);
  const between = pairs.map((turn) => (position - other) * turn); // from key to query
  const sum = between.reduce((total, angle) => total + Math.cos(angle), 0);
  const score = width % 2 ? null : sum / Math.sqrt(width);
  return { w, table, vector, similarity, angles, between, score };
};

// A row for each pair: frequency, wavelength, angle, sine, cosine (none: undefined).
export const numbersOf = ({ position }, { w, vector }) =>
  w.map((turn, i) => [turn, (2 * Math.PI) / turn, position * turn, vector[2 * i], vector[2 * i + 1]]);
