// The heads of one layer, there and back. Their numbers stand as (count, H, T, D). No page.
import { dots } from "../product.js";
import { flippedTimes, times } from "./product.js";
import { softmaxRow, softmaxRowBack } from "./norm.js";

const PARTS = ["query", "key", "value"];

// Room for the heads of `count` sequences of T tokens, E numbers each.
export const createHeads = ({ count, T, E, H }) => {
  const floats = (size) => new Float64Array(size);
  const of = () => floats(count * T * E);
  const weights = () => floats(count * H * T * T);
  const sizes = { count, T, E, H, D: Math.floor(E / H) };
  const there = { query: of(), key: of(), value: of(), mixed: of(), weights: weights() };
  const back = { query: of(), key: of(), value: of(), mixed: of(), weights: weights() };
  return { sizes, there, back };
};

// Runs for each head of each sequence, with its number, in the order in which they stand.
const forEachHead = ({ count, H }, run) => {
  for (let s = 0; s < count; s += 1) for (let h = 0; h < H; h += 1) run(s * H + h, h, s);
};
const part = (x, n, size) => x.subarray(n * size, (n + 1) * size);

// Between rows of a token's numbers, (count · T, stride) from column `at` on, and heads.
const cut = (rows, heads, { count, T, D, H }, stride, at) => {
  for (let s = 0, k = 0; s < count; s += 1)
    for (let h = 0; h < H; h += 1)
      for (let t = 0; t < T; t += 1)
        for (let d = 0, r = (s * T + t) * stride + at + h * D; d < D; d += 1, r += 1, k += 1)
          heads[k] = rows[r];
};
const join = (heads, rows, { count, T, D, H }, stride, at) => {
  for (let s = 0, k = 0; s < count; s += 1)
    for (let h = 0; h < H; h += 1)
      for (let t = 0; t < T; t += 1)
        for (let d = 0, r = (s * T + t) * stride + at + h * D; d < D; d += 1, r += 1, k += 1)
          rows[r] = heads[k];
};

// Scores of one head become its weights: the scale, what the distance takes off, the mask.
const weigh = (scores, T, slope, { scale, isMasked }) => {
  for (let i = 0; i < T; i += 1) {
    for (let j = 0; j < T; j += 1)
      scores[i * T + j] = scores[i * T + j] * scale - slope * Math.abs(i - j);
    softmaxRow(scores, i * T, T, isMasked ? i + 1 : T);
  }
};

// `three` (count · T, 3E) has queries, keys and values -> joined (count · T, E). Head 0 alone
// minds the distance.
export const attend = (heads, three, joined, settings) => {
  const { sizes, there } = heads;
  const { T, E, D } = sizes;
  const scale = settings.scale(D);
  PARTS.forEach((name, k) => cut(three, there[name], sizes, 3 * E, k * E));
  forEachHead(sizes, (n, h) => {
    const [q, k, v, mixed] = [...PARTS, "mixed"].map((name) => part(there[name], n, T * D));
    const weights = part(there.weights, n, T * T);
    dots(q, k, weights, [T, T, D]);
    weigh(weights, T, h === 0 ? settings.slope : 0, { ...settings, scale });
    times(weights, v, mixed, [T, D, T]);
  });
  if (settings.isJoined) join(there.mixed, joined, sizes, E, 0);
  else joined.set(there.mixed); // as they stand: a token's row has parts of other tokens
  return joined;
};

// From the gradient of joined to that of three.
export const attendBack = (heads, gradient, three, settings) => {
  const { sizes, there, back } = heads;
  const { T, E, D } = sizes;
  const scale = settings.scale(D);
  if (settings.isJoined) cut(gradient, back.mixed, sizes, E, 0);
  else back.mixed.set(gradient);
  forEachHead(sizes, (n) => {
    const of = (side, name) => part(side[name], n, T * D);
    const [weights, scores] = [there, back].map((side) => part(side.weights, n, T * T));
    dots(of(back, "mixed"), of(there, "value"), scores, [T, T, D]); // of the weights, so far
    flippedTimes(weights, of(back, "mixed"), of(back, "value"), [T, D, T]);
    for (let i = 0; i < T; i += 1) softmaxRowBack(scores, weights, i * T, T);
    for (let k = 0; k < scores.length; k += 1) scores[k] *= scale;
    times(scores, of(there, "key"), of(back, "query"), [T, D, T]);
    flippedTimes(scores, of(there, "query"), of(back, "key"), [T, D, T]);
  });
  PARTS.forEach((name, k) => join(back[name], three, sizes, 3 * E, k * E));
  return three;
};
