// The tables of MaskExplorer: made, filled, marked. Each has a `kind`, a `node` to show,
// its `cells`, and fills itself from the inputs and the result.
import { show } from "./core.js";
import { el, facts, grid } from "./dom.js";
import { evenShare, hasQueries, letsSee, meet, placeOf } from "./masking.js";
import { elementOf, indexOf, leftOut, namesOf, pairOf } from "./maskwords.js";
import { fillCell } from "./sentence.js";

const LEGEND =
  "✓ may attend, · hidden, * painted by hand. Rows ask, columns answer. A pad keeps the vector of the word that was cut.";

// A shorter sentence has other names: words become padding. A name is a text or a list.
const nameHeads = (table, rows, columns) => {
  const [head] = table.tHead.rows;
  columns.forEach((name, j) => (head.cells[j + 1].textContent = name));
  rows.forEach((name, i) => table.tBodies[0].rows[i].cells[0].replaceChildren(...[name].flat()));
};

export const titled = (title, ...content) =>
  el("div", { class: "mha-tensor" }, el("p", { class: "mha-title" }, title), ...content);

const noteOf = (text = "") => el("p", { class: "mha-note" }, text);

// The mask: a button a cell, which flips it.
export const maskPanel = (tokens, { onread, onpress, clear }) => {
  const names = { rows: tokens, columns: tokens };
  const { table, cells } = grid({ caption: "press a cell to flip it", label: "Mask", ...names, onread, onpress });
  const button = el("button", { type: "button", onclick: clear }, "Clear paint");
  const fill = (inputs, { mask }) => {
    const { sentence: b, painted } = inputs;
    nameHeads(table, namesOf(b, inputs), namesOf(b, inputs));
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        cell.textContent = (mask[b][i][j] ? "✓" : "·") + (painted[b][i][j] ? "*" : "");
        cell.setAttribute("aria-label", pairOf({ b, i, j }, inputs));
        cell.setAttribute("aria-pressed", mask[b][i][j]);
      }),
    );
  };
  const node = titled("The mask", table, noteOf(LEGEND), el("div", { class: "mha-buttons" }, button));
  return { kind: "mask", cells, node, fill };
};

const emptyRow = (name) => [name, el("small", {}, "all 0")];

// The weights after the mask.
export const weightsPanel = (tokens, anchors, onread) => {
  const names = { rows: tokens, columns: tokens };
  const { table, cells } = grid({ caption: "softmax of X Xᵀ / √3, row by row", label: "Weights", ...names, onread });
  const note = noteOf();
  const fill = (inputs, { mask, weights }) => {
    const { sentence: b, decimals } = inputs;
    const columns = namesOf(b, inputs);
    const isEmpty = mask[b].map((row) => !row.includes(true));
    nameHeads(table, columns.map((name, i) => (isEmpty[i] ? emptyRow(name) : name)), columns);
    cells.forEach((row, i) =>
      row.forEach((cell, j) => fillCell(cell, weights[b][i][j], decimals, anchors)),
    );
    note.textContent = isEmpty.includes(true) ? tellFiller(tokens.length, decimals) : "";
  };
  return { kind: "weights", cells, node: titled("The weights it leaves", table, note), fill };
};

const tellFiller = (size, decimals) => {
  const share = `1/${size} = ${show(evenShare(size), decimals)}`;
  return `All 0: the row has nothing to attend to. With −1e9 in place of −∞ it would not be 0: every key, hidden as it is, would get ${share}.`;
};

// The tensor as a convention has it: what it is, its numbers, what it cannot say.
export const tensorPanel = (inputs, onread) => {
  const { convention, tokens, lengths } = inputs;
  const sentences = lengths.map((_, b) => `sentence ${b}`);
  const names = hasQueries(convention)
    ? { rows: tokens, columns: tokens }
    : { rows: sentences, columns: tokens.map((_, j) => String(j)) };
  const { table, cells } = grid({ caption: el("code"), label: "Tensor", ...names, onread });
  const note = noteOf();
  const fill = (inputs, result) => {
    const words = namesOf(inputs.sentence, inputs);
    if (hasQueries(convention)) nameHeads(table, words, words);
    table.caption.firstChild.textContent = sliceOf(inputs);
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        const seen = letsSee(convention, placeOf({ kind: "tensor", i, j }, inputs), inputs, result);
        cell.textContent = elementOf(convention, seen);
        cell.classList.toggle("mha-seen", seen);
      }),
    );
    note.textContent = leftOut(inputs).join(" ");
  };
  const node = el("div", {}, facts(factsOf(convention)), table, note);
  return { kind: "tensor", convention, cells, node, fill };
};

const factsOf = ({ argument, taken_by, dtype, shape, axes, meaning }) => [
  ["argument", argument],
  ["taken by", taken_by],
  ["dtype", dtype],
  ["shape", `(${shape.join(", ")}) = ${axes}`],
  ["meaning", meaning],
];

// "mask[0, 0, :, :]", or "attention_mask[:, :]" where the whole is shown.
const sliceOf = ({ convention, sentence }) => {
  const b = hasQueries(convention) ? sentence : ":";
  return convention.argument + indexOf(convention, { b, i: ":", j: ":" });
};

// Rings the cell that is read, if any, and underlines its places in the other tables.
export const mark = (panels, reading, inputs) => {
  const read = reading && placeOf(reading, inputs);
  for (const { kind, cells } of panels) {
    const isOther = kind !== reading?.kind;
    const isHere = (i, j) => !isOther && i === reading.i && j === reading.j;
    const isSame = (i, j) => isOther && read !== null && meet(read, placeOf({ kind, i, j }, inputs));
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        cell.classList.toggle("mha-read", isHere(i, j));
        cell.classList.toggle("mha-used", isSame(i, j));
      }),
    );
  }
};
