// Numbers and their arithmetic as text: no DOM. `n` turns a number into text.
import { SAID } from "./words.js";

// "0.3883", "−∞", "NaN"; never "-0.0000".
export const format = (x, decimals) => {
  if (Math.abs(x) === Infinity) return x < 0 ? "−∞" : "∞";
  const text = x.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
};

// With fewer decimals where there is no room for all: in 6 characters, 1234.567 is "1234.6".
export const formatWithin = (x, decimals, room) => {
  const text = format(x, decimals);
  return text.length > room ? format(x, Math.max(decimals + room - text.length, 0)) : text;
};

// "−1000": all of a number that a reader typed, with the sign that the book has.
export const asSaid = (x) => String(x).replaceAll("-", "−");

// "300", "−12.5": no more digits than the number needs, and no more than six decimals.
export const formatBrief = (x) => format(x, 6).replace(/\.?0+$/, "");

// "2.2e−11"; "4.8", "0.013" where that is no longer
export const formatSmall = (x) =>
  x >= 0.01 && x < 1000
    ? String(Number(x.toPrecision(2)))
    : x.toExponential(1).replaceAll("-", "−");

// "10⁻⁴"
export const formatPower = (exponent) => {
  const raised = [...String(exponent)].map((c) => "⁻¹²³⁴⁵⁶⁷⁸⁹⁰"["-1234567890".indexOf(c)]);
  return `10${raised.join("")}`;
};

// "(2, 3)"
export const formatTuple = (list) => `(${list.join(", ")})`;

// Parts of a line of code: each begins with a dot, a name among the arguments or a comment,
// or stands behind @ or a row. None ends within a shape, or with a sign.
export const partsOfCode = (text) =>
  text.split(/(?<!torch)(?=\.[a-z])|(?<= @ |\], )|(?<=, )(?=-?[a-z])|(?=# )/);

// A number after a sign or as an exponent: "0.5", "(−0.5)".
export const bracketed = (text) => text.replace(/^−.*/, "($&)");

// "a·b + c·d" of two lists of numbers.
export const formatProducts = (a, b, n) => a.map((x, k) => `${n(x)}·${n(b[k])}`).join(" + ");

// The softmax of one row's cell.
export const formatSoftmax = (row, j, token, n) => {
  if (Math.max(...row) === -Infinity) return SAID.nothingToSee(token);
  const power = (s) => (s === -Infinity ? "0" : `e^${bracketed(n(s))}`);
  return `${power(row[j])} / (${row.map(power).join(" + ")}) = `;
};
