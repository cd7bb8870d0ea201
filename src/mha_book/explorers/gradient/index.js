// GradientInspector: one head's passes, and any number's gradient taken apart.
import { box, el } from "../shared/dom.js";
import { decimalsField } from "../shared/fields.js";
import { format } from "../shared/format.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, compute, isValid, readInputs, toCell } from "./compute.js";
import { inspector } from "./inspector.js";
import { markPanels, matrixTables, passes } from "./panels.js";
import { termsOf } from "./terms.js";
import { HINT, explain } from "./words.js";

const render = ({ model, el: host }) => {
  let reading = null; // the cell whose sum is read out
  let state = {};
  const tokens = model.get("tokens");
  const step = model.get("limits").exponent;
  const terms = (cell) => termsOf(cell, state.inputs, state.numbers, state.gradients.exact);
  const n = (x) => format(x, model.get("decimals"));

  const read = (cell) => {
    reading = cell;
    const known = cell ? terms(cell) : [];
    markPanels(shown.panels, toCell(model.get("picked")), cell, known);
    if (cell) frame.live.textContent = explain(cell, known, { ...state, tokens }, n);
  };
  const pick = ({ kind, i, j }) => frame.change({ picked: [kind, i, j] });

  const update = () => {
    const [picked, exponent] = [toCell(model.get("picked")), model.get("exponent")];
    state = compute(readInputs(model), picked, exponent, step);
    [...tables, decimals].forEach((control) => control.refill());
    shown.paint(state, n);
    detail.refill(picked, terms(picked), state, exponent, n);
    read(reading);
  };

  const title = "Gradient inspector";
  const rules = { inputs: INPUTS, isValid: isValid(model) };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const tables = matrixTables(model, frame);
  const decimals = decimalsField(model, frame);
  const shown = passes(model, { onread: read, onpick: pick });
  const detail = inspector(tokens, step, (exponent) => frame.change({ exponent }));
  const controls = box("top mha-small", ...tables.map(({ node }) => node), decimals.node);
  return frame.open(controls, el("div", {}, shown.node, detail.node));
};

export default { render };
