// TensorLayoutExplorer: where each element of a reshaped tensor sits in memory.
import { box, el, note } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { hintFor } from "../shared/sight.js";
import { INPUTS, SIZES, isValid, tensorsOf } from "./compute.js";
import { sizeFields, stepChoice, tensorPanel } from "./panels.js";
import { tasksOf } from "./tasks.js";
import { HINT, TITLE, explain, legend } from "./words.js";

const render = ({ model, el: host }) => {
  const hint = hintFor(HINT);
  const [words, shown] = [note(""), box("tensors")];
  let reading = null; // {tensor, index} of the element that is read out

  const sizes = () => SIZES.map((name) => model.get(name));
  const update = () => {
    const tensors = tensorsOf(model.get("step"), sizes());
    controls.forEach((control) => control.refill());
    words.textContent = legend(sizes());
    [reading, frame.live.textContent] = [null, hint]; // what was read may be gone
    const read = (tensor) => (index) => {
      reading = { tensor, index };
      panels.forEach(({ mark }, k) => mark(tensor === tensors[k] ? index : null));
      frame.live.textContent = explain(tensor, index);
      frame.judge();
    };
    const panels = tensors.map((tensor) => tensorPanel(tensor, tensors[0], read(tensor)));
    shown.replaceChildren(...panels.map(({ node }) => node));
  };

  const tasks = tasksOf(model, () => reading);
  const rules = { inputs: INPUTS, isValid: isValid(model), tasks };
  const frame = createFrame({ model, host, title: TITLE, hint, update, ...rules });
  const controls = [stepChoice, sizeFields].map((make) => make(model, frame));
  return frame.open(box("top", ...controls.map(({ node }) => node)), el("div", {}, words, shown));
};

export default { render };
