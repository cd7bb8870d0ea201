// AttentionExplorer: edit embeddings; see every stage of one head's arithmetic.
import { box, writeLines } from "../shared/dom.js";
import { embeddingTable } from "../shared/fields.js";
import { createFrame } from "../shared/frame.js";
import { hintFor } from "../shared/sight.js";
import { compute, isValid, readInputs } from "./compute.js";
import { options } from "./options.js";
import { markPanels, partsOf, stagePanel, switches } from "./panels.js";
import { tasksOf } from "./tasks.js";
import { HINT, TITLE, explain } from "./words.js";

const render = ({ model, el: host }) => {
  const tokens = model.get("tokens");
  const { inputs, stages } = partsOf(model);
  const features = model.get("embeddings")[0].map((_, j) => `x${j + 1}`);
  let reading = null; // {stage, i, j} of the cell whose sum is read out

  const update = () => {
    const state = readInputs(model);
    const result = compute(state);
    controls.forEach((control) => control.refill(state));
    panels.forEach((panel) => panel.refill(state, result, model.get("decimals")));
    if (reading) read(reading);
  };
  const marked = () => [{ stage: "embeddings", cells: table.cells }, ...panels];
  const read = (cell) => {
    reading = cell;
    const state = readInputs(model);
    markPanels(marked(), cell, state);
    writeLines(frame.live, explain(cell, state, compute(state), model.get("decimals")));
  };

  // What was read is let go: nothing is marked, and nothing told.
  const release = () => {
    reading = null;
    markPanels(marked(), null, readInputs(model));
    frame.live.textContent = hint;
  };

  const hint = hintFor(HINT);
  const rules = { inputs, isValid: isValid(model), tasks: tasksOf(model), forget: () => release() };
  const frame = createFrame({ model, host, title: TITLE, hint, update, ...rules });
  const table = embeddingTable(model, features, frame);
  const choices = [...(model.get("settings") ? [switches] : []), options];
  const set = choices.map((make) => make(model, frame));
  const controls = [table, ...set];
  const anchors = model.get("palette").weights;
  const panels = stages.map((stage) =>
    stagePanel(stage, { tokens, features, anchors, onread: read }),
  );
  const shown = [table, ...panels].map(({ node }) => node);
  host.addEventListener("keydown", ({ key }) => key === "Escape" && release());
  // All numbers stand in one row, as they are computed.
  return frame.open(box("top", ...set.map(({ node }) => node)), box("panels", ...shown));
};

export default { render };
