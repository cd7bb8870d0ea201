// The tables of MaskExplorer: made, filled, marked. Each has a `kind`, a `node` to show,
// its `cells`, and fills itself from the inputs and the result.
import { closable } from "../shared/controls.js";
import { box, el, facts, note } from "../shared/dom.js";
import { forEachCell, mark } from "../shared/grid.js";
import { fillTile, hatch, tile } from "../shared/tile.js";
import { hasQueries, isPainted, isSamePair, isSeenIn, locate } from "./compute.js";
import { elementName, leftOut, sliceName } from "./tensor.js";
import {
  ALL_ZERO,
  LEGEND,
  SET,
  TABLES,
  emptyRowNote,
  factsOf,
  namesOf,
  pairName,
  scoresCaption,
} from "./words.js";

// Each head keeps the width of its word, also as a pad: nothing moves.
const tileOf = (given) => {
  const made = tile(given);
  for (const head of made.table.querySelectorAll("th")) head.dataset.word = head.textContent;
  return made;
};

// A shorter sentence has other names: words become padding. A name is a text or a list.
const nameHeads = (table, rows, columns) => {
  const [head] = table.tHead.rows;
  columns.forEach((name, j) => (head.cells[j + 1].textContent = name));
  rows.forEach((name, i) => table.tBodies[0].rows[i].cells[0].replaceChildren(...[name].flat()));
};

// The mask: a button for each cell, which flips it.
// `undo` stands beside it: on a phone the explorer's other buttons are far below.
export const maskPanel = (tokens, { onread, onpress, clear, undo }) => {
  const words = TABLES.mask;
  const places = { rows: tokens, columns: tokens };
  const made = tileOf({ ...words, ...places, role: "weights", onread, onpress });
  const cleaner = closable(SET.clear, clear);
  const refill = (inputs, { mask }) => {
    const { sentence: b, painted } = inputs;
    nameHeads(made.table, namesOf(b, inputs), namesOf(b, inputs));
    forEachCell(made.cells, (cell, i, j) => {
      cell.textContent = (mask[b][i][j] ? "✓" : "·") + (painted[b][i][j] ? "*" : "");
      cell.setAttribute("aria-label", pairName({ b, i, j }, inputs));
      cell.setAttribute("aria-pressed", mask[b][i][j]);
    });
    hatch(made.cells, (i, j) => !mask[b][i][j]);
    cleaner.close(!isPainted(painted));
  };
  const buttons = box("buttons", undo, cleaner.node);
  const node = box("piece", made.node, box("legend", note(LEGEND), buttons));
  return { kind: "mask", cells: made.cells, node, refill };
};

// The scores after the mask: −∞, hatched, where a key is hidden.
export const scoresPanel = ({ tokens, embeddings }, onread) => {
  const words = { ...TABLES.scores, note: scoresCaption(embeddings) };
  const made = tileOf({ ...words, rows: tokens, columns: tokens, onread });
  const refill = (inputs, { mask, masked }) => {
    const { sentence: b, decimals } = inputs;
    nameHeads(made.table, namesOf(b, inputs), namesOf(b, inputs));
    fillTile(made, masked[b], { decimals, isHidden: (i, j) => !mask[b][i][j] });
  };
  return { kind: "scores", cells: made.cells, node: box("piece", made.node), refill };
};

const emptyRow = (name) => [name, el("small", {}, ALL_ZERO)];

// The weights after the mask; a hidden one is hatched, as its score is.
export const weightsPanel = ({ tokens }, anchors, onread) => {
  const words = TABLES.weights;
  const places = { rows: tokens, columns: tokens };
  const made = tileOf({ ...words, ...places, role: "weights", onread });
  const empty = note("");
  const refill = (inputs, { mask, weights }) => {
    const { sentence: b, decimals } = inputs;
    const columns = namesOf(b, inputs);
    const isEmpty = mask[b].map((row) => !row.includes(true));
    const rows = columns.map((name, i) => (isEmpty[i] ? emptyRow(name) : name));
    nameHeads(made.table, rows, columns);
    fillTile(made, weights[b], { decimals, anchors, isHidden: (i, j) => !mask[b][i][j] });
    empty.textContent = isEmpty.includes(true) ? emptyRowNote(tokens.length, decimals) : "";
  };
  return { kind: "weights", cells: made.cells, node: box("piece", made.node, empty), refill };
};

const headsOf = ({ convention, tokens, lengths }) =>
  hasQueries(convention)
    ? { rows: tokens, columns: tokens }
    : { rows: lengths.map((_, b) => SET.sentence(b)), columns: tokens.map((_, j) => String(j)) };

// The tensor as a convention has it: what it is, its numbers, what it cannot say.
export const tensorPanel = (given, onread) => {
  const { convention } = given;
  const slice = el("code");
  const words = { ...TABLES.tensor, note: slice };
  const made = tileOf({ ...words, ...headsOf(given), role: "weights", onread });
  const lacking = note("");
  const refill = (inputs, result) => {
    const tokens = namesOf(inputs.sentence, inputs);
    if (hasQueries(convention)) nameHeads(made.table, tokens, tokens);
    slice.textContent = sliceName(inputs);
    const isSeen = (i, j) =>
      isSeenIn(convention, locate({ kind: "tensor", i, j }, inputs), inputs, result);
    forEachCell(made.cells, (cell, i, j) => {
      cell.textContent = elementName(convention, isSeen(i, j));
    });
    hatch(made.cells, (i, j) => !isSeen(i, j));
    lacking.textContent = leftOut(inputs).join(" ");
  };
  const node = box("passed", made.node, facts(factsOf(convention)), lacking);
  return { kind: "tensor", convention, cells: made.cells, node, refill };
};

// Rings the cell that is read, if any, and underlines its pair in the other tables.
export const markPanels = (panels, reading, inputs) => {
  const read = reading && locate(reading, inputs);
  for (const { kind, cells } of panels) {
    const isOther = kind !== reading?.kind;
    const isRead = (i, j) => !isOther && i === reading.i && j === reading.j;
    const isUsed = (i, j) =>
      isOther && read !== null && isSamePair(read, locate({ kind, i, j }, inputs));
    mark(cells, isRead, isUsed);
  }
};
