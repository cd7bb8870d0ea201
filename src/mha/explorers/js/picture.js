// The sinusoidal vectors of all places as colours: a row a place, a column a feature.
import { weightColour } from "./core.js";
import { el } from "./dom.js";
import { LENGTH } from "./waves.js";

const TICKS = [0, 16, 32, 48, 63];

const middle = (place) => `${(100 * (place + 0.5)) / LENGTH}%`;

// −1 to 1 on the scale of these anchors.
export const signedColour = (number, anchors) => weightColour((number + 1) / 2, anchors).background;

const legend = (anchors) => {
  const ramp = el("span", { class: "mha-ramp", style: `background: linear-gradient(to right, ${anchors})` });
  return el("p", { class: "mha-note" }, "−1 ", ramp, " 1");
};

// `onpoint(place, feature)` runs when a number of the picture is clicked.
export const picture = (anchors, onpoint) => {
  const canvas = el("canvas", { role: "img", height: LENGTH });
  const row = el("span", { class: "mha-outline" });
  const column = el("span", { class: "mha-outline" });
  const ticks = TICKS.map((t) => el("span", { class: "mha-tick", style: `top: ${middle(t)}` }, String(t)));
  canvas.addEventListener("click", ({ offsetX, offsetY }) => {
    const cell = (offset, length, count) => Math.min(Math.floor((offset / length) * count), count - 1);
    onpoint(cell(offsetY, canvas.clientHeight, LENGTH), cell(offsetX, canvas.clientWidth, canvas.width));
  });

  const paint = (table) => {
    canvas.width = table[0].length; // which empties it
    const brush = canvas.getContext("2d");
    table.forEach((numbers, place) =>
      numbers.forEach((number, feature) => {
        brush.fillStyle = signedColour(number, anchors);
        brush.fillRect(feature, place, 1, 1);
      }),
    );
  };
  const outline = (place, feature, width) => {
    Object.assign(row.style, { top: `${(100 * place) / LENGTH}%`, height: `${100 / LENGTH}%`, width: "100%" });
    Object.assign(column.style, { left: `${(100 * feature) / width}%`, width: `${100 / width}%`, height: "100%" });
  };
  const update = ({ table }, { position, feature, width }) => {
    paint(table);
    outline(position, feature, width);
    canvas.setAttribute(
      "aria-label",
      `Sinusoidal vectors: ${LENGTH} rows, one a place, by ${width} columns, one a feature; brown is −1, pale 0, green 1. The columns on the left change quickly from row to row, those on the right slowly. Row ${position} and column ${feature} are outlined.`,
    );
  };
  const area = el("div", { class: "mha-picture" }, canvas, column, row, ...ticks);
  return { nodes: [area, legend(anchors)], update };
};
