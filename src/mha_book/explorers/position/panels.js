// The parts of PositionExplorer: each has a node, and fills itself from the result, the
// inputs and `n`, which turns a number into text.
import { range } from "../shared/arrays.js";
import { chart } from "../shared/chart.js";
import { box, el, note, svg, write } from "../shared/dom.js";
import { fillCell, forEachCell, grid, mark } from "../shared/grid.js";
import { BOX } from "../shared/plane.js";
import { faceOf } from "../shared/tile.js";
import { pairNumbers, similarityLine, similarityPlane, ticksOf } from "./compute.js";
import { MOST, dialsOf } from "./dials.js";
import { picture } from "./heatmap.js";
import {
  AXES,
  COLUMNS,
  MADE_FROM,
  NONE,
  NOTES,
  TABLE,
  dialsNote,
  keyPoint,
  pairWords,
  rowName,
  scoreWords,
  similarityNote,
  similarityOf,
  similarityWords,
} from "./words.js";

export const picturePart = ({ signed }, length, onpoint) => {
  const { nodes, refill } = picture(signed, length, onpoint);
  return { node: el("div", {}, note(NOTES.picture), ...nodes), refill };
};

export const numbersPart = (onread) => {
  const area = box("scroll mha-per-pair");
  let [cells, shown] = [[], 0]; // for a width
  const rebuild = (width) => {
    const rows = range(Math.ceil(width / 2)).map((i) => rowName(i, width));
    const made = grid({
      caption: TABLE,
      label: TABLE,
      face: faceOf({}),
      columns: COLUMNS,
      rows,
      onread,
    });
    [cells, shown] = [made.cells, width];
    area.replaceChildren(made.table);
  };
  const refill = (result, inputs, n, decimals) => {
    if (shown !== inputs.width) rebuild(inputs.width);
    const numbers = pairNumbers(inputs, result);
    forEachCell(cells, (cell, i, j) => {
      if (numbers[i][j] === undefined) cell.textContent = NONE;
      else fillCell(cell, numbers[i][j], decimals);
    });
  };
  const markCell = (read) =>
    mark(
      cells,
      (i, j) => read?.i === i && read.j === j,
      (i, j) => read?.i === i && MADE_FROM[read.j] === j,
    );
  return { node: el("div", {}, note(NOTES.numbers), area), refill, markCell };
};

// An upright line where the query stands, in a chart over the key's positions; its letter is
// above it, where the key's name leaves room.
const queryLine = (plane) => {
  const line = svg("line", { class: "mha-query-place", y1: BOX.top, y2: BOX.bottom });
  const letter = svg("text", {
    class: "mha-query-name",
    y: BOX.top - 2,
    "text-anchor": "middle",
  });
  letter.append("q");
  const refill = ({ position }) => {
    const x = plane.x(position);
    ["x1", "x2"].forEach((end) => line.setAttribute(end, x));
    letter.setAttribute("x", x);
  };
  return { nodes: [line, letter], refill };
};

export const similarityPart = (length) => {
  const plane = similarityPlane(length);
  const ticks = { xs: ticksOf(length), ys: [-1, 0, 1], xLabel: AXES.key };
  const { node, draw, mark: markPoint, describe } = chart(plane, ticks);
  const query = queryLine(plane);
  node.append(...query.nodes);
  const [words, where] = [el("span"), el("p", { class: "mha-score" })];
  const refill = (result, inputs, n) => {
    const { key } = inputs;
    const value = result.similarity[key];
    draw([{ points: similarityLine(result.similarity), class: "mha-wave mha-chosen" }]);
    query.refill(inputs);
    markPoint(key, value, keyPoint(n(value)), inputs.position);
    describe(similarityWords(inputs, result, n));
    write(where, similarityOf(pairWords(inputs), n(value)));
    words.textContent = similarityNote(inputs);
  };
  return { node: el("div", {}, where, node, note(words)), refill };
};

export const dialsPart = (palette) => {
  const words = el("span");
  const dials = dialsOf(palette);
  const [where, score] = [0, 1].map(() => el("p", { class: "mha-score" }));
  const turning = el("div", {}, where, score, dials.node); // of even widths alone
  const refill = (result, inputs, n) => {
    words.textContent = dialsNote(inputs, MOST);
    turning.hidden = result.score === null;
    if (turning.hidden) return;
    dials.refill(inputs, result, n);
    write(where, pairWords(inputs));
    write(score, scoreWords(inputs, result, n));
  };
  return { node: el("div", {}, turning, note(words)), refill };
};
