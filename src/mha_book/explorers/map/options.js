// The switches of the layer: folded until a reader asks for them.
import { checkbox, dropdown, fold, group } from "../shared/controls.js";
import { box, el, show, write } from "../shared/dom.js";
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
  const means = el("small", { class: "mha-said" }, SET.designs);
  const refill = (inputs) => {
    heads.refill();
    design.refill();
    causal.input.checked = inputs.causal;
    placed.input.checked = inputs.placed;
    compare.refill(inputs.compare);
    const isWhole = isCompared(inputs); // then the room is the picture's
    [compare.node, means].forEach((node) => show(node, !isWhole));
  };
  const node = box("controls mha-map-controls", heads.node, design.node, also, compare.node, means);
  return { node, refill };
};

// On a phone they would be all that is in sight, so there a reader unfolds them.
const hasRoom = () => !globalThis.matchMedia?.("(max-width: 700px)").matches;

// In sight where its page's text speaks of a switch that is turned. `onchange()` runs when one
// has been turned.
export const options = (model, frame, onchange) => {
  const { node: inside, refill: refillSwitches } = switches(model, frame);
  const open = hasRoom() && !isPlain(readInputs(model));
  const { node, said } = fold(SET.options, { open, onchange }, inside);
  const refill = (inputs) => {
    refillSwitches(inputs);
    write(said, `(${sayOptions(inputs)})`);
  };
  return { node, refill };
};
