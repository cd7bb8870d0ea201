// The grids of GradientInspector: fields to edit, the numbers, and their gradients.
import { range } from "../shared/arrays.js";
import { box, el, note, title } from "../shared/dom.js";
import { matrixFields } from "../shared/fields.js";
import { forEachCell, grid, mark } from "../shared/grid.js";
import { MATRICES, sizeOf } from "./compute.js";
import { CAPTIONS, SYMBOLS, forwardNote } from "./words.js";

const AXES = { embeddings: [null, "E"], target: [null, "E"], w_o: ["D", "E"] };
const ROLES = { w_q: "query", w_k: "key", w_v: "value" };
const NOTES = {
  scores: "scores, scaled",
  weights: "attention weights",
  output: "output",
};

const number = (letter, count) => range(count).map((k) => `${letter} ${k}`);

// ---- inputs ------------------------------------------------------------------------

const fieldsOf = (name, model, frame) => {
  const [from, to] = AXES[name] ?? ["E", "D"];
  const matrix = model.get(name);
  const rows = from ? number(from, matrix.length) : model.get("tokens");
  const columns = number(to, matrix[0].length);
  const { node, refill } = matrixFields({
    frame,
    title: CAPTIONS[name],
    role: ROLES[name],
    parameter: name.startsWith("w_"),
    rows,
    columns,
    name: (i, j) => `${CAPTIONS[name]}, ${rows[i]}, ${columns[j]}`,
    step: 0.1,
    limit: model.get("limits")[name],
    get: () => model.get(name),
    set: (changed) => frame.change({ [name]: changed }),
  });
  return { node, refill: () => refill(model.get(name)) };
};

export const matrixTables = (model, frame) => MATRICES.map((name) => fieldsOf(name, model, frame));

// ---- results -----------------------------------------------------------------------

const headsOf = (kind, [height, width], tokens) => {
  if (kind === "scores" || kind === "weights") return { rows: tokens, columns: tokens };
  if (kind === "output") return { rows: tokens, columns: number("E", width) };
  const [from, to] = AXES[kind] ?? ["E", "D"];
  return { rows: number(from, height), columns: number(to, width) };
};

// A grid of numbers (`of` is "value") or of their gradients.
const panel = (kind, of, model, { onread, onpick }) => {
  const isGradient = of === "gradient";
  const symbol = isGradient ? `∂L/∂${SYMBOLS[kind]}` : SYMBOLS[kind];
  const cellAt = (i, j) => ({ kind, i, j });
  const { table, cells } = grid({
    caption: el("span", {}, el("b", {}, symbol), isGradient ? "" : ` ${NOTES[kind]}`),
    label: isGradient ? `gradient of ${SYMBOLS[kind]}` : NOTES[kind],
    ...headsOf(kind, sizeOf(model, kind), model.get("tokens")),
    onread: (i, j) => onread(cellAt(i, j)),
    onpress: (i, j) => onpick(cellAt(i, j)),
  });
  return { kind, of, node: table, cells };
};

const group = (name, words, panels) =>
  el(
    "div",
    { role: "group", "aria-label": name, class: "mha-picks" },
    title(name),
    note(words),
    box("panels", ...panels.map(({ node }) => node)),
  );

// The forward pass from left to right, and below it every gradient, back again.
export const passes = (model, actions) => {
  const make = (of) => (kind) => panel(kind, of, model, actions);
  const values = Object.keys(NOTES).map(make("value"));
  const gradients = model.get("limits").picked.among.map(make("gradient"));
  const loss = el("p", { class: "mha-score" });
  const there = group("Forward", forwardNote(model.get("w_q")[0].length), values);
  const words =
    "From the loss back, output first. Press a number, here or above, to take it apart.";
  const back = group("Backward", words, gradients);
  const panels = [...values, ...gradients];
  const paint = ({ numbers, gradients: { exact } }, n) => {
    loss.textContent = `Loss L = ½ Σ (O − target)² = ${n(numbers.loss)}`;
    for (const { kind, of, cells } of panels) {
      const table = of === "gradient" ? exact[kind] : numbers[kind];
      forEachCell(cells, (cell, i, j) => (cell.textContent = n(table[i][j])));
    }
  };
  return { node: box("rows", there, loss, back), panels, paint };
};

const isAt = (cell, kind, i, j) => cell?.kind === kind && cell.i === i && cell.j === j;

// Presses what is picked, rings what is read, underlines the gradients it is made of.
export const markPanels = (panels, picked, read, terms) => {
  for (const { kind, of, cells } of panels) {
    forEachCell(cells, (cell, i, j) =>
      cell.setAttribute("aria-pressed", String(isAt(picked, kind, i, j))),
    );
    const isUsed = (i, j) => of === "gradient" && terms.some((term) => isAt(term, kind, i, j));
    mark(cells, (i, j) => isAt(read, kind, i, j), isUsed);
  }
};
