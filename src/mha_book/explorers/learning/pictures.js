// What LearningExplorer draws: the heads, the loss, the share of right guesses by place.
import { range } from "../shared/arrays.js";
import { faintScales } from "../shared/colour.js";
import { chart } from "../shared/chart.js";
import { box, canvasPair, note, svg, title, write } from "../shared/dom.js";
import { format, formatBrief } from "../shared/format.js";
import { forEachCell, grid } from "../shared/grid.js";
import { BOX, plane } from "../shared/plane.js";
import { rollTo } from "../shared/sight.js";
import { paint } from "../browser/panels.js";
import { copiesBefore, meansOf, patternOf } from "../browser/patterns.js";
import { WATCHED, lettersOf, lossesOf, rowsOf } from "./compute.js";
import { valueNames } from "../browser/words.js";
import { SAID, headLabel, headText, linesText, lossText, placesText, pointsText } from "./words.js";

const [LAYERS, HEADS] = [2, 2];
const [LOWEST, HIGHEST] = [0.5, 9]; // of the loss: it begins near 8, whatever the seed

// A thin line around the places where a head that copies looks, from the first to the last.
const outlineOf = (letters) => {
  const after = (i) => copiesBefore(letters, i).map((k) => [k + 1, i]);
  const places = range(letters.length).flatMap(after);
  const [[x, y], [u, v]] = [places[0], places.at(-1)];
  const corners = [
    [x, y],
    [x + 1, y],
    [u + 1, v],
    [u + 1, v + 1],
    [u, v + 1],
    [x, y + 1],
  ];
  const line = svg("polygon", { points: corners.map(String).join(" ") });
  const view = { viewBox: `0 0 ${letters.length} ${letters.length}`, "aria-hidden": "true" };
  return svg("svg", { class: "mha-expected", ...view }, line);
};

// The four heads on the sequence that is watched, half of which has been there before.
export const headPictures = (watched, palette, onread) => {
  const letters = lettersOf(watched);
  // What a head does, and where it looks in the second half: places that no two targets share.
  const patternIn = (rows) => ({
    ...patternOf(rows, letters),
    means: meansOf(rows, letters, letters.length / 2),
  });
  const outline = outlineOf(letters);
  const names = {
    rows: range(LAYERS).map(valueNames.layer),
    columns: range(HEADS).map(valueNames.head),
  };
  const shown = {};
  const read = (layer, head) =>
    onread(() => headText(shown.step, layer, head, shown.patterns?.[layer]?.[head]));
  const press = (layer, head) => {
    read(layer, head);
    rollTo(cells[layer][head], "nearest"); // what is said below them covers none of them
  };
  const actions = { onread: read, onpress: press };
  const { table, cells } = grid({ caption: SAID.heads, label: SAID.label, ...names, ...actions });
  const canvases = cells.map((row) => row.map(() => canvasPair()));
  forEachCell(cells, (cell, layer, head) => cell.append(...canvases[layer][head]));
  cells[WATCHED[0]][WATCHED[1]].append(outline);
  const scales = faintScales(palette.weights);
  const blank = letters.map(() => letters.map(() => 0));
  const refill = (weights, step) => {
    shown.step = step;
    if (shown.weights === weights) return;
    const heads = weights.map((layer) => layer.map(rowsOf));
    shown.weights = weights;
    shown.patterns = heads.map((layer) => layer.map(patternIn));
    outline.style.display = heads[WATCHED[0]] ? "" : "none";
    forEachCell(cells, (cell, layer, head) => {
      const rows = heads[layer]?.[head] ?? blank;
      canvases[layer][head].forEach((canvas, k) => paint(canvas, rows, scales[k]));
      cell.setAttribute("aria-label", headLabel(layer, head, shown.patterns[layer]?.[head]));
    });
  };
  return { node: box("watched", table, note(SAID.watched(letters))), refill };
};

const height = (loss) => Math.log2(Math.min(Math.max(loss, LOWEST), HIGHEST));
const raised = (points) => points.map(([step, loss]) => [step, height(loss)]);

// The loss against the steps: the run that is shown, and others fainter. It begins high and falls
// fast, so each line across is twice the one below.
export const lossChart = (last) => {
  const ground = plane([0, last], [LOWEST, HIGHEST].map(Math.log2));
  const xs = range(5).map((k) => (k * last) / 4);
  const ys = range(5).map((k) => k - 1); // 0.5 to 8
  const yName = (tick) => formatBrief(2 ** tick);
  const picture = chart(ground, { xs, ys, yName, xLabel: SAID.steps });
  const lineOf = (points, face) => ({ points: ground.line(raised(points)), class: face });
  const said = note();
  const refill = ({ run, look, others, usual }) => {
    write(said, linesText(usual.length, others.length));
    picture.draw([
      ...usual.map((points) => lineOf(points, "mha-usual")),
      ...others.map((other) => lineOf(lossesOf(other), "mha-other")),
      lineOf(lossesOf(run, look.step), "mha-chosen"),
    ]);
    picture.mark(look.step, height(look.loss), format(look.loss, 2));
    picture.describe(lossText(run, look));
  };
  return { node: box("curve", title(SAID.loss), picture.node, said), refill };
};

// The share of right guesses at each place of a sequence, as bars, and as points what is right
// where nothing that follows can be seen.
export const placesChart = (T) => {
  const ground = plane([0.5, T + 0.5], [0, 1]);
  const [bars, points] = [svg("g"), svg("g")];
  const view = { class: "mha-chart", viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img" };
  const text = (x, y, words, anchor = "middle") =>
    svg("text", { x, y, "text-anchor": anchor }, words);
  const ticks = [0, 0.5, 1].flatMap((y) => [
    svg("line", {
      class: "mha-rule",
      x1: BOX.left,
      x2: BOX.right,
      y1: ground.y(y),
      y2: ground.y(y),
    }),
    text(BOX.left - 6, ground.y(y) + 4, String(y), "end"),
  ]);
  const names = [1, 6, 12, 18, 24].map((x) => text(ground.x(x), BOX.bottom + 17, String(x)));
  const label = text((BOX.left + BOX.right) / 2, BOX.height - 6, SAID.place);
  const node = svg("svg", view, ...ticks, ...names, label, bars, points);
  const bar = (share, k) => {
    const [x, y] = [ground.x(k + 0.6), ground.y(share)];
    const width = ground.x(k + 1.4) - x;
    return svg("rect", { class: "mha-bar", x, y, width, height: Math.max(BOX.bottom - y, 0.5) });
  };
  const point = (share, k) =>
    svg("circle", { class: "mha-alone", cx: ground.x(k + 1), cy: ground.y(share), r: 3.5 });
  const said = note();
  const refill = ({ run, look }) => {
    bars.replaceChildren(...look.places.map(bar));
    points.replaceChildren(...(look.alone?.places ?? []).map(point));
    node.setAttribute("aria-label", placesText(look));
    write(said, look.alone ? pointsText(run.fault) : "");
  };
  return { node: box("curve", title(SAID.places), node, said), refill };
};
