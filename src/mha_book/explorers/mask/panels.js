// The tables of MaskExplorer: made, filled, marked. Each has a `kind`, a `node` to show,
// its `cells`, and fills itself from the inputs and the result.
import { box, el, facts, note, title } from "../shared/dom.js";
import { fillCell, forEachCell, grid, mark } from "../shared/grid.js";
import { hasQueries, isSamePair, isSeenIn, locate } from "./compute.js";
import {
  LEGEND,
  elementName,
  emptyRowNote,
  factsOf,
  leftOut,
  namesOf,
  pairName,
  scoresCaption,
  sliceName,
} from "./words.js";

// A shorter sentence has other names: words become padding. A name is a text or a list.
const nameHeads = (table, rows, columns) => {
  const [head] = table.tHead.rows;
  columns.forEach((name, j) => (head.cells[j + 1].textContent = name));
  rows.forEach((name, i) => table.tBodies[0].rows[i].cells[0].replaceChildren(...[name].flat()));
};

export const titled = (text, ...content) => box("tensor", title(text), ...content);

// The mask: a button for each cell, which flips it.
export const maskPanel = (tokens, { onread, onpress, clear }) => {
  const names = {
    caption: "press a cell to flip it",
    label: "Mask",
    rows: tokens,
    columns: tokens,
  };
  const { table, cells } = grid({ ...names, onread, onpress });
  const button = el("button", { type: "button", onclick: clear }, "Clear paint");
  const refill = (inputs, { mask }) => {
    const { sentence: b, painted } = inputs;
    nameHeads(table, namesOf(b, inputs), namesOf(b, inputs));
    forEachCell(cells, (cell, i, j) => {
      cell.textContent = (mask[b][i][j] ? "✓" : "·") + (painted[b][i][j] ? "*" : "");
      cell.setAttribute("aria-label", pairName({ b, i, j }, inputs));
      cell.setAttribute("aria-pressed", mask[b][i][j]);
    });
  };
  const node = titled("The mask", table, note(LEGEND), box("buttons", button));
  return { kind: "mask", cells, node, refill };
};

const emptyRow = (name) => [name, el("small", {}, "all 0")];

// The scores after the mask: −∞, hatched, where a key is hidden.
export const scoresPanel = ({ tokens, embeddings }, onread) => {
  const names = { label: "Scores", rows: tokens, columns: tokens };
  const { table, cells } = grid({ caption: scoresCaption(embeddings), ...names, onread });
  const refill = (inputs, { mask, masked }) => {
    const { sentence: b, decimals } = inputs;
    nameHeads(table, namesOf(b, inputs), namesOf(b, inputs));
    forEachCell(cells, (cell, i, j) => {
      fillCell(cell, masked[b][i][j], decimals);
      cell.classList.toggle("mha-hidden", !mask[b][i][j]);
    });
  };
  return { kind: "scores", cells, node: titled("The scores after it", table), refill };
};

// A hidden weight is hatched, as its score is, in place of a colour of the scale.
const fillWeight = (cell, weight, isSeen, decimals, anchors) => {
  fillCell(cell, weight, decimals, anchors);
  if (!isSeen) Object.assign(cell.style, { background: "", color: "" });
  cell.classList.toggle("mha-hidden", !isSeen);
};

// The weights after the mask.
export const weightsPanel = ({ tokens }, anchors, onread) => {
  const names = { label: "Weights", rows: tokens, columns: tokens };
  const { table, cells } = grid({ caption: "softmax of each row", ...names, onread });
  const empty = note("");
  const refill = (inputs, { mask, weights }) => {
    const { sentence: b, decimals } = inputs;
    const columns = namesOf(b, inputs);
    const isEmpty = mask[b].map((row) => !row.includes(true));
    const rows = columns.map((name, i) => (isEmpty[i] ? emptyRow(name) : name));
    nameHeads(table, rows, columns);
    forEachCell(cells, (cell, i, j) =>
      fillWeight(cell, weights[b][i][j], mask[b][i][j], decimals, anchors),
    );
    empty.textContent = isEmpty.includes(true) ? emptyRowNote(tokens.length, decimals) : "";
  };
  return { kind: "weights", cells, node: titled("The attention weights", table, empty), refill };
};

const headsOf = ({ convention, tokens, lengths }) =>
  hasQueries(convention)
    ? { rows: tokens, columns: tokens }
    : { rows: lengths.map((_, b) => `sentence ${b}`), columns: tokens.map((_, j) => String(j)) };

// The tensor as a convention has it: what it is, its numbers, what it cannot say.
export const tensorPanel = (given, onread) => {
  const { convention } = given;
  const names = { caption: el("code"), label: "Tensor", ...headsOf(given) };
  const { table, cells } = grid({ ...names, onread });
  const lacking = note("");
  const refill = (inputs, result) => {
    const tokens = namesOf(inputs.sentence, inputs);
    if (hasQueries(convention)) nameHeads(table, tokens, tokens);
    table.caption.firstChild.textContent = sliceName(inputs);
    forEachCell(cells, (cell, i, j) => {
      const position = locate({ kind: "tensor", i, j }, inputs);
      const isSeen = isSeenIn(convention, position, inputs, result);
      cell.textContent = elementName(convention, isSeen);
      cell.classList.toggle("mha-seen", isSeen);
    });
    lacking.textContent = leftOut(inputs).join(" ");
  };
  const node = el("div", {}, facts(factsOf(convention)), table, lacking);
  return { kind: "tensor", convention, cells, node, refill };
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
