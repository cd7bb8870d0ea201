// Tables with the map's face: above them a name in its role's colour, and a shape; cells of
// one size, hatched where they are hidden, and weights on their scale.
import { el } from "./dom.js";
import { formatTuple } from "./format.js";
import { fillCell, forEachCell, grid } from "./grid.js";

// "query", "key", "value" or "weights", where the numbers have a role; `parameter`, where
// training changes them.
export const faceOf = ({ role, parameter }) =>
  ["mha-tile", role && `mha-${role}`, parameter && "mha-parameter"].filter(Boolean).join(" ");

// A name and a shape, and beneath them a line that says more.
export const heading = (name, { rows, columns }, note) => {
  const first = [
    el("b", {}, name),
    " ",
    el("small", {}, formatTuple([rows.length, columns.length])),
  ];
  return el("span", {}, ...first, note ? el("small", { class: "mha-under" }, note) : "");
};

// Columns are as wide as their longest text, all of them.
const widen = (table, property, texts) =>
  table.style.setProperty(property, Math.max(...texts.map((text) => text.length)));

// What scrolls, where a page is too narrow.
export const framed = (table, columns) => {
  widen(table, "--head", columns);
  return el("div", { class: "mha-scroll" }, table);
};

// A table to read cell by cell, as `grid` makes it. `node` is to be shown.
export const tile = ({ name, note, label, role, parameter, ...rest }) => {
  const caption = heading(name, rest, note);
  const face = faceOf({ role, parameter });
  const { table, cells } = grid({ caption, label, face, ...rest });
  return { node: framed(table, rest.columns), table, cells };
};

// Hatches the cells that are hidden.
export const hatch = (cells, isHidden) =>
  forEachCell(cells, (cell, i, j) => cell.classList.toggle("mha-hidden", isHidden(i, j)));

// Makes the columns as wide as the longest text in a cell.
export const fit = ({ table, cells }) =>
  widen(
    table,
    "--chars",
    cells.flat().map((cell) => cell.textContent),
  );

const AIR = 0.5; // characters, so that a sign that is wider than a digit has room, too

// Gives every column room for so many characters: what is longer has smaller digits.
const keepTo = ({ table, cells }, room) => {
  table.classList.add("mha-steady");
  table.style.setProperty("--chars", room);
  for (const cell of cells.flat()) {
    const { length } = cell.textContent;
    if (length > room) cell.style.setProperty("--long", (length + AIR) / room);
    else cell.style.removeProperty("--long");
  }
};

// Writes its numbers; weights take their colours on the scale of these anchors, where they
// are not hidden. With `room`, so many characters, the columns stay as wide whatever is written.
export const fillTile = ({ table, cells }, matrix, { decimals, room, anchors, isHidden }) => {
  hatch(cells, isHidden);
  forEachCell(cells, (cell, i, j) =>
    fillCell(cell, matrix[i][j], decimals, isHidden(i, j) ? null : anchors, room),
  );
  if (room) keepTo({ table, cells }, room);
  else fit({ table, cells });
};
