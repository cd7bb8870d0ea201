// The switches of the layer, and what it is compared with: folded until a reader asks for them.
import { checkbox, dropdown, group } from "../shared/controls.js";
import { box, el, write } from "../shared/dom.js";
import { choiceField } from "../shared/fields.js";
import { isCompared, isPlain, readInputs } from "./compute.js";
import { COMPARISONS, COUNTS, DESIGNS, SET, sayOptions } from "./option_words.js";

const switches = (model, frame) => {
  const heads = choiceField(model, frame, "num_heads", SET.heads, COUNTS);
  const design = choiceField(model, frame, "design", SET.design, DESIGNS);
  const causal = checkbox(SET.causal, (on) => frame.change({ causal: on }));
  const placed = checkbox(SET.placed, (on) => frame.change({ placed: on }));
  const comparisons = Object.entries(COMPARISONS);
  const compare = dropdown(SET.compare, comparisons, (name) => frame.change({ compare: name }));
  const also = group(SET.also, causal.node, placed.node);
  const refill = (inputs) => {
    heads.refill();
    design.refill();
    causal.input.checked = inputs.causal;
    placed.input.checked = inputs.placed;
    compare.refill(inputs.compare);
  };
  const node = box("controls mha-map-controls", heads.node, design.node, also, compare.node);
  return { node, refill };
};

// On a phone they would be all that is in sight, so there a reader unfolds them.
const hasRoom = () => !globalThis.matchMedia?.("(max-width: 700px)").matches;

// In sight where its page's text speaks of it: a switch that is turned, a comparison that begins.
export const options = (model, frame, keep, onchange) => {
  const parts = [switches(model, frame), keep];
  const said = el("span", { class: "mha-said" });
  const open = hasRoom() && !isPlain(readInputs(model));
  const summary = el("summary", {}, SET.options, said);
  const inside = parts.map((part) => part.node);
  const node = el("details", { class: "mha-options", open, onchange }, summary, ...inside);
  let wasCompared = false;
  const refill = (inputs) => {
    parts.forEach((part) => part.refill(inputs));
    write(said, `(${sayOptions(inputs)})`);
    if (isCompared(inputs) && !wasCompared && hasRoom()) node.open = true;
    wasCompared = isCompared(inputs);
  };
  return { node, refill };
};
