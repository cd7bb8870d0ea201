// A table that is read cell by cell, and how its cells show numbers and marks.
import { weightColour } from "./colour.js";
import { el, tableOf, write } from "./dom.js";
import { formatWithin } from "./format.js";

const MOVES = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

// A table of read-only numbers, or, with `onpress(i, j)`, of buttons. One Tab stop;
// arrow keys, Home and End move inside. `onread(i, j)` runs when a cell is focused,
// clicked or pointed at.
export const grid = ({ caption, label, face = "", columns, rows, onread, onpress }) => {
  const mouse = pointing(onread);
  const button = (i, j) => onpress && { type: "button", onclick: () => onpress(i, j) };
  const cells = rows.map((_, i) =>
    columns.map((_, j) =>
      el(onpress ? "button" : "td", {
        tabindex: i || j ? -1 : 0,
        onfocus: () => enter(i, j),
        ...mouse.over(i, j),
        ...button(i, j),
      }),
    ),
  );
  const enter = (i, j) => {
    cells.flat().forEach((cell) => (cell.tabIndex = -1));
    cells[i][j].tabIndex = 0;
    mouse.leave();
    onread(i, j);
  };
  const onkeydown = (event) => move(event, cells);
  const names = { caption, columns, rows };
  const attributes = {
    class: `mha-grid ${face}`.trim(),
    role: "grid",
    "aria-label": label,
    onkeydown,
  };
  return { table: tableOf({ ...names, ...attributes }, cells.map(inTable)), cells };
};

// What a mouse points at, of several things: `run(...at)` once when it has come to one.
// Not "pointerenter": a thing may come to where a mouse rests, and was not pointed at.
export const pointing = (run) => {
  let pointed = null; // where the mouse was last, while it is there
  const leave = () => (pointed = null);
  const over = (...at) => {
    const onpointermove = ({ pointerType }) => {
      if (pointerType !== "mouse" || pointed === at) return;
      pointed = at;
      run(...at);
    };
    return { onpointermove, onpointerleave: leave };
  };
  return { over, leave };
};

const inTable = (row) => row.map((cell) => (cell.localName === "td" ? cell : el("td", {}, cell)));

// Gives the focus to the cell at which an arrow key, Home or End points.
export const move = (event, cells) => {
  const i = cells.findIndex((row) => row.includes(event.target));
  if (i < 0) return;
  const j = cells[i].indexOf(event.target);
  const ends = { Home: [0, -j], End: [0, cells[i].length - 1 - j] };
  const [di, dj] = { ...MOVES, ...ends }[event.key] ?? [0, 0];
  if (!di && !dj) return;
  event.preventDefault();
  cells[i + di]?.[j + dj]?.focus();
};

// Runs for every cell, with its row and column.
export const forEachCell = (cells, run) =>
  cells.forEach((row, i) => row.forEach((cell, j) => run(cell, i, j)));

// Rings the cell that is read, and frames those that it was made from. What has no part in it
// steps back while a table is pointed at.
export const mark = (cells, isRead, isUsed, isFar = () => false) =>
  forEachCell(cells, (cell, i, j) => {
    cell.classList.toggle("mha-read", isRead(i, j));
    cell.classList.toggle("mha-used", isUsed(i, j));
    cell.classList.toggle("mha-far", isFar(i, j));
  });

// Writes a number, in as many characters as there is room for; a weight also takes its colour
// on the scale of these anchors.
export const fillCell = (cell, value, decimals, anchors, room = Infinity) => {
  write(cell, formatWithin(value, decimals, room));
  const { background, text } = anchors ? weightColour(value, anchors) : {};
  Object.assign(cell.style, { backgroundColor: background ?? "", color: text ?? "" });
};
