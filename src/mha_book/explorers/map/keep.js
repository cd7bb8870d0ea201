// What the map is compared with as a whole: a button keeps the present state, to compare what
// comes later with it; a list has known faults; the button ends either; and one more leads to
// the first number that moved, which may be many arrow keys away.
import { dropdown } from "../shared/controls.js";
import { box, el, show, write } from "../shared/dom.js";
import { isCompared, isHolding, readInputs, stateOf } from "./compute.js";
import { KEEP, sayOptions } from "./option_words.js";

export const keeper = (model, { change }, goTo) => {
  const onclick = () => {
    const inputs = readInputs(model);
    const isOn = isCompared(inputs);
    change(isOn ? { held: {}, fault: "" } : { held: stateOf(inputs) });
  };
  const button = el("button", { type: "button", onclick });
  const titles = Object.entries(model.get("faults")).map(([name, { title }]) => [name, title]);
  const list = dropdown(KEEP.fault, [["", KEEP.none], ...titles], (fault) => change({ fault }));
  let first = ""; // a cell
  const lead = el("button", { type: "button", onclick: () => goTo(first) }, KEEP.first);
  const offer = (cell) => {
    first = cell;
    show(lead, cell !== "");
  };
  const said = el("span", { class: "mha-said" });
  const refill = (inputs) => {
    write(button, isCompared(inputs) ? KEEP.end : KEEP.begin);
    list.refill(inputs.fault);
    write(said, isHolding(inputs) ? KEEP.kept(sayOptions(inputs.held)) : "");
  };
  return { node: box("line mha-keep", button, list.node, lead, said), refill, offer };
};
