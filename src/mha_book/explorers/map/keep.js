// The button that keeps the present state, to compare what comes later with it, and ends that.
import { box, el, write } from "../shared/dom.js";
import { isHolding, readInputs, stateOf } from "./compute.js";
import { KEEP, sayOptions } from "./words.js";

export const keeper = (model, { change }) => {
  const onclick = () => {
    const inputs = readInputs(model);
    change({ held: isHolding(inputs) ? {} : stateOf(inputs) });
  };
  const button = el("button", { type: "button", onclick });
  const said = el("span", { class: "mha-said" });
  const refill = (inputs) => {
    const isOn = isHolding(inputs);
    write(button, isOn ? KEEP.end : KEEP.begin);
    write(said, isOn ? `Kept: ${sayOptions(inputs.held)}` : "");
  };
  return { node: box("line mha-keep", button, said), refill };
};
