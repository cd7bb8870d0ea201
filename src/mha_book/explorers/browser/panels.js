// What HeadBrowser shows: one head's weights, small pictures of all heads, a note.
import { columnOf, range } from "../shared/arrays.js";
import { faintScales } from "../shared/colour.js";
import { box, canvasPair, el, facts, note, show, swatch, title } from "../shared/dom.js";
import { fillCell, forEachCell, grid, mark } from "../shared/grid.js";
import { isKey, isQuery, largestKeys } from "./pairs.js";
import { PATTERNS } from "./pattern_words.js";
import { RULE } from "./patterns.js";
import { SHOWN, headName, patternFacts, valueNames } from "./words.js";

// Which head is shown, and what it does.
export const headline = () => {
  const node = title();
  const refill = (inputs, { name }) =>
    (node.textContent = `${inputs.model}, ${headName(inputs)}: ${name}`);
  return { node, refill };
};

// Whether a weight is among the largest of the row, or the column, that is chosen.
const isLargest = (chosen, weights) => (i, j) => {
  if (isQuery(chosen)) return i === chosen.i && largestKeys(weights[i]).includes(j);
  return isKey(chosen) && j === chosen.j && largestKeys(columnOf(weights, j)).includes(i);
};

const markHeads = (table, part, place) =>
  table
    .querySelectorAll(`${part} th`)
    .forEach((head, k) => head.classList.toggle("mha-seen", k === place));

const SHORT = 3; // letters, which stand upright above a column

// The weights that are shown, (T, T), as a table; `actions` are what a choice has.
export const heatmap = (tokens, palette, actions) => {
  const asking = el("span", {}, swatch(palette.query), SHOWN.asking);
  const caption = el("span", {}, asking, swatch(palette.key), SHOWN.answering);
  const names = { caption, label: SHOWN.weights, rows: tokens, columns: tokens };
  const onread = (i, j) => actions.point({ i, j });
  const { table, cells } = grid({ ...names, onread });
  const area = box("area", table);
  area.classList.toggle(
    "mha-turned",
    tokens.some((token) => token.length > SHORT),
  );
  area.style.setProperty("--asks", palette.query);
  area.style.setProperty("--answers", palette.key);
  area.style.setProperty("--columns", tokens.length);
  area.style.setProperty("--words", Math.max(...tokens.map((token) => token.length)));
  table.addEventListener("focus", actions.free, true); // before the cell that is focused
  table.addEventListener("pointerleave", () => table.matches(":focus-within") || actions.leave());
  forEachCell(cells, (cell, i, j) => cell.addEventListener("click", () => actions.press({ i, j })));
  // The numbers stand where they fit; a narrower table keeps colours and dots.
  const fit = () => {
    table.classList.remove("mha-bare");
    table.classList.toggle("mha-bare", area.scrollWidth > area.clientWidth);
  };
  let digits = null; // those that were made to fit; other weights take as much room
  const refill = ({ weights, strongest }, decimals) => {
    forEachCell(cells, (cell, i, j) => {
      fillCell(cell, weights[i][j], decimals, palette.weights);
      cell.classList.toggle("mha-most", strongest[i] === j);
    });
    if (digits !== decimals) fit();
    digits = decimals;
  };
  // Rings a chosen cell, underlines the largest of its row or column, marks their words.
  const choose = (chosen, weights) => {
    mark(cells, (i, j) => chosen?.i === i && chosen.j === j, isLargest(chosen, weights));
    markHeads(table, "tbody", chosen?.i);
    markHeads(table, "thead", chosen?.j);
  };
  return { node: box("heatmap", area), refill, choose, fit };
};

// All pixels at once: 144 pictures of 48 tokens have a third of a million.
export const paint = (canvas, weights, scale) => {
  const length = (canvas.width = canvas.height = weights.length);
  const brush = canvas.getContext("2d");
  const image = brush.createImageData(length, length);
  forEachCell(weights, (weight, i, j) =>
    image.data.set([...scale(weight), 255], 4 * (i * length + j)),
  );
  brush.putImageData(image, 0, 0);
};

const [LARGE, SMALL] = [4, 1.56]; // rem, of a head's picture, at least as a finger needs
const WIDE = 17; // rem, of the words above them
const TALL = 42; // rem, of all layers' pictures, so that they are seen with what they open
const DEEP = 12; // layers, above which the pictures stand beside all else

const NAMES = 4; // rem, of the names of layers, where they are written out

export const nameOf = (at, { name }) => `${headName(at)}, ${name}`;

// A button with a small picture for each head: a row for each layer. Where there are few, they
// can be `isNamed`.
export const overview = ([layers, heads], palette, actions, isNamed = false) => {
  const named = (kind, count) => range(count).map(isNamed ? valueNames[kind] : String);
  const names = { rows: named("layer", layers), columns: named("head", heads) };
  const labels = { caption: SHOWN.every, label: SHOWN.heads };
  const { table, cells } = grid({ ...labels, ...names, ...actions });
  const size = Math.min(LARGE, Math.max(SMALL, TALL / layers));
  const width = (isNamed ? NAMES : 1.5) + size * heads; // rem: few heads need no large pictures
  table.style.maxWidth = `${width}rem`;
  table.caption.style.marginRight = `${Math.min(0, width - WIDE)}rem`;
  const pictures = cells.map((row) => row.map(() => canvasPair()));
  forEachCell(cells, (cell, layer, head) => cell.append(...pictures[layer][head]));
  const scales = faintScales(palette.weights);
  const draw = ({ weights }, patterns) =>
    forEachCell(cells, (cell, layer, head) => {
      pictures[layer][head].forEach((canvas, k) => paint(canvas, weights[layer][head], scales[k]));
      cell.setAttribute("aria-label", nameOf({ layer, head }, patterns[layer][head]));
    });
  const choose = (inputs) =>
    forEachCell(cells, (cell, layer, head) => {
      cell.setAttribute("aria-pressed", layer === inputs.layer && head === inputs.head);
    });
  const hidden = layers * heads < 2; // nothing to choose from
  const node = el("div", { class: "mha-overview", hidden }, table, note(SHOWN.faint));
  node.classList.toggle("mha-deep", layers > DEEP);
  return { node, draw, choose, cells };
};

// What the pattern was told from, and how.
export const patternNote = () => {
  const [list, overlap] = [el("div"), note(PATTERNS.overlap)];
  const refill = (pattern, decimals) => {
    list.replaceChildren(facts(patternFacts(pattern, decimals)));
    show(overlap, pattern.means.length > 0);
  };
  const words = [note(PATTERNS.places), note(RULE)];
  const rule = el("details", {}, el("summary", {}, PATTERNS.ruled), ...words);
  return { node: box("pattern", list, overlap, rule), refill };
};
