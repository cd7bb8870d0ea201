// Numbers to edit: a table of them, and fields that do not fight with their reader.
import { el, labelled } from "./dom.js";

export const within = (low, high) => (x) => typeof x === "number" && x >= low && x <= high;

// Whether a value may take the place of a matrix of numbers: same sizes, within ±limit.
export const fitsMatrix = (matrix, value, limit = 1000) => {
  const isRow = (row, i) => row.length === matrix[i].length && row.every(within(-limit, limit));
  return value.length === matrix.length && value.every(isRow);
};

// While a reader types in a field, it keeps what was typed.
export const fill = (input, number) => {
  if (input.valueAsNumber === number) return;
  if (input !== input.getRootNode().activeElement) input.value = number;
};

// A table with a field for each number of the matrix that `get` returns; an edit gives
// `set` the new matrix. `name(i, j)` is the field's name, `step` what an arrow adds.
export const matrixFields = ({ numberField, caption, rows, columns, name, step, limit = 1000, get, set }) => {
  const replace = (i, j, number) =>
    get().map((row, a) => row.map((x, b) => (a === i && b === j ? number : x)));
  const field = (i, j) =>
    numberField({
      what: name(i, j).replace(/^./, (letter) => letter.toUpperCase()),
      expected: `${-limit} to ${limit}`,
      attributes: { step, "aria-label": name(i, j) },
      fine: within(-limit, limit),
      kept: () => get()[i][j],
      apply: (number) => set(replace(i, j, number)),
    });
  const fields = rows.map((_, i) => columns.map((_, j) => field(i, j)));
  const row = (label, i) =>
    el("tr", {}, el("th", { scope: "row" }, label), ...fields[i].map((f) => el("td", {}, f)));
  const heads = columns.map((label) => el("th", { scope: "col" }, label));
  const node = el(
    "table",
    { class: "mha-inputs" },
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, el("td"), ...heads)),
    el("tbody", {}, ...rows.map(row)),
  );
  const refill = (matrix) =>
    fields.forEach((row, i) => row.forEach((input, j) => fill(input, matrix[i][j])));
  return { node, fields, refill };
};

// A range slider with its name and its value in words; the latter is read out too.
export const slider = ({ text, min, max, step = 1, words, apply }) => {
  const input = el("input", { type: "range", min, max, step });
  const said = el("span", { class: "mha-said", "aria-hidden": "true" });
  input.addEventListener("input", () => apply(input.valueAsNumber));
  const node = labelled(text, input);
  node.append(said);
  const refill = (value, limit = max) => {
    input.max = limit;
    input.value = value;
    said.textContent = words(value);
    input.setAttribute("aria-valuetext", words(value));
  };
  return { node, refill };
};
