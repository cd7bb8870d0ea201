// Where numbers stand in a drawing: no DOM, so that a test can call it alone.
import { range } from "./core.js";
import { LENGTH, wave } from "./waves.js";

// A chart's size and the frame inside it, in the drawing's own units.
export const BOX = { width: 400, height: 220, left: 36, right: 388, top: 12, bottom: 176 };
const FINE = 4; // points a token, so that the fastest wave looks like one

const scale = ([low, high], [from, to]) => (x) => from + ((to - from) * (x - low)) / (high - low);

const round = (x) => Math.round(100 * x) / 100;

// Coordinates for numbers within these two ranges; y grows upwards.
export const plane = (xs, ys) => {
  const x = scale(xs, [BOX.left, BOX.right]);
  const y = scale(ys, [BOX.bottom, BOX.top]);
  const line = (points) => points.map(([a, b]) => `${round(x(a))},${round(y(b))}`).join(" ");
  return { x, y, line };
};

// Beyond 1 there is room for the marked point's name; and narrow odd widths, whose last
// sine counts as a whole pair, reach beyond ±1.
export const WAVES = plane([0, LENGTH - 1], [-1, 1.4]);
export const DISTANCES = plane([1 - LENGTH, LENGTH - 1], [-1.4, 1.4]);

export const waveLine = (feature, w) =>
  WAVES.line(range(FINE * (LENGTH - 1) + 1).map((k) => [k / FINE, wave(feature, k / FINE, w)]));

export const similarityLine = (similarity, position) =>
  DISTANCES.line(similarity.map((value, place) => [place - position, value]));

// The end of a dial's hand: angles grow counter-clockwise from the right, as on paper.
export const DIAL = { size: 100, radius: 38 };
export const tip = (angle, length) => [
  DIAL.size / 2 + length * Math.cos(angle),
  DIAL.size / 2 - length * Math.sin(angle),
];
