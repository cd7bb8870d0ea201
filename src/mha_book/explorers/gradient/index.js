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
  let isTried = false; // the task, by what was done last
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
    const { isOpen, waits } = frame.task();
    const sum = cell && explain(cell, known, { ...state, tokens }, n);
    const said = [sum, isTried && isOpen && waits()].filter(Boolean).join("\n");
    writeSymbols(frame.live, said || hint);
  };
  const look = (cell) => ((isTried = false), read(cell));
  const pick = (cell) => {
    isTried = true;
    frame.change({ picked: [cell.kind, cell.i, cell.j] });
    read(cell);
  };
  // Where a task asks for other numbers, it is told how far they are, and no sum of one.
  const retype = (values) => {
    isTried = Boolean(frame.task().isOfNumbers);
    if (isTried) reading = null;
    frame.change(values);
  };
  const forget = () => (isTried = false);

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
  const frame = createFrame({
    model,
    host,
    title: TITLE,
    hint,
    update,
    forget,
    ...rules,
    ...spelt,
  });
  const tables = matrixTables(model, { ...frame, change: retype });
  const decimals = decimalsField(model, frame);
  const one = headline(tokens);
  const shown = wayBack(model, { onread: look, onpick: pick });
  const detail = inspector(tokens, step, (exponent) => frame.change({ exponent }));
  const fields = box("panels", ...tables.map(({ node }) => node), decimals.node);
  const numbers = el("details", {}, el("summary", {}, CHANGE), fields);
  const folds = [shown.ends, detail.ways, numbers];
  return frame.open(one.node, box("back", shown.node, detail.sum, ...folds));
};

export default { render };
