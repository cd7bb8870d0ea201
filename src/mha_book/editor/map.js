// What a function gives on the sentence of the book, drawn as the map draws it: the map's
// own picture, with numbers of the reader's instead of computed ones.
import { cellsOf, keyOf, parseCell } from "../explorers/map/compute.js";
import { createPicture } from "../explorers/map/picture.js";
import { traceOf } from "../explorers/map/trace.js";
import { box, el } from "../explorers/shared/dom.js";
import { marked } from "../exercises/given.js";
import { isFit, isOff, rowsOf } from "./results.js";
import { sayCell, sayFirst, sayMap } from "./words.js";

const SETTING = { num_heads: 1, design: "attend", placed: false };
const FORM = "column";
const [WHOLE, GIVEN] = [0, 2]; // steps of the map: all is made, or X and no more

export const liveMap = (part, anchors) => {
  const { shown, results } = part;
  const { blocks, picture: drawn } = shown.map;
  const fixed = { palette: { weights: anchors }, pictures: { [keyOf(SETTING, FORM)]: drawn } };
  const tablesOf = (found) =>
    Object.fromEntries([
      ["x", rowsOf(shown.args[0])],
      ...results.map((name, k) => [name, rowsOf(found[k])]),
    ]);
  const books = tablesOf(shown.right.results);
  const numberAt = (tables, { name, i, j }) => tables[name][i][j];
  const made = blocks.filter(({ op }) => op !== "given").flatMap(cellsOf);
  const labels = Object.fromEntries(results.map((name, k) => [name, shown.labels[k]]));
  let [values, step, changed] = [books, WHOLE, new Set()];
  let [read, peeked] = ["", ""]; // cells

  const sayOf = (cell) => {
    if (!cell || (step === GIVEN && made.includes(cell))) return "";
    const place = parseCell(cell);
    const { rows, columns } = labels[place.name] ?? labels.output;
    const names = { row: rows[place.i], column: columns[place.j] };
    const wanted = changed.has(cell) ? numberAt(books, place) : undefined;
    return sayCell(place.name, names, numberAt(values, place), wanted);
  };
  const paint = () => {
    const cell = read || peeked;
    picture.paint(values, { step, cell }, traceOf(blocks, SETTING, cell), changed);
    line.replaceChildren(...marked(sayOf(cell)));
  };
  const picture = createPicture(
    { get: (name) => fixed[name] },
    {
      onread: (cell) => ((read = cell), (peeked = ""), paint()),
      onpeek: (cell) => ((peeked = cell), read || paint()),
      ontype: () => {},
    },
  );
  const told = el("p", { class: "mha-note", role: "status" });
  const line = el("p", { class: "mha-cell-read", role: "status" });
  const put = (tables, whichStep, text) => {
    [values, step] = [tables, whichStep];
    const differs = (cell) => {
      const place = parseCell(cell);
      return isOff(numberAt(values, place), numberAt(books, place));
    };
    changed = new Set(made.filter(differs));
    told.replaceChildren(...marked(text(changed.size)));
    paint();
  };

  const begin = () => put(books, WHOLE, () => sayFirst(part));
  // Draws what a run gave, or nothing where it does not fit.
  const draw = (found) =>
    isFit(shown, found)
      ? put(tablesOf(found.results), WHOLE, (count) => sayMap(part, count, made.length))
      : put(books, GIVEN, () => sayMap(part, null));
  picture.draw(blocks, { ...SETTING, cell: "" }, FORM);
  begin();
  return { node: box("own-map", picture.node, told, line), draw, begin };
};
