// The sinusoidal vectors of all positions as colours: a row for each position, a column
// for each feature.
import { canvasColour } from "../shared/colour.js";
import { box, canvasPair, el, note } from "../shared/dom.js";
import { forEachCell } from "../shared/grid.js";
import { ticksOf } from "./compute.js";
import { pictureWords } from "./words.js";

const percent = (part) => `${100 * part}%`;

const legend = (anchors) => {
  const shades = anchors.map((pair) => `light-dark(${pair})`);
  const background = `background: linear-gradient(to right, ${shades})`;
  return note("−1 ", el("span", { class: "mha-ramp", style: background }), " 1");
};

// Which of `count` rows or columns lies at an offset within a length.
const cellAt = (offset, length, count) =>
  Math.min(Math.floor((offset / length) * count), count - 1);

const paint = (canvas, table, anchors, isNight) => {
  canvas.width = table[0].length; // which empties it
  const brush = canvas.getContext("2d");
  forEachCell(table, (number, position, feature) => {
    brush.fillStyle = canvasColour((number + 1) / 2, anchors, isNight);
    brush.fillRect(feature, position, 1, 1);
  });
};

const outlines = () => {
  const [column, row] = [0, 1].map(() => el("span", { class: "mha-outline" }));
  const refill = ({ position, feature, width, length }) => {
    const [height, across] = [percent(1 / length), percent(1 / width)];
    Object.assign(row.style, { top: percent(position / length), height, width: "100%" });
    Object.assign(column.style, { left: percent(feature / width), width: across, height: "100%" });
  };
  return { nodes: [column, row], refill };
};

// `onpoint(position, feature)` runs when a number of the picture is clicked.
export const picture = (anchors, length, onpoint) => {
  const canvases = canvasPair({ role: "img", height: length });
  const outline = outlines();
  const tick = (t) =>
    el("span", { class: "mha-tick", style: `top: ${percent((t + 0.5) / length)}` }, String(t));
  const point = ({ target: canvas, offsetX, offsetY }) => {
    const position = cellAt(offsetY, canvas.clientHeight, length);
    onpoint(position, cellAt(offsetX, canvas.clientWidth, canvas.width));
  };
  canvases.forEach((canvas) => canvas.addEventListener("click", point));
  const refill = ({ table }, inputs) => {
    outline.refill(inputs);
    canvases.forEach((canvas, k) => {
      paint(canvas, table, anchors, k === 1);
      canvas.setAttribute("aria-label", pictureWords(inputs));
    });
  };
  const area = box("picture", ...canvases, ...outline.nodes, ...ticksOf(length).map(tick));
  return { nodes: [area, legend(anchors)], refill };
};
