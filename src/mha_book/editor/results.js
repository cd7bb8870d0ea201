// What a run gave, in tables: of the book's own sentence, and of the call that went wrong.
import { box, el } from "../explorers/shared/dom.js";
import { marked, table } from "../exercises/given.js";
import { forEachCell } from "../explorers/shared/grid.js";
import { fillTile, tile } from "../explorers/shared/tile.js";
import { sayOwn } from "./words.js";

const DECIMALS = 3;
const WIDEST = 8;

// A table's rows, from its flat list.
export const rowsOf = ({ values, shape }) => {
  const width = shape.at(-1);
  const count = values.length / width;
  return Array.from({ length: count }, (_, i) =>
    values.slice(i * width, (i + 1) * width).map(Number),
  );
};

export const isOff = (one, other) => !(Math.abs(one - other) < 1e-3);

// A result as a tile, where it differs from the other marked.
const resultTile = (name, { numbers, others }, { rows, columns }, anchors) => {
  const isWeights = name.startsWith("weights");
  const face = { role: isWeights && "weights", label: name, onread: () => {} };
  const made = tile({ name, rows, columns, ...face });
  const isHidden = () => false;
  fillTile(made, numbers, { decimals: DECIMALS, anchors: isWeights && anchors, isHidden });
  forEachCell(made.cells, (cell, i, j) =>
    cell.classList.toggle("mha-off", isOff(numbers[i][j], others[i][j])),
  );
  return made.node;
};

const shapesOf = (call) => call?.results?.map(({ shape }) => shape.join()).join(" ");

// Whether the results of the sentence of the book have the shapes that they should have.
export const isFit = ({ right }, found) => shapesOf(found) === shapesOf(right);

// The sentence of the book, as the reader's function sees it, and where that is another,
// as the book's does.
export const sentence = ({ shown, results }, found, anchors) => {
  if (!isFit(shown, found)) return "";
  const pairs = results.map((_, k) => [found, shown.right].map((one) => rowsOf(one.results[k])));
  const isSame = pairs.every(
    ([own, right]) => !own.flat().some((one, k) => isOff(one, right.flat()[k])),
  );
  const tiles = results.flatMap((name, k) => {
    const [own, right] = pairs[k];
    const yours = resultTile(name, { numbers: own, others: right }, shown.labels[k], anchors);
    if (isSame) return [yours];
    const theirs = { numbers: right, others: right };
    return [yours, resultTile(`${name}, the book’s`, theirs, shown.labels[k], anchors)];
  });
  const words = el("p", { class: "mha-note" }, ...marked(sayOwn(shown, isSame)));
  return box("yours", words, box("given", ...tiles));
};

const isSmall = (one) =>
  one?.shape?.length === 2 && one.shape[0] <= WIDEST && one.shape[1] <= WIDEST;

const plain = (name, one) =>
  table({ name, values: rowsOf(one).map((row) => row.map(short)), rows: [], columns: [] });

const short = (x) =>
  Number.isFinite(x) ? Number(x.toFixed(DECIMALS)) : String(x).replace("Infinity", "∞");

// A call's arguments, its result and the right one, where they are small.
export const callTables = ({ args, right, told }, found, results, names) => {
  const given = args.map((one, k) => (isSmall(one) ? plain(names[k] ?? "", one) : ""));
  const pairs = (found?.results ?? []).flatMap((one, k) =>
    isSmall(one) && isSmall(right.results[k])
      ? [plain(`${results[k]}, yours`, one), plain(`${results[k]}, expected`, right.results[k])]
      : [],
  );
  const all = [...given, ...pairs].filter(Boolean);
  if (!all.length) return "";
  return el(
    "details",
    { class: "mha-call" },
    el("summary", {}, `Look at ${told}`),
    box("given", ...all),
  );
};
