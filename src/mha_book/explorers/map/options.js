// The switches of the layer: folded until a reader asks for them.
import { checkbox, dropdown, fold, group } from "../shared/controls.js";
import { box, el, show, write } from "../shared/dom.js";
import { choiceField } from "../shared/fields.js";
import { isCompared, printedMask } from "./compute.js";
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

// What is set stands beside their name. `onchange()` runs when a switch has been turned.
export const options = (model, frame, onchange) => {
  const { node: inside, refill: refillSwitches } = switches(model, frame);
  const { node, said } = fold(SET.options, { onchange }, inside);
  const refill = (inputs) => {
    refillSwitches(inputs);
    write(said, `(${sayOptions({ ...inputs, causal: printedMask(inputs) })})`);
  };
  const close = () => (node.open = false);
  return { node, refill, fold: close };
};
