// HeadBrowser: who attends to whom, in every head of a trained model.
import { box } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, compute, derive, isValid, patternsOf, readInputs, sizesOf } from "./compute.js";
import { browserControls } from "./controls.js";
import { heatmap, overview, patternNote } from "./panels.js";
import { HINT, explain, explainHead } from "./words.js";

const render = ({ model, el: host }) => {
  const [records, palette] = [model.get("records"), model.get("palette")];
  const shown = box("browser");
  const view = {}; // the panels, the record that they show, its patterns
  let reread = () => {}; // marks and reads again what was read last

  const read = (again) => {
    reread = again;
    again();
  };
  const readCell = (i, j) => {
    const { record, weights } = compute(records, readInputs(model));
    view.heatmap.markCell({ i, j }, weights);
    frame.live.textContent = explain(i, j, weights, record.tokens, model.get("decimals"));
  };
  const readHead = (layer, head) => {
    view.heatmap.markCell(null);
    const pattern = view.patterns[layer][head];
    frame.live.textContent = explainHead({ layer, head }, pattern, model.get("decimals"));
  };

  // Other words or another number of heads need other tables; what was read is gone.
  const build = (record) => {
    view.heatmap = heatmap(record.tokens, palette, (i, j) => read(() => readCell(i, j)));
    view.overview = overview(sizesOf(record), palette, {
      onread: (layer, head) => read(() => readHead(layer, head)),
      onpress: (layer, head) => frame.change({ layer, head }),
    });
    const chosen = box("heatmap", view.heatmap.node, note.node);
    shown.replaceChildren(chosen, view.overview.node);
    read(() => (frame.live.textContent = HINT));
  };
  const showRecord = (record) => {
    const shape = ({ tokens, weights }) => JSON.stringify([tokens, sizesOf({ weights })]);
    if (!view.record || shape(view.record) !== shape(record)) build(record);
    Object.assign(view, { record, patterns: patternsOf(record) });
    view.overview.draw(record, view.patterns);
  };

  const update = () => {
    const inputs = readInputs(model);
    const result = compute(records, inputs);
    if (view.record !== result.record) showRecord(result.record);
    controls.refill(inputs);
    view.heatmap.refill(inputs, result, model.get("decimals"));
    view.overview.choose(inputs);
    note.refill(result.pattern, model.get("decimals"));
    reread();
    model.set("weights", result.weights);
    model.set("strongest", result.strongest);
    model.save_changes();
  };

  const title = "Head browser";
  const rules = { inputs: INPUTS, isValid: isValid(model), derive: derive(model) };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const controls = browserControls(model, frame);
  const note = patternNote();
  frame.onResize(shown, () => view.heatmap.fit());
  return frame.open(controls.node, shown);
};

export default { render };
