// Plain arrays as vectors and matrices: no DOM.

export const range = (n) => [...Array(n).keys()];

export const sum = (list) => list.reduce((a, b) => a + b, 0);

export const mean = (list) => sum(list) / list.length;

export const transpose = (m) => m[0].map((_, j) => m.map((row) => row[j]));

export const columnOf = (m, j) => m.map((row) => row[j]);

export const dot = (a, b) => a.reduce((total, x, i) => total + x * b[i], 0);

// (n, k) @ (k, m) -> (n, m)
export const matmul = (a, b) => {
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
};

// Every number of a table by a factor.
export const scale = (m, factor) => m.map((row) => row.map((x) => x * factor));

// Softmax of one row; −Infinity is a hidden key. All hidden: zeros, not NaN.
export const softmax = (row) => {
  const peak = Math.max(...row);
  if (peak === -Infinity) return row.map(() => 0);
  const powers = row.map((x) => Math.exp(x - peak));
  const total = sum(powers);
  return powers.map((x) => x / total);
};

// A row of weights that attends to nothing.
export const isEmpty = (row) => row.every((weight) => weight === 0);

// Of several tables of one size, (H, n, m) -> (n, m).
export const average = (tables) => {
  const cell = (i, j) => mean(tables.map((table) => table[i][j]));
  return tables[0].map((row, i) => row.map((_, j) => cell(i, j)));
};
