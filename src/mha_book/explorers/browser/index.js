// HeadBrowser: who attends to whom, in every head of a trained model.
import { box } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { createChoice } from "./choice.js";
import { INPUTS, compute, derive, isValid, patternsOf, readInputs, sizesOf } from "./compute.js";
import { browserControls } from "./controls.js";
import { linePicture } from "./lines.js";
import { headline, heatmap, overview, patternNote } from "./panels.js";
import { tasksOf } from "./tasks.js";
import { HINT, explainChoice } from "./words.js";

const render = ({ model, el: host }) => {
  const [records, palette] = [model.get("records"), model.get("palette")];
  const shown = box("browser");
  const view = {}; // the panels, the record that they show, its patterns, one head's weights

  // Marks and reads what is chosen, in the grid and between the lines alike.
  const read = () => {
    const [chosen, decimals] = [choice.now(), model.get("decimals")];
    view.heatmap.choose(chosen, view.weights);
    view.lines.choose(chosen, choice.isHeld(), decimals);
    frame.live.textContent = explainChoice(chosen, view, decimals);
    frame.judge();
  };
  const choice = createChoice(read);

  // Other words or another number of heads need other tables; what was chosen is gone.
  const build = (record) => {
    view.lines = linePicture(record.tokens, palette, choice);
    view.heatmap = heatmap(record.tokens, palette, choice);
    view.overview = overview(sizesOf(record), palette, {
      onread: (layer, head) => choice.point({ layer, head }),
      onpress: (layer, head) => frame.change({ layer, head }),
    });
    const panels = [head, view.lines, view.heatmap, view.overview, note];
    shown.replaceChildren(...panels.map(({ node }) => node));
    choice.forget();
  };
  const showRecord = (record) => {
    const shape = ({ tokens, weights }) => JSON.stringify([tokens, sizesOf({ weights })]);
    if (!view.record || shape(view.record) !== shape(record)) build(record);
    Object.assign(view, { record, patterns: patternsOf(record) });
    view.overview.draw(record, view.patterns);
  };

  const update = () => {
    const [inputs, decimals] = [readInputs(model), model.get("decimals")];
    const result = compute(records, inputs);
    if (view.record !== result.record) showRecord(result.record);
    view.weights = result.weights;
    controls.refill(inputs);
    head.refill(inputs, result.pattern);
    view.lines.refill(result, decimals);
    view.heatmap.refill(result, decimals);
    view.overview.choose(inputs);
    note.refill(result.pattern, decimals);
    read();
  };

  const title = "Head browser";
  const asked = { tasks: tasksOf(model, choice) };
  const rules = { inputs: INPUTS, isValid: isValid(model), derive: derive(model), ...asked };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const controls = browserControls(model, frame);
  const [head, note] = [headline(), patternNote()];
  shown.addEventListener("keydown", ({ key }) => key === "Escape" && choice.release());
  frame.onResize(shown, () => view.heatmap.fit());
  return frame.open(controls.node, shown);
};

export default { render };
