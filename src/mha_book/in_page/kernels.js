// What transformers compute, on Float32Arrays: rows one after the other. No page.
import { dot, dots } from "./product.js";

// (T, width) and a weight (rows, width) as PyTorch keeps it -> x @ weight.T + bias, (T, rows).
export const linear = (x, { floats: weight, shape: [rows, width] }, bias) => {
  const T = x.length / width;
  const out = dots(x, weight, new Float32Array(T * rows), [T, rows, width]);
  if (bias) for (let k = 0; k < out.length; k += 1) out[k] += bias.floats[k % rows];
  return out;
};

export const add = (x, y) => x.map((number, k) => number + y[k]);

// Each row gets mean 0 and variance 1, then the weight and the bias of its features.
export const layerNorm = (x, weight, bias, eps) => {
  const width = weight.floats.length;
  const out = new Float32Array(x.length);
  for (let from = 0; from < x.length; from += width) {
    let [sum, squares] = [0, 0];
    for (let k = 0; k < width; k += 1) sum += x[from + k];
    const mean = sum / width;
    for (let k = 0; k < width; k += 1) squares += (x[from + k] - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / width + eps);
    for (let k = 0; k < width; k += 1)
      out[from + k] = (x[from + k] - mean) * scale * weight.floats[k] + bias.floats[k];
  }
  return out;
};

// Each row gets a mean square of 1, then the weight of its features.
export const rmsNorm = (x, weight, eps) => {
  const width = weight.floats.length;
  const out = new Float32Array(x.length);
  for (let from = 0; from < x.length; from += width) {
    let squares = 0;
    for (let k = 0; k < width; k += 1) squares += x[from + k] ** 2;
    const scale = 1 / Math.sqrt(squares / width + eps);
    for (let k = 0; k < width; k += 1) out[from + k] = x[from + k] * scale * weight.floats[k];
  }
  return out;
};

// Turns the pairs of each head, a feature of its first half and one of its second, by the
// angle of the place; row 0 stands at the place `first`.
export const rotate = (x, { heads, width, base }, first) => {
  const [D, out] = [width / heads, new Float32Array(x.length)];
  for (let from = 0, at = first; from < x.length; from += width, at += 1)
    for (let k = 0; k < D / 2; k += 1) {
      const turned = at * base ** ((-2 * k) / D);
      const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
      for (let a = from + k; a < from + width; a += D) {
        const b = a + D / 2;
        out[a] = x[a] * cos - x[b] * sin;
        out[b] = x[a] * sin + x[b] * cos;
      }
    }
  return out;
};

// SwiGLU's middle: SiLU of the gate, times what goes up.
export const gated = (gate, up) => gate.map((x, k) => (x / (1 + Math.exp(-x))) * up[k]);

// Abramowitz and Stegun, formula 7.1.26: off by less than 2e-7.
const erf = (x) => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
};

export const gelu = (x) => x.map((number) => 0.5 * number * (1 + erf(number * Math.SQRT1_2)));

// In place, for rows of this width; -Infinity is a masked score, and a row of them gives 0.
export const softmaxRows = (scores, width) => {
  for (let from = 0; from < scores.length; from += width) {
    const row = scores.subarray(from, from + width);
    const most = row.reduce((a, b) => Math.max(a, b), -Infinity);
    if (most === -Infinity) {
      row.fill(0);
      continue;
    }
    let sum = 0;
    for (let k = 0; k < width; k += 1) sum += row[k] = Math.exp(row[k] - most);
    for (let k = 0; k < width; k += 1) row[k] /= sum;
  }
  return scores;
};

// q (Tq, width), k and v (Tk, width), a head's part of the features after the other ->
// [joined (Tq, width), weights (heads, Tq, Tk)]. `isOpen(i, j)` says whether query i may look
// at key j.
export const attend = ([q, k, v], { heads, width }, isOpen = () => true) => {
  const [Tq, Tk, D] = [q.length / width, k.length / width, width / heads];
  const weights = new Float32Array(heads * Tq * Tk);
  const joined = new Float32Array(q.length);
  for (let h = 0; h < heads; h += 1)
    for (let i = 0; i < Tq; i += 1) {
      const [at, from] = [(h * Tq + i) * Tk, i * width + h * D];
      const row = weights.subarray(at, at + Tk);
      for (let j = 0; j < Tk; j += 1)
        row[j] = isOpen(i, j) ? dot(q, from, k, j * width + h * D, D) / Math.sqrt(D) : -Infinity;
      softmaxRows(row, Tk);
      for (let j = 0; j < Tk; j += 1)
        for (let d = 0; d < D; d += 1) joined[from + d] += row[j] * v[j * width + h * D + d];
    }
  return [joined, weights];
};

// In place: these heads hand over zeros.
export const silence = (joined, heads, { heads: all, width }) => {
  const D = width / all;
  for (let from = 0; from < joined.length; from += width)
    for (const head of heads) joined.fill(0, from + head * D, from + (head + 1) * D);
  return joined;
};
