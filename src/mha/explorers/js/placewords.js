// What PositionExplorer says: the arithmetic of each number, names of waves.
import { brief } from "./core.js";
import { isSine, numbersOf, pairOf } from "./waves.js";

export const HINT =
  "Point at a number, or move to it with Tab and the arrow keys, to read its arithmetic.";

export const COLUMNS = ["frequency w", "wavelength 2π/w", "angle t·w", "sine", "cosine"];
// The column that each column's numbers are made from.
export const MADE_FROM = [undefined, 0, 0, 2, 2];

// "0.1", "0.0000205353": six digits that count, where decimals would leave too few.
const short = (x) => String(Number(x.toPrecision(6)));

export const waveName = (feature) => `${isSine(feature) ? "sine" : "cosine"} of pair ${pairOf(feature)}`;

export const rowName = (i, width) =>
  2 * i + 1 < width ? `pair ${i}: features ${2 * i}, ${2 * i + 1}` : `pair ${i}: feature ${2 * i}`;

// One sentence for cell (i, j) of the numbers; `n` turns a number into text.
export const explain = (i, j, inputs, result, n) => {
  const { width, base, position } = inputs;
  const number = numbersOf(inputs, result)[i][j];
  const w = short(result.w[i]);
  if (number === undefined) return `width ${width} ends with feature ${2 * i}: the last sine has no cosine`;
  const sums = [
    () => `frequency of pair ${i}: ${brief(base)}^(−2·${i}/${width})`,
    () => `wavelength of pair ${i}: 2π / ${w}`,
    () => `angle of pair ${i} at place ${position}: ${position} · ${w}`,
    () => `feature ${2 * i} at place ${position}: sin(${position} · ${w})`,
    () => `feature ${2 * i + 1} at place ${position}: cos(${position} · ${w})`,
  ];
  const unit = ["radians a token", "tokens", "radians", "", ""][j];
  return `${sums[j]()} = ${n(number)} ${unit}`.trim();
};

// Where a place stands, seen from another.
export const distanceWords = (distance) => {
  if (distance === 0) return "the same place";
  return `${Math.abs(distance)} ${distance > 0 ? "after" : "before"}`;
};

// Similarity of the places: when it depends on the distance alone.
export const similarityNote = ({ width }) =>
  width % 2
    ? "An odd width ends with a sine that has no cosine. So here the line depends on the place too: move the position and it changes."
    : "Move the position: the line only shows another piece. It depends on the distance k alone: it is the sum of cos(k · w) over the pairs, divided by their number.";

export const dialsNote = ({ width }, drawn) => {
  if (width % 2) return `Rotary positions turn features in pairs. Width ${width} is odd, so one feature has no partner: choose an even width.`;
  const more = Math.max(width / 2 - drawn, 0); // pairs
  const rest = more ? ` ${more} more, which turn more slowly, count in the score but are not drawn.` : "";
  return `Every pair starts as (1, 0), pointing right. The query (q) is turned by its place times w, the key (k) by its own.${rest}`;
};

export const tellScore = (inputs, { score }, n) => {
  if (score === null) return dialsNote(inputs);
  const { position, other } = inputs;
  const distance = `${position} − ${other} = ${brief(position - other)}`;
  return `query at place ${position}, key at place ${other}: ${distance}, score ${n(score)}`;
};
