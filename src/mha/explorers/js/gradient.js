// GradientInspector: one head's passes, and any number's gradient taken apart.
import { range, show } from "./core.js";
import { el, frame } from "./frame.js";
import { EXPONENTS, inspector, mark, passes } from "./gradientpanels.js";
import { explain } from "./gradientwords.js";
import { fitsMatrix, matrixFields } from "./inputs.js";
import { KINDS, PROJECTIONS, RULES, backward, difference, record } from "./passes.js";
import { decimalsField, fitsSentence } from "./sentence.js";
import { termsOf } from "./terms.js";

const MATRICES = ["embeddings", "target", ...PROJECTIONS];
const INPUTS = [...MATRICES, "picked", "exponent", "decimals"];
const LIMIT = 10; // of an entry: beyond, float64 cannot hold a difference to six digits
const HINT =
  "Point at a number, or move to it with Tab and the arrow keys, to read its gradient as a sum; press it to take it apart.";

const readInputs = (model) => Object.fromEntries(MATRICES.map((name) => [name, model.get(name)]));
const cellOf = ([kind, i, j]) => ({ kind, i, j });

const sizeOf = (model, kind) => {
  const [length, width] = [model.get("tokens").length, model.get("w_q").length];
  return { output: [length, width], weights: [length, length], scores: [length, length] }[kind] ?? [width, width];
};

const fits = (model) => (name, value) => {
  if (name === "exponent") return EXPONENTS.includes(value);
  if (name === "decimals") return fitsSentence(model, name, value);
  if (name !== "picked") return fitsMatrix(model.get(name), value, LIMIT);
  const [kind, i, j] = value;
  const [rows, columns] = sizeOf(model, kind);
  return value.length === 3 && KINDS.includes(kind) && range(rows).includes(i) && range(columns).includes(j);
};

// Everything that is known of the present inputs, and of the picked cell's difference.
const compute = (inputs, picked, exponent) => {
  const numbers = record(inputs);
  const rules = Object.keys(RULES).map((rule) => [rule, backward(inputs, numbers, rule)]);
  const found = EXPONENTS.map((e) => difference(inputs, picked, 10 ** e));
  const autograd = numbers.autograd[picked.kind][picked.i][picked.j];
  return {
    inputs,
    numbers,
    gradients: Object.fromEntries(rules),
    difference: found[EXPONENTS.indexOf(exponent)],
    errors: found.map((x) => Math.abs(x - autograd)),
  };
};

const CAPTIONS = {
  embeddings: "Embeddings X",
  target: "Target",
  w_q: "W_Q",
  w_k: "W_K",
  w_v: "W_V",
  w_o: "W_O",
};

const fields = (model, { numberField, change }) =>
  MATRICES.map((name) => {
    const tokens = model.get("tokens");
    const [from, to] = { w_o: ["D", "E"], embeddings: [null, "E"], target: [null, "E"] }[name] ?? ["E", "D"];
    const matrix = model.get(name);
    const rows = from ? matrix.map((_, i) => `${from} ${i}`) : tokens;
    const columns = matrix[0].map((_, j) => `${to} ${j}`);
    const { node, refill } = matrixFields({
      numberField,
      caption: CAPTIONS[name],
      rows,
      columns,
      name: (i, j) => `${CAPTIONS[name]}, ${rows[i]}, ${columns[j]}`,
      step: 0.1,
      limit: LIMIT,
      get: () => model.get(name),
      set: (matrix) => change({ [name]: matrix }),
    });
    return { node, refill: () => refill(model.get(name)) };
  });

const render = ({ model, el: host }) => {
  let reading = null; // the cell whose sum is read out
  let state = {};
  const tokens = model.get("tokens");
  const terms = (cell) => termsOf(cell, state.inputs, state.numbers, state.gradients.exact);
  const n = (x) => show(x, model.get("decimals"));

  const read = (cell) => {
    reading = cell;
    mark(shown.panels, cellOf(model.get("picked")), cell, cell ? terms(cell) : []);
    if (cell) shell.live.textContent = explain(cell, terms(cell), { ...state, tokens }, n);
  };
  const pick = ({ kind, i, j }) => shell.change({ picked: [kind, i, j] });

  const update = () => {
    const [picked, exponent] = [cellOf(model.get("picked")), model.get("exponent")];
    state = compute(readInputs(model), picked, exponent);
    [...tables, decimals].forEach((control) => control.refill());
    shown.paint(state, n);
    detail.update(picked, terms(picked), state, exponent, n);
    read(reading);
    model.set("loss", state.numbers.loss);
    model.set("gradients", state.gradients);
    model.save_changes();
  };

  const title = "Gradient inspector";
  const shell = frame({ model, host, title, inputs: INPUTS, fits: fits(model), update, hint: HINT });
  const tables = fields(model, shell);
  const decimals = decimalsField(model, shell);
  const shown = passes((kind) => sizeOf(model, kind), tokens, { onread: read, onpick: pick });
  const detail = inspector(tokens, (exponent) => shell.change({ exponent }));
  const controls = el("div", { class: "mha-top mha-small" }, ...tables.map(({ node }) => node), decimals.node);
  return shell.open(controls, el("div", {}, shown.node, detail.node));
};

export default { render };
