// Where numbers stand in a chart: no DOM.

// A chart's size and the frame inside it, in the drawing's own units.
export const BOX = { width: 400, height: 220, left: 36, right: 388, top: 12, bottom: 176 };

const interpolate =
  ([low, high], [from, to]) =>
  (x) =>
    from + ((to - from) * (x - low)) / (high - low);

const round = (x) => Math.round(100 * x) / 100;

// Coordinates for numbers within these two ranges; y grows upwards.
export const plane = (xs, ys) => {
  const x = interpolate(xs, [BOX.left, BOX.right]);
  const y = interpolate(ys, [BOX.bottom, BOX.top]);
  const line = (points) => points.map(([a, b]) => `${round(x(a))},${round(y(b))}`).join(" ");
  return { x, y, line };
};
