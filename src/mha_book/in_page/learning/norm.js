// Layer norm, softmax and cross-entropy, and their ways back. No page.

const EPS = 1e-5;

// Each row of x gets mean 0 and variance 1, then weight and bias. What the way back needs is
// kept: `straight`, the rows before weight and bias, and `shrink`, what each was multiplied by.
export const layerNorm = (x, { weight, bias }, kept, out) => {
  const width = weight.length;
  for (let from = 0, row = 0; from < x.length; from += width, row += 1) {
    let [sum, squares] = [0, 0];
    for (let e = 0; e < width; e += 1) sum += x[from + e];
    const mean = sum / width;
    for (let e = 0; e < width; e += 1) squares += (x[from + e] - mean) ** 2;
    const shrink = 1 / Math.sqrt(squares / width + EPS);
    kept.shrink[row] = shrink;
    for (let e = 0; e < width; e += 1) {
      const straight = (x[from + e] - mean) * shrink;
      kept.straight[from + e] = straight;
      out[from + e] = straight * weight[e] + bias[e];
    }
  }
  return out;
};

// A row's numbers share mean and variance, so each gradient loses what all have in common.
// What x gets is added to `dx`.
export const layerNormBack = (gradient, { weight }, { straight, shrink }, into, dx) => {
  const width = weight.length;
  into.weight.fill(0);
  into.bias.fill(0);
  for (let from = 0, row = 0; from < gradient.length; from += width, row += 1) {
    let [sum, along] = [0, 0];
    for (let e = 0; e < width; e += 1) {
      const g = gradient[from + e];
      into.weight[e] += g * straight[from + e];
      into.bias[e] += g;
      sum += g * weight[e];
      along += g * weight[e] * straight[from + e];
    }
    for (let e = 0; e < width; e += 1)
      dx[from + e] +=
        shrink[row] * (gradient[from + e] * weight[e] - (sum + straight[from + e] * along) / width);
  }
};

// In place, of one row; those from `open` on are hidden and get 0.
export const softmaxRow = (row, from, width, open) => {
  let [most, sum] = [-Infinity, 0];
  for (let j = from; j < from + open; j += 1) if (row[j] > most) most = row[j];
  for (let j = from; j < from + open; j += 1) sum += row[j] = Math.exp(row[j] - most);
  for (let j = from; j < from + open; j += 1) row[j] /= sum;
  row.fill(0, from + open, from + width);
};

// In place: a row's gradient becomes its scores'. Each weight times how much its gradient is
// above the row's average.
export const softmaxRowBack = (gradient, weights, from, width) => {
  let average = 0;
  for (let j = from; j < from + width; j += 1) average += gradient[j] * weights[j];
  for (let j = from; j < from + width; j += 1) gradient[j] = weights[j] * (gradient[j] - average);
};

// The mean over all guesses, in nats. `logits` (rows, letters) become their own gradient:
// shares, less 1 for the letter that came.
export const crossEntropy = (logits, targets, letters) => {
  const rows = targets.length;
  let loss = 0;
  for (let r = 0; r < rows; r += 1) {
    const [from, right] = [r * letters, r * letters + targets[r]];
    softmaxRow(logits, from, letters, letters);
    loss -= Math.log(logits[right]);
    for (let j = from; j < from + letters; j += 1) logits[j] /= rows;
    logits[right] -= 1 / rows;
  }
  return loss / rows;
};
