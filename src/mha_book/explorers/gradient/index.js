// GradientInspector: one head's passes, and any number's gradient taken apart.
import { box, el } from "../shared/dom.js";
import { decimalsField } from "../shared/fields.js";
import { format } from "../shared/format.js";
import { createFrame } from "../shared/frame.js";
import { hintFor } from "../shared/sight.js";
import { INPUTS, LOOKS, compute, isValid, readInputs, toCell } from "./compute.js";
import { matrixTables } from "./fields.js";
import { headline, inspector } from "./inspector.js";
import { markPanels, wayBack } from "./panels.js";
import { writeSymbols } from "./symbols.js";
import { tasksOf } from "./tasks.js";
import { termsOf } from "./terms.js";
import { CHANGE, HINT, TITLE, explain } from "./words.js";

const render = ({ model, el: host }) => {
  const hint = hintFor(HINT);
  let reading = null; // the cell whose sum is read out
  let state = {};
  const tokens = model.get("tokens");
  const step = model.get("limits").exponent;
  const terms = (cell) => termsOf(cell, state.inputs, state.numbers, state.gradients.exact);
  const n = (x) => format(x, model.get("decimals"));

  const read = (cell) => {
    reading = cell;
    const picked = toCell(model.get("picked"));
    const known = terms(cell ?? picked);
    markPanels(shown.panels, picked, cell, known);
    if (cell) writeSymbols(frame.live, explain(cell, known, { ...state, tokens }, n));
  };
  const pick = ({ kind, i, j }) => frame.change({ picked: [kind, i, j] });

  const update = () => {
    const [picked, exponent] = [toCell(model.get("picked")), model.get("exponent")];
    state = compute(readInputs(model), picked, exponent, step);
    [...tables, decimals].forEach((control) => control.refill());
    shown.refill(state, picked, model.get("decimals"));
    one.refill(picked, terms(picked), state.numbers, n);
    detail.refill(picked, terms(picked), state, exponent, n);
    read(reading);
  };

  const rules = { inputs: INPUTS, looks: LOOKS, isValid: isValid(model), tasks: tasksOf(model) };
  const spelt = { write: writeSymbols }; // of tasks: with their letters as a formula has them
  const frame = createFrame({ model, host, title: TITLE, hint, update, ...rules, ...spelt });
  const tables = matrixTables(model, frame);
  const decimals = decimalsField(model, frame);
  const one = headline(tokens);
  const shown = wayBack(model, { onread: read, onpick: pick });
  const detail = inspector(tokens, step, (exponent) => frame.change({ exponent }));
  const fields = box("panels", ...tables.map(({ node }) => node), decimals.node);
  const change = el("details", {}, el("summary", {}, CHANGE), fields);
  const folds = [shown.ends, detail.ways, change];
  return frame.open(one.node, box("back", shown.node, detail.sum, ...folds));
};

export default { render };
