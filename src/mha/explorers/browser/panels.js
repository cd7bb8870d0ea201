// What HeadBrowser shows: one head's weights, small pictures of all heads, a note.
import { range } from "../shared/arrays.js";
import { weightColour } from "../shared/colour.js";
import { box, el, facts, note, swatch, title } from "../shared/dom.js";
import { fillCell, forEachCell, grid, mark } from "../shared/grid.js";
import { RULE } from "./patterns.js";
import { headName, largestKeys, patternFacts } from "./words.js";

// The weights that are shown, (T, T), as a table.
export const heatmap = (tokens, palette, onread) => {
  const asking = el("span", {}, swatch(palette.query), "rows ask, ");
  const answering = "columns answer; bold or •: a row's largest";
  const caption = el("span", {}, asking, swatch(palette.key), answering);
  const names = { caption, label: "Weights", rows: tokens, columns: tokens };
  const { table, cells } = grid({ ...names, onread });
  const name = title();
  const area = box("area", table);
  // The numbers stand where they fit; a narrower table keeps colours and dots.
  const fit = () => {
    table.classList.remove("mha-bare");
    table.classList.toggle("mha-bare", area.scrollWidth > area.clientWidth);
  };
  const refill = (inputs, { weights, strongest, pattern }, decimals) => {
    name.textContent = `${inputs.model}, ${headName(inputs)}: ${pattern.words}`;
    forEachCell(cells, (cell, i, j) => {
      fillCell(cell, weights[i][j], decimals, palette.weights);
      cell.classList.toggle("mha-most", strongest[i] === j);
    });
    fit();
  };
  // Rings the cell that is read, if any, and underlines its row's largest.
  const markCell = (read, weights) =>
    mark(
      cells,
      (i, j) => read?.i === i && read.j === j,
      (i, j) => read?.i === i && largestKeys(weights[i]).includes(j),
    );
  return { node: el("div", {}, name, area), refill, markCell, fit };
};

const paint = (canvas, weights, anchors) => {
  canvas.width = canvas.height = weights.length;
  const brush = canvas.getContext("2d");
  forEachCell(weights, (weight, i, j) => {
    brush.fillStyle = weightColour(weight, anchors).background;
    brush.fillRect(j, i, 1, 1);
  });
};

// A button with a small picture for each head: a row for each layer.
export const overview = ([layers, heads], palette, actions) => {
  const caption = "Every head: a row a layer, a column a head. Press one to see it.";
  const names = { rows: range(layers).map(String), columns: range(heads).map(String) };
  const { table, cells } = grid({ caption, label: "Heads", ...names, ...actions });
  table.style.maxWidth = `${2 + 4 * heads}rem`; // few heads need no large pictures
  const pictures = cells.map((row) => row.map((cell) => cell.appendChild(el("canvas"))));
  const draw = ({ weights }, patterns) =>
    forEachCell(cells, (cell, layer, head) => {
      paint(pictures[layer][head], weights[layer][head], palette.weights);
      const { words } = patterns[layer][head];
      cell.setAttribute("aria-label", `${headName({ layer, head })}, ${words}`);
    });
  const choose = (inputs) =>
    forEachCell(cells, (cell, layer, head) => {
      cell.setAttribute("aria-pressed", layer === inputs.layer && head === inputs.head);
    });
  const hidden = layers * heads < 2; // nothing to choose from
  const node = el("div", { class: "mha-overview", hidden }, table);
  return { node, draw, choose };
};

// What the pattern was told from, and how.
export const patternNote = () => {
  const list = el("div");
  const refill = (pattern, decimals) =>
    list.replaceChildren(facts(patternFacts(pattern, decimals)));
  return { node: el("div", {}, list, note(RULE)), refill };
};
