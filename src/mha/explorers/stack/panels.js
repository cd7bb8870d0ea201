// The parts of WeightStackExplorer: X, W to edit, and the tables of a step.
import { box, el, note, title } from "../shared/dom.js";
import { choiceField, matrixFields } from "../shared/fields.js";
import { formatBrief, formatTuple } from "../shared/format.js";
import { forEachCell, grid } from "../shared/grid.js";
import { offset } from "../shared/strides.js";
import { tensorTables } from "../shared/tensors.js";
import { originOf, readInputs } from "./compute.js";
import { NOTES, STEPS } from "./words.js";

const number = (letter, list) => list.map((_, k) => `${letter} ${k}`);

// A heavier rule, so that not the labels alone tell the heads apart.
const separateHeads = (lines, width) =>
  lines.forEach((line, k) => line.classList.toggle("mha-next", k > 0 && k % width === 0));

export const stepChoice = (model, frame) => choiceField(model, frame, "step", "Step", STEPS);

export const weightTable = (model, frame) => {
  const { w, width } = readInputs(model);
  const origins = w.map((_, row) => originOf(row, { w, width }));
  const ofHead = ({ head, rowOfHead }) => `head ${head}, row ${rowOfHead}`;
  const table = matrixFields({
    frame,
    caption: "W: edit these",
    rows: origins.map((origin) => `${origin.row}: ${ofHead(origin)}`),
    columns: number("E", w[0]),
    name: (i, j) => `weight of ${ofHead(origins[i])}, column ${j}`,
    step: 1,
    limit: model.get("limits").weights,
    get: () => model.get("weights"),
    set: (weights) => frame.change({ weights }),
  });
  separateHeads([...table.node.tBodies[0].rows], width);
  return table;
};

export const sourceTable = ({ x }, onread) => {
  const names = { rows: number("T", x), columns: number("E", x[0]) };
  const { table, cells } = grid({ caption: "X", label: "X", ...names, onread });
  forEachCell(cells, (cell, t, k) => (cell.textContent = formatBrief(x[t][k])));
  return { node: table, cells };
};

// The tables of a step; `cells` are in the order of the memory, not of the tables.
export const resultPanel = (step, tensor, inputs, onread) => {
  const cells = [];
  const isProduct = step === "product";
  const tables = tensorTables(tensor, {
    rowName: (index) => (isProduct ? `T ${index}` : formatTuple(index)),
    columnName: (k) => (isProduct ? `${k}: head ${originOf(k, inputs).head}` : `D ${k}`),
    each: (cell, index) => (cells[offset(index, tensor.strides)] = cell),
    onread: (index) => onread(offset(index, tensor.strides)),
  });
  if (isProduct) {
    const rows = [...tables[0].rows];
    rows.forEach((row) => separateHeads([...row.cells].slice(1), inputs.width));
  }
  const node = box(
    "tensor",
    title(el("code", {}, tensor.code)),
    note(`shape ${formatTuple(tensor.shape)} = ${NOTES[step]}`),
    box("panels", ...tables),
  );
  return { step, node, cells };
};

// Rings the number that is read, and underlines the numbers that it meets.
export const markNodes = (host, ring, used) => {
  const marked = host.querySelectorAll(".mha-read, .mha-used");
  marked.forEach((node) => node.classList.remove("mha-read", "mha-used"));
  ring.classList.add("mha-read");
  used.forEach((node) => node.classList.add("mha-used"));
};
