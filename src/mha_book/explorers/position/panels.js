// The parts of PositionExplorer: each has a node, and fills itself from the result, the
// inputs and `n`, which turns a number into text.
import { range } from "../shared/arrays.js";
import { chart } from "../shared/chart.js";
import { box, el, note } from "../shared/dom.js";
import { fillCell, forEachCell, grid, mark } from "../shared/grid.js";
import { distancesPlane, pairNumbers, similarityLine, ticksOf } from "./compute.js";
import { MOST, dialsOf } from "./dials.js";
import { picture } from "./heatmap.js";
import {
  COLUMNS,
  MADE_FROM,
  NOTES,
  dialsNote,
  rowName,
  similarityNote,
  similarityWords,
} from "./words.js";
import { part } from "./waves.js";

export const picturePart = ({ signed }, length, onpoint) => {
  const { nodes, refill } = picture(signed, length, onpoint);
  return { node: part("1. As a picture", NOTES.picture, ...nodes), refill };
};

export const numbersPart = (onread) => {
  const area = box("scroll");
  let [cells, shown] = [[], 0]; // for a width
  const rebuild = (width) => {
    const rows = range(Math.ceil(width / 2)).map((i) => rowName(i, width));
    const label = "Numbers of each pair";
    const made = grid({ caption: label, label, columns: COLUMNS, rows, onread });
    [cells, shown] = [made.cells, width];
    area.replaceChildren(made.table);
  };
  const refill = (result, inputs, n, decimals) => {
    if (shown !== inputs.width) rebuild(inputs.width);
    const numbers = pairNumbers(inputs, result);
    forEachCell(cells, (cell, i, j) => {
      if (numbers[i][j] === undefined) cell.textContent = "none";
      else fillCell(cell, numbers[i][j], decimals);
    });
  };
  const markCell = (read) =>
    mark(
      cells,
      (i, j) => read?.i === i && read.j === j,
      (i, j) => read?.i === i && MADE_FROM[read.j] === j,
    );
  return { node: part("3. The numbers", NOTES.numbers, area), refill, markCell };
};

export const similarityPart = (length) => {
  const quarters = ticksOf(length).slice(1, -1);
  const xs = [...quarters.map((k) => -k).toReversed(), 0, ...quarters];
  const ticks = { xs, ys: [-1, 0, 1], xLabel: "distance k from position t" };
  const { node, draw, mark: markPoint, describe } = chart(distancesPlane(length), ticks);
  const words = el("span");
  const refill = (result, inputs, n) => {
    const { position, other } = inputs;
    const points = similarityLine(result.similarity, position);
    draw([{ points, class: "mha-wave mha-chosen" }]);
    const value = result.similarity[other];
    markPoint(other - position, value, `position ${other}: ${n(value)}`);
    describe(similarityWords(inputs, result, n));
    words.textContent = similarityNote(inputs);
  };
  return { node: part("4. Similarity against distance", words, node), refill };
};

export const dialsPart = (palette, buttons) => {
  const words = el("span");
  const dials = dialsOf(palette);
  const score = el("p", { class: "mha-score" });
  const moving = [note(NOTES.moving), box("buttons", ...buttons)];
  const turning = el("div", {}, dials.node, score, ...moving); // of even widths alone
  const refill = (result, inputs, n) => {
    words.textContent = dialsNote(inputs, MOST);
    turning.hidden = result.score === null;
    if (turning.hidden) return;
    dials.refill(inputs, result, n);
    score.textContent = `score = sum of the cosines / √${inputs.width} = ${n(result.score)}`;
  };
  return { node: part("5. Rotary: two hands that turn", words, turning), refill };
};
