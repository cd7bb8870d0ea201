// AttentionExplorer: edit embeddings; see every stage of one head's arithmetic.
import { box } from "../shared/dom.js";
import { embeddingTable } from "../shared/fields.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, compute, isValid, readInputs } from "./compute.js";
import { markPanels, numbers, sourceChoice, stagePanel, switches } from "./panels.js";
import { HINT, STAGES, explain } from "./words.js";

const render = ({ model, el: host }) => {
  const tokens = model.get("tokens");
  const features = model.get("embeddings")[0].map((_, j) => `x${j + 1}`);
  let reading = null; // {stage, i, j} of the cell whose sum is read out

  const update = () => {
    const inputs = readInputs(model);
    const result = compute(inputs);
    controls.forEach((control) => control.refill(inputs));
    panels.forEach((panel) => panel.refill(inputs, result, model.get("decimals")));
    if (reading) read(reading);
    model.set("weights", result.weights);
    model.set("output", result.output);
    model.save_changes();
  };
  const read = (cell) => {
    reading = cell;
    markPanels(panels, cell);
    const inputs = readInputs(model);
    frame.live.textContent = explain(cell, inputs, compute(inputs), model.get("decimals"));
  };

  const title = "Attention explorer";
  const rules = { inputs: INPUTS, isValid: isValid(model) };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const table = embeddingTable(model, features, frame);
  const settings = [sourceChoice, switches, numbers].map((make) => make(model, frame));
  const controls = [table, ...settings];
  const anchors = model.get("palette").weights;
  const panels = Object.keys(STAGES).map((stage) =>
    stagePanel(stage, { tokens, features, anchors, onread: read }),
  );
  return frame.open(
    box("top", table.node, box("controls", ...settings.map(({ node }) => node))),
    box("panels", ...panels.map(({ node }) => node)),
  );
};

export default { render };
