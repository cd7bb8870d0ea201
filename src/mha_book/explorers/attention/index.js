// AttentionExplorer: edit embeddings; see every stage of one head's arithmetic.
import { box } from "../shared/dom.js";
import { embeddingTable } from "../shared/fields.js";
import { createFrame } from "../shared/frame.js";
import { compute, isValid, readInputs } from "./compute.js";
import { markPanels, partsOf, stagePanel } from "./panels.js";
import { tasksOf } from "./tasks.js";
import { HINT, TITLE, explain } from "./words.js";

const render = ({ model, el: host }) => {
  const tokens = model.get("tokens");
  const { inputs, settings, stages } = partsOf(model);
  const features = model.get("embeddings")[0].map((_, j) => `x${j + 1}`);
  let reading = null; // {stage, i, j} of the cell whose sum is read out

  const update = () => {
    const state = readInputs(model);
    const result = compute(state);
    controls.forEach((control) => control.refill(state));
    panels.forEach((panel) => panel.refill(state, result, model.get("decimals")));
    if (reading) read(reading);
  };
  const read = (cell) => {
    reading = cell;
    markPanels(panels, cell);
    const state = readInputs(model);
    frame.live.textContent = explain(cell, state, compute(state), model.get("decimals"));
  };

  const rules = { inputs, isValid: isValid(model), tasks: tasksOf(model) };
  const frame = createFrame({ model, host, title: TITLE, hint: HINT, update, ...rules });
  const table = embeddingTable(model, features, frame);
  const choices = settings.map((make) => make(model, frame));
  const controls = [table, ...choices];
  const anchors = model.get("palette").weights;
  const panels = stages.map((stage) =>
    stagePanel(stage, { tokens, features, anchors, onread: read }),
  );
  const [set, shown] = [choices, panels].map((parts) => parts.map(({ node }) => node));
  // With little to set all stands in one row, as it is computed.
  return model.get("settings")
    ? frame.open(box("top", table.node, box("controls", ...set)), box("panels", ...shown))
    : frame.open("", box("panels", table.node, ...shown, ...set));
};

export default { render };
