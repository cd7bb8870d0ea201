// TensorLayoutExplorer: where each element of a reshaped tensor sits in memory.
import { box } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, SIZES, isValid, tensorsOf } from "./compute.js";
import { sizeFields, stepChoice, tensorPanel } from "./panels.js";
import { HINT } from "./words.js";

const render = ({ model, el: host }) => {
  const shown = box("tensors");

  const update = () => {
    const sizes = SIZES.map((name) => model.get(name));
    const tensors = tensorsOf(model.get("step"), sizes);
    controls.forEach((control) => control.refill());
    frame.live.textContent = HINT; // what was read may be gone
    shown.replaceChildren(...tensors.map((tensor) => tensorPanel(tensor, frame.live)));
  };

  const title = "Tensor layout explorer";
  const rules = { inputs: INPUTS, isValid: isValid(model) };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const controls = [stepChoice, sizeFields].map((make) => make(model, frame));
  return frame.open(box("top", ...controls.map(({ node }) => node)), shown);
};

export default { render };
