// HeadBrowser: who attends to whom, in every head of a trained model.
import { createFrame } from "../shared/frame.js";
import { INPUTS, compute, derive, isValid, readInputs } from "./compute.js";
import { browserControls } from "./controls.js";
import { hint } from "./hint.js";
import { tasksOf } from "./tasks.js";
import { headsView } from "./view.js";
import { TITLE } from "./words.js";

const render = ({ model, el: host }) => {
  const [records, palette] = [model.get("records"), model.get("palette")];
  const view = headsView({
    palette,
    decimals: () => model.get("decimals"),
    onhead: (chosen) => frame.change(chosen),
    onread: (text) => {
      frame.live.textContent = text;
      frame.judge();
    },
  });

  const update = () => {
    const inputs = readInputs(model);
    controls.refill(inputs);
    view.show(inputs, compute(records, inputs));
  };

  const asked = { tasks: tasksOf(model, view.choice) };
  const rules = { inputs: INPUTS, isValid: isValid(model), derive: derive(model), ...asked };
  const frame = createFrame({ model, host, title: TITLE, hint: hint(), update, ...rules });
  const controls = browserControls(model, frame);
  frame.onResize(view.node, view.fit);
  return frame.open(controls.node, view.node);
};

export default { render };
