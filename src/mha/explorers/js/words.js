// How explorers put arithmetic into words; `n` turns a number into text.

// "a·b + c·d" of two lists of numbers.
export const products = (a, b, n) => a.map((x, k) => `${n(x)}·${n(b[k])}`).join(" + ");

// The softmax of one row's cell, its largest score subtracted.
export const share = (row, j, token, n) => {
  const peak = Math.max(...row);
  if (peak === -Infinity) return `${token} has nothing to attend to, so `;
  const power = (s) => (s === -Infinity ? "0" : `exp(${n(s - peak)})`);
  return `${power(row[j])} / (${row.map(power).join(" + ")}) = `;
};
