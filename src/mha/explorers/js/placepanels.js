// The parts of PositionExplorer: each has a node, and updates from inputs and result.
import { el, grid } from "./dom.js";
import { chart } from "./chart.js";
import { range } from "./core.js";
import { MOST, dialsOf } from "./dials.js";
import { DISTANCES, WAVES, similarityLine, waveLine } from "./geometry.js";
import { picture } from "./picture.js";
import { COLUMNS, MADE_FROM, dialsNote, distanceWords, rowName, similarityNote } from "./placewords.js";
import { fillCell } from "./sentence.js";
import { LENGTH, numbersOf } from "./waves.js";

// A part with its title, and a note on what to look at.
const part = (title, note, ...nodes) =>
  el(
    "div",
    { class: "mha-part" },
    el("p", { class: "mha-title" }, title),
    el("p", { class: "mha-note" }, note),
    ...nodes,
  );

export const picturePart = ({ signed }, onpoint) => {
  const { nodes, update } = picture(signed, onpoint);
  const note =
    "Each row is a place, each column a feature. Look down a column: those on the left change fastest. No two rows are the same. Click to choose a row and a column.";
  return { node: part("1. As a picture", note, ...nodes), update };
};

export const wavesPart = () => {
  const { node, draw, mark, describe } = chart(WAVES, {
    xs: [0, 16, 32, 48, 63],
    ys: [-1, 0, 1],
    xLabel: "place",
  });
  const update = ({ w, vector }, { width, feature, position }, n) => {
    const others = range(width).filter((f) => f !== feature);
    const line = (f, name) => ({ points: waveLine(f, w), class: name });
    draw([...others.map((f) => line(f, "mha-wave")), line(feature, "mha-wave mha-chosen")]);
    mark(position, vector[feature], `feature ${feature}: ${n(vector[feature])}`);
    describe(`${width} waves over ${LENGTH} places, feature ${feature} drawn thick; at place ${position} it is ${n(vector[feature])}.`);
  };
  const note =
    "The same columns as lines. Features come in pairs, a sine and a cosine of one wavelength; each pair's wave is longer than the one before. The dot is the chosen feature at the chosen place.";
  return { node: part("2. As waves", note, node), update };
};

export const numbersPart = (onread) => {
  const place = el("div", { class: "mha-scroll" });
  let [cells, shown] = [[], 0]; // for a width
  const rebuild = (width) => {
    const rows = range(Math.ceil(width / 2)).map((i) => rowName(i, width));
    const label = "Numbers of each pair";
    const made = grid({ caption: label, label, columns: COLUMNS, rows, onread });
    [cells, shown] = [made.cells, width];
    place.replaceChildren(made.table);
  };
  const update = (result, inputs, n, decimals) => {
    if (shown !== inputs.width) rebuild(inputs.width);
    numbersOf(inputs, result).forEach((row, i) =>
      row.forEach((x, j) => {
        if (x === undefined) cells[i][j].textContent = "none";
        else fillCell(cells[i][j], x, decimals);
      }),
    );
  };
  // Rings the cell that is read, and underlines the one that it was made from.
  const mark = (cell) =>
    cells.forEach((row, i) =>
      row.forEach((node, j) => {
        node.classList.toggle("mha-read", cell?.i === i && cell.j === j);
        node.classList.toggle("mha-used", cell?.i === i && MADE_FROM[cell.j] === j);
      }),
    );
  const note =
    "A row for each pair. Frequency w is how far the pair turns with each place; sine and cosine of the angle are the two features. Look down the wavelengths: each is longer than the last.";
  return { node: part("3. The numbers", note, place), update, mark };
};

export const similarityPart = () => {
  const { node, draw, mark, describe } = chart(DISTANCES, {
    xs: [-48, -32, -16, 0, 16, 32, 48],
    ys: [-1, 0, 1],
    xLabel: "distance k = place − position",
  });
  const note = el("span");
  const update = ({ similarity }, inputs, n) => {
    const { position, other } = inputs;
    const [distance, value] = [other - position, similarity[other]];
    draw([{ points: similarityLine(similarity, position), class: "mha-wave mha-chosen" }]);
    mark(distance, value, `place ${other}: ${n(value)}`);
    describe(`Similarity of place ${position} to all ${LENGTH} places; place ${other}, ${distanceWords(distance)}, has ${n(value)}.`);
    note.textContent = similarityNote(inputs);
  };
  return { node: part("4. Similarity against distance", note, node), update };
};

export const dialsPart = (palette, buttons) => {
  const note = el("span");
  const list = el("ol", { class: "mha-dials" });
  const score = el("p", { class: "mha-score" });
  const same = "Moving both tokens by the same amount turns both hands alike, and leaves the score unchanged:";
  const moving = [el("p", { class: "mha-note" }, same), el("div", { class: "mha-buttons" }, ...buttons)];
  const turning = el("div", {}, list, score, ...moving); // of even widths alone
  const update = (result, inputs, n) => {
    note.textContent = dialsNote(inputs, MOST);
    turning.hidden = result.score === null;
    if (turning.hidden) return;
    list.replaceChildren(...dialsOf(inputs, result, palette, n));
    score.textContent = `score = sum of the cosines / √${inputs.width} = ${n(result.score)}`;
  };
  return { node: part("5. Rotary: pairs that turn", note, turning), update };
};
