// WeightStackExplorer: two heads' projections as one product, then cut into heads.
import { brief, matmul, offset, transpose } from "./core.js";
import { el, frame, grid, radios } from "./frame.js";
import { fitsMatrix, matrixFields } from "./inputs.js";
import { NOTES, explain, originOf, tensorOf } from "./stacking.js";
import { tensorTables } from "./tensors.js";

const STEPS = [
  ["product", "one product for both heads: X Wᵀ"],
  ["view", "view: cut each token into heads"],
  ["transpose", "transpose: heads before tokens"],
];
const INPUTS = ["weights", "step"];

const HINT =
  "Point at a number, or move to it with Tab and the arrow keys, to read which rows of X and W it comes from.";

const fits = (model) => (name, value) => {
  if (name === "step") return STEPS.some(([step]) => step === value);
  return fitsMatrix(model.get("weights"), value);
};

// x (T, E), w (H·D, E) and the sizes that the steps need.
const readInputs = (model) => {
  const [x, w, heads] = ["embeddings", "weights", "heads"].map((name) => model.get(name));
  return { x, w, heads, width: w.length / heads };
};

const names = (letter, list) => list.map((_, k) => `${letter} ${k}`);

// A heavier rule, so that not the labels alone tell the heads apart.
const separateHeads = (lines, width) =>
  lines.forEach((line, k) => line.classList.toggle("mha-next", k > 0 && k % width === 0));

const weightTable = (model, { numberField, change }) => {
  const { w, width } = readInputs(model);
  const origins = w.map((_, row) => originOf(row, { w, width }));
  const table = matrixFields({
    numberField,
    caption: "W: edit these",
    rows: origins.map(({ row, head, rowOfHead }) => `${row}: head ${head}, row ${rowOfHead}`),
    columns: names("E", w[0]),
    name: (i, j) => `weight of head ${origins[i].head}, row ${origins[i].rowOfHead}, column ${j}`,
    step: 1,
    get: () => model.get("weights"),
    set: (weights) => change({ weights }),
  });
  separateHeads([...table.node.tBodies[0].rows], width);
  return table;
};

const sourceTable = ({ x }, onread) => {
  const [rows, columns] = [names("T", x), names("E", x[0])];
  const { table, cells } = grid({ caption: "X", label: "X", rows, columns, onread });
  cells.forEach((row, t) => row.forEach((cell, k) => (cell.textContent = brief(x[t][k]))));
  return { node: table, cells };
};

// The tables of a step; `cells` are in the order of the memory, not of the tables.
const resultPanel = (step, tensor, inputs, onread) => {
  const cells = [];
  const tables = tensorTables(tensor, {
    rowName: (index) => (step === "product" ? `T ${index}` : `(${index.join(", ")})`),
    columnName: (k) => (step === "product" ? `${k}: head ${originOf(k, inputs).head}` : `D ${k}`),
    each: (cell, index) => (cells[offset(index, tensor.strides)] = cell),
    onread: (index) => onread(offset(index, tensor.strides)),
  });
  if (step === "product")
    [...tables[0].rows].forEach((row) => separateHeads([...row.cells].slice(1), inputs.width));
  const node = el(
    "div",
    { class: "mha-tensor" },
    el("p", { class: "mha-title" }, el("code", {}, tensor.code)),
    el("p", { class: "mha-note" }, `shape (${tensor.shape.join(", ")}) = ${NOTES[step]}`),
    el("div", { class: "mha-panels" }, ...tables),
  );
  return { step, node, cells };
};

// Rings the number that is read, and underlines the numbers that it meets.
const mark = (host, ring, used) => {
  const marked = host.querySelectorAll(".mha-read, .mha-used");
  marked.forEach((node) => node.classList.remove("mha-read", "mha-used"));
  ring.classList.add("mha-read");
  used.forEach((node) => node.classList.add("mha-used"));
};

const render = ({ model, el: host }) => {
  const shown = el("div", { class: "mha-tensors" });
  let panel = {}; // of the present step
  let reread = () => {}; // marks and reads again what was read last

  const read = (again) => {
    reread = again;
    again();
  };
  const readSource = (t, k) => {
    mark(host, source.cells[t][k], weights.fields.map((row) => row[k]));
    const x = brief(model.get("embeddings")[t][k]);
    shell.live.textContent = `X, token ${t}, feature ${k}: ${x}, which meets column ${k} of W`;
  };
  // A number keeps its place in memory through view and transpose, and is followed so.
  const readResult = (place) => {
    const inputs = readInputs(model);
    const { token, row } = originOf(place, inputs);
    mark(host, panel.cells[place], [...source.cells[token], ...weights.fields[row]]);
    shell.live.textContent = explain(place, tensorOf(model.get("step"), inputs), inputs);
  };

  const update = () => {
    const [step, inputs] = [model.get("step"), readInputs(model)];
    const tensor = tensorOf(step, inputs);
    steps.inputs.get(step).checked = true;
    weights.refill(inputs.w);
    if (panel.step !== step) {
      panel = resultPanel(step, tensor, inputs, (place) => read(() => readResult(place)));
      shown.replaceChildren(panel.node);
    }
    panel.cells.forEach((cell, place) => (cell.textContent = brief(tensor.storage[place])));
    reread();
    model.set("output", matmul(inputs.x, transpose(inputs.w)));
    model.set("shape", tensor.shape);
    model.save_changes();
  };

  const title = "Weight stack explorer";
  const shell = frame({ model, host, title, inputs: INPUTS, fits: fits(model), update, hint: HINT });
  const source = sourceTable(readInputs(model), (t, k) => read(() => readSource(t, k)));
  const weights = weightTable(model, shell);
  const steps = radios("Step", STEPS, (step) => shell.change({ step }));
  const controls = [source.node, weights.node, steps.node];
  return shell.open(el("div", { class: "mha-top mha-stack" }, ...controls), shown);
};

export default { render };
