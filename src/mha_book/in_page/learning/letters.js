// Chances from a seed, and letters that come again, as `mha.repeats` draws them. No page.
import { createStream } from "../../explorers/shared/random.js";

export const createChances = (seed) => {
  const { next, keep, bring } = createStream(seed);
  const even = () => next() / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even());
  const below = (n) => Math.floor(n * even());
  return { even, normal, below, keep, bring };
};

// The alphabet, cut between any two letters with a chance of 1/2, its pieces shuffled.
const pieces = (letters, { even }) => {
  let place = even();
  const keys = Array.from({ length: letters }, () => (even() < 0.5 ? (place = even()) : place));
  return keys.map((_, letter) => letter).toSorted((a, b) => keys[a] - keys[b] || a - b);
};

// `count` sequences: ids (count · T), what comes next (count · T), periods (count).
export const drawRepeats = ({ letters, shortest, longest }, count, T, chances) => {
  const [ids, targets] = [new Int32Array(count * T), new Int32Array(count * T)];
  const periods = new Int32Array(count);
  for (let s = 0; s < count; s += 1) {
    const order = pieces(letters, chances);
    const period = shortest + chances.below(longest - shortest + 1);
    periods[s] = period;
    for (let t = 0; t < T; t += 1) {
      ids[s * T + t] = order[t % period];
      targets[s * T + t] = order[(t + 1) % period];
    }
  }
  return { ids, targets, periods };
};

// Letters in a random order, all different, which come twice: to see who looks for copies.
export const drawTwice = ({ letters }, count, T, period, chances) => {
  const ids = new Int32Array(count * T);
  for (let s = 0; s < count; s += 1) {
    const keys = Array.from({ length: letters }, chances.even);
    const order = keys.map((_, letter) => letter).toSorted((a, b) => keys[a] - keys[b]);
    for (let t = 0; t < T; t += 1) ids[s * T + t] = order[t % period];
  }
  return ids;
};
