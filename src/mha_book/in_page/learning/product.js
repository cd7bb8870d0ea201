// What layers multiply, there and back, in Float64Arrays, rows one after the other. No page.
import { dots } from "../product.js";

// (n, m) -> (m, n)
export const flip = (x, out, [n, m]) => {
  for (let i = 0; i < n; i += 1) for (let j = 0; j < m; j += 1) out[j * n + i] = x[i * m + j];
  return out;
};

// Room for what is needed only until the next line, by its name and size.
const rooms = new Map();
const room = (name, size) => {
  const key = `${name} ${size}`;
  if (!rooms.has(key)) rooms.set(key, new Float64Array(size));
  return rooms.get(key);
};

// a (n, k) @ b (k, m) -> out (n, m)
export const times = (a, b, out, [n, m, k]) =>
  dots(a, flip(b, room("right", k * m), [k, m]), out, [n, m, k]);

// aᵀ @ b, of a (k, n) and b (k, m) -> out (n, m)
export const flippedTimes = (a, b, out, [n, m, k]) =>
  times(flip(a, room("left", k * n), [k, n]), b, out, [n, m, k]);

// As a linear layer: x (rows, inside) @ weightᵀ + bias -> out (rows, outside)
export const linear = (x, { weight, bias }, out, [rows, outside, inside]) => {
  dots(x, weight, out, [rows, outside, inside]);
  for (let r = 0, at = 0; r < rows; r += 1)
    for (let o = 0; o < outside; o += 1, at += 1) out[at] += bias[o];
  return out;
};

// Its way back: from the gradient of out to those of weight, bias and x.
export const linearBack = (gradient, x, { weight }, into, dx, [rows, outside, inside]) => {
  flippedTimes(gradient, x, into.weight, [outside, inside, rows]);
  into.bias.fill(0);
  for (let r = 0, at = 0; r < rows; r += 1)
    for (let o = 0; o < outside; o += 1, at += 1) into.bias[o] += gradient[at];
  return times(gradient, weight, dx, [rows, inside, outside]);
};
