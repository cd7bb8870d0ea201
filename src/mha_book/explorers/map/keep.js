// What the map is compared with as a whole: a button keeps the present state, to compare what
// comes later with it; a list has known faults; the button ends either. While it is compared,
// all of it is one line: a button leads to the first number that moved, which may be many arrow
// keys away, and a choice prints the numbers of the other state.
import { dropdown, radios } from "../shared/controls.js";
import { box, el, show, write } from "../shared/dom.js";
import { isCompared, isHolding, readInputs, stateOf } from "./compute.js";
import { KEEP, sayOptions } from "./option_words.js";

// Whose numbers are printed: the map's own, or those of what it is compared with.
const whose = ({ change }, names) => {
  const options = names.map((name, k) => [k, name]);
  const { node, inputs } = radios(KEEP.numbers, options, (k) => change({ other: k === 1 }));
  const refill = (isShown, other) => {
    show(node, isShown);
    inputs.get(Number(other)).checked = true;
  };
  return { node, refill };
};

export const keeper = (model, frame, { goTo, onchange }) => {
  const onclick = () => {
    const inputs = readInputs(model);
    const none = { held: {}, fault: "", other: false };
    frame.change(isCompared(inputs) ? none : { held: stateOf(inputs) });
  };
  const button = el("button", { type: "button", onclick });
  const titles = Object.entries(model.get("faults")).map(([name, { title }]) => [name, title]);
  // What a fault moves comes out at the end, so the whole layer is shown.
  const choose = (fault) => frame.change(fault ? { fault, step: 0 } : { fault, other: false });
  const list = dropdown(KEEP.fault, [["", KEEP.none], ...titles], choose);
  let first = ""; // a cell
  const lead = el(
    "button",
    { type: "button", class: "mha-to-first", onclick: () => goTo(first) },
    KEEP.first,
  );
  // `place` is where the button stands: where there is little room, beside what walks on.
  const offer = (cell, place) => {
    first = cell;
    if (lead.parentNode !== place) place.append(lead);
    show(lead, cell !== "");
  };
  const said = el("span", { class: "mha-said" });
  const [faulty, kept] = [KEEP.faulty, KEEP.kept].map((names) => whose(frame, names));
  // The options that were others when it was kept.
  const sayKept = (inputs) => {
    const [now, then] = [inputs, inputs.held].map((each) => sayOptions(each).split(", "));
    const others = then.filter((option) => !now.includes(option));
    return others.length ? KEEP.with(others.join(", ")) : "";
  };
  const refill = (inputs) => {
    const isOn = isCompared(inputs);
    node.classList.toggle("mha-on", isOn);
    write(button, isOn ? KEEP.end : KEEP.begin);
    list.refill(inputs.fault);
    show(list.node, !isHolding(inputs));
    faulty.refill(inputs.fault !== "", inputs.other);
    kept.refill(isHolding(inputs), inputs.other);
    write(said, isHolding(inputs) ? sayKept(inputs) : "");
  };
  const shown = [faulty.node, kept.node, lead, said];
  const node = box("line mha-keep", button, list.node, ...shown);
  node.addEventListener("change", onchange);
  return { node, refill, offer };
};
