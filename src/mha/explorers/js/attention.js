// AttentionExplorer: edit embeddings; see every stage of one head's arithmetic.
import { STAGES, explain } from "./arithmetic.js";
import { attention } from "./core.js";
import { checkbox, el, frame, grid, labelled, radios } from "./frame.js";
import { fill, within } from "./inputs.js";
import { decimalsField, embeddingTable, fillCell, fitsSentence } from "./sentence.js";

const SOURCES = [
  ["products", "the products X Xᵀ"],
  ["illustrative", "the illustrative numbers"],
];
const INPUTS = ["embeddings", "scores_from", "scaled", "temperature", "causal", "mask_self", "decimals"];

const isTemperature = within(0.05, 20);

const readInputs = (model) => ({
  embeddings: model.get("embeddings"),
  illustrative: model.get("illustrative"),
  scoresFrom: model.get("scores_from"),
  scaled: model.get("scaled"),
  temperature: model.get("temperature"),
  causal: model.get("causal"),
  maskSelf: model.get("mask_self"),
});

const fits = (model) => (name, value) => {
  if (["embeddings", "decimals"].includes(name)) return fitsSentence(model, name, value);
  if (name === "temperature") return isTemperature(value);
  if (name === "scores_from") return SOURCES.some(([source]) => source === value);
  return typeof value === "boolean";
};

// ---- controls: each has a node to show and fills itself from the inputs ------

const scoreSource = (model, { change }) => {
  const { node, inputs } = radios("Scores from", SOURCES, (value) => change({ scores_from: value }));
  return { node, refill: ({ scoresFrom }) => (inputs.get(scoresFrom).checked = true) };
};

const switches = (model, width, { change }) => {
  const scaled = checkbox(`divide by √${width}`, (on) => change({ scaled: on }));
  const causal = checkbox("hide later words", (on) => change({ causal: on }));
  const self = checkbox("hide the word itself", (on) => change({ mask_self: on }));
  const legend = el("legend", {}, "Then");
  const node = el("fieldset", {}, legend, scaled.node, causal.node, self.node);
  const refill = (inputs) => {
    scaled.input.checked = inputs.scaled;
    causal.input.checked = inputs.causal;
    self.input.checked = inputs.maskSelf;
  };
  return { node, refill };
};

const numbers = (model, shell) => {
  const temperature = shell.numberField({
    what: "Temperature",
    expected: "0.05 to 20",
    attributes: { step: 0.1 },
    fine: isTemperature,
    kept: () => model.get("temperature"),
    apply: (t) => shell.change({ temperature: t }),
  });
  const decimals = decimalsField(model, shell);
  const fields = [labelled("Temperature", temperature), decimals.node];
  const refill = (inputs) => {
    fill(temperature, inputs.temperature);
    decimals.refill();
  };
  return { node: el("div", { class: "mha-fields" }, ...fields), refill };
};

// ---- results -------------------------------------------------------------------

const stagePanel = (stage, tokens, features, onread) => {
  const [title, describe] = STAGES[stage];
  const note = el("span");
  const caption = el("span", {}, el("b", {}, title), " ", note);
  const columns = stage === "output" ? features : tokens;
  const read = (i, j) => onread(stage, i, j);
  const { table, cells } = grid({ caption, label: title, columns, rows: tokens, onread: read });
  return { stage, table, cells, note, describe };
};

const paint = ({ stage, cells, note, describe }, inputs, result, model) => {
  note.textContent = describe(inputs, result);
  const anchors = stage === "weights" && model.get("palette").weights;
  cells.forEach((row, i) =>
    row.forEach((cell, j) => {
      const value = result[stage][i][j];
      fillCell(cell, value, model.get("decimals"), anchors);
      cell.classList.toggle("mha-hidden", value === -Infinity);
    }),
  );
};

// Rings the cell that is read, and underlines the row that it was made from.
const mark = (panels, [stage, i, j]) => {
  const source = { weights: "masked", output: "weights" }[stage];
  for (const panel of panels) {
    panel.cells.flat().forEach((cell) => cell.classList.remove("mha-read", "mha-used"));
    if (panel.stage === stage) panel.cells[i][j].classList.add("mha-read");
    if (panel.stage === source) panel.cells[i].forEach((cell) => cell.classList.add("mha-used"));
  }
};

const render = ({ model, el: host }) => {
  const tokens = model.get("tokens");
  const features = model.get("embeddings")[0].map((_, j) => `x${j + 1}`);
  let reading = null; // [stage, i, j] of the cell whose sum is read out

  const update = () => {
    const inputs = readInputs(model);
    const result = attention(inputs);
    controls.forEach((control) => control.refill(inputs));
    panels.forEach((panel) => paint(panel, inputs, result, model));
    if (reading) read(...reading);
    model.set("weights", result.weights);
    model.set("output", result.output);
    model.save_changes();
  };
  const read = (...cell) => {
    reading = cell;
    mark(panels, cell);
    const inputs = readInputs(model);
    const decimals = model.get("decimals");
    shell.live.textContent = explain(...cell, inputs, attention(inputs), tokens, decimals);
  };

  const shell = frame({
    model,
    host,
    title: "Attention explorer",
    inputs: INPUTS,
    fits: fits(model),
    update,
    hint: "Point at a cell, or move to it with Tab and the arrow keys, to read its arithmetic.",
  });
  const [table, ...others] = [
    embeddingTable(model, features, shell),
    scoreSource(model, shell),
    switches(model, features.length, shell),
    numbers(model, shell),
  ];
  const controls = [table, ...others];
  const panels = Object.keys(STAGES).map((stage) => stagePanel(stage, tokens, features, read));
  const settings = el("div", { class: "mha-controls" }, ...others.map((c) => c.node));
  return shell.open(
    el("div", { class: "mha-top" }, table.node, settings),
    el("div", { class: "mha-panels" }, ...panels.map((panel) => panel.table)),
  );
};

export default { render };
