// Products of matrices in typed arrays, rows one after the other. No page.

// a (n, k) and b (m, k) -> out (n, m): each row of one times each row of the other. Four rows
// and two at a time, so that each number that is read is used more than once; plain sums in
// plain variables, since lists in the innermost loop would take eight times as long. An engine
// must know that sizes are whole numbers, or it counts in floats: twice as long.
export const dots = (a, b, out, sizes) => {
  const [n, m, k] = [sizes[0] | 0, sizes[1] | 0, sizes[2] | 0];
  const fours = n - (n % 4);
  for (let i = 0; i < fours; i += 4) fourRows(a, b, out, i, m, k);
  if (m % 2) lastColumn(a, b, out, fours, m, k);
  for (let i = fours; i < n; i += 1) oneRow(a, b, out, i, m, k);
  return out;
};

const fourRows = (a, b, out, i, m, k) => {
  const a0 = i * k;
  const a1 = a0 + k;
  const a2 = a1 + k;
  const a3 = a2 + k;
  for (let j = 0; j + 2 <= m; j += 2) {
    const b0 = j * k;
    const b1 = b0 + k;
    let s00 = 0;
    let s10 = 0;
    let s20 = 0;
    let s30 = 0;
    let s01 = 0;
    let s11 = 0;
    let s21 = 0;
    let s31 = 0;
    for (let l = 0; l < k; l += 1) {
      const p = b[b0 + l];
      const q = b[b1 + l];
      const w = a[a0 + l];
      const x = a[a1 + l];
      const y = a[a2 + l];
      const z = a[a3 + l];
      s00 += w * p;
      s10 += x * p;
      s20 += y * p;
      s30 += z * p;
      s01 += w * q;
      s11 += x * q;
      s21 += y * q;
      s31 += z * q;
    }
    const at = i * m + j;
    out[at] = s00;
    out[at + 1] = s01;
    out[at + m] = s10;
    out[at + m + 1] = s11;
    out[at + 2 * m] = s20;
    out[at + 2 * m + 1] = s21;
    out[at + 3 * m] = s30;
    out[at + 3 * m + 1] = s31;
  }
};

// Where the columns are odd in number, the last is alone.
const lastColumn = (a, b, out, rows, m, k) => {
  for (let i = 0; i < rows; i += 1) out[(i + 1) * m - 1] = dot(a, i * k, b, (m - 1) * k, k);
};

const oneRow = (a, b, out, i, m, k) => {
  for (let j = 0; j < m; j += 1) out[i * m + j] = dot(a, i * k, b, j * k, k);
};

export const dot = (a, from, b, there, k) => {
  let sum = 0;
  for (let l = 0; l < k; l += 1) sum += a[from + l] * b[there + l];
  return sum;
};
