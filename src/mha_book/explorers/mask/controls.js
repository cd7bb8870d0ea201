// The inputs of MaskExplorer: each has a node to show and fills itself.
import { checkbox, dropdown, group, labelled, radios } from "../shared/controls.js";
import { box, el } from "../shared/dom.js";
import { decimalsField, fill } from "../shared/fields.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { SAID } from "../shared/words.js";
import { SET } from "./words.js";

const countField = (frame, name, limit, current, apply) => {
  const input = frame.numberField({
    name,
    expected: SAID.wholeNumber(formatLimit(limit)),
    attributes: { ...limit, step: 1 },
    isValid: isWholeWithin(limit),
    current,
    apply,
  });
  return { node: labelled(name, input), refill: () => fill(input, current()) };
};

const lengthFields = (model, frame) => {
  const limit = model.get("limits").lengths;
  const field = (_, b) => {
    const current = () => model.get("lengths")[b];
    const apply = (n) => frame.change({ lengths: model.get("lengths").with(b, n) });
    return countField(frame, SET.length(b), limit, current, apply);
  };
  const fields = model.get("lengths").map(field);
  const node = box("fields", ...fields.map((each) => each.node));
  return { node, refill: () => fields.forEach((each) => each.refill()) };
};

const sentenceChoice = (model, { change }) => {
  const options = model.get("lengths").map((_, b) => [b, SET.sentence(b)]);
  const { node, inputs } = radios(SET.show, options, (b) => change({ sentence: b }));
  return { node, refill: ({ sentence }) => (inputs.get(sentence).checked = true) };
};

// A window hides later words too, so its box then says what holds anyway.
const rules = (model, { change }) => {
  const causal = checkbox(SET.later, (on) => change({ causal: on }));
  const padding = checkbox(SET.padding, (on) => change({ padding: on }));
  const implied = el("span", { class: "mha-implied" }, SET.implied); // its room stays
  causal.node.append(implied);
  const refill = ({ window, ...inputs }) => {
    causal.input.checked = inputs.causal || window > 0;
    causal.input.disabled = window > 0;
    implied.classList.toggle("mha-so", window > 0);
    padding.input.checked = inputs.padding;
  };
  return { node: group(SET.hide, causal.node, padding.node), refill };
};

const numbers = (model, frame) => {
  const limit = model.get("limits").window;
  const apply = (n) => frame.change({ window: n });
  const current = () => model.get("window");
  const window = countField(frame, SET.window, limit, current, apply);
  const decimals = decimalsField(model, frame);
  const node = box("fields", window.node, decimals.node);
  return { node, refill: () => [window, decimals].forEach((field) => field.refill()) };
};

export const conventionChoice = (model, { change }) => {
  const options = model.get("conventions").map(({ name, title }) => [name, title]);
  const choice = dropdown(SET.convention, options, (name) => change({ convention: name }));
  return { node: choice.node, refill: ({ convention }) => (choice.input.value = convention.name) };
};

export const maskControls = (model, frame) =>
  [lengthFields, sentenceChoice, rules, numbers].map((make) => make(model, frame));
