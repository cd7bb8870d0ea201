// The inputs of PositionExplorer: sliders, the base's field, the digits shown, and the
// buttons that move both tokens.
import { labelled, slider } from "../shared/controls.js";
import { box, el } from "../shared/dom.js";
import { decimalsField, fill } from "../shared/fields.js";
import { formatBrief } from "../shared/format.js";
import { formatLimit, isWithin } from "../shared/limits.js";
import { limitOf } from "./compute.js";
import { waveName } from "./words.js";

const position = (t) => `position ${t}`;
const SLIDERS = {
  width: ["Width E", (width) => `${width} features`],
  position: ["Position t", position],
  other: ["Other position", position],
  feature: ["Emphasised feature", (feature) => `${feature}, ${waveName(feature)}`],
};

// A slider for each whole number.
const sliders = (model, { change }) =>
  Object.entries(SLIDERS).map(([name, [text, describe]]) => {
    const limit = (width) => limitOf(name, model.get("limits"), width);
    const apply = (value) => change({ [name]: value });
    const { node, refill } = slider({ text, ...limit(model.get("width")), describe, apply });
    return { node, refill: (inputs) => refill(inputs[name], limit(inputs.width).max) };
  });

// A field for any base, and a slider over its powers of ten with three digits.
const baseControl = (model, { change, numberField }) => {
  const limit = model.get("limits").base;
  const apply = (base) => change({ base });
  const field = numberField({
    name: "Base",
    expected: formatLimit(limit),
    attributes: { step: "any", class: "mha-wide" },
    isValid: isWithin(limit),
    current: () => model.get("base"),
    apply,
  });
  const powers = slider({
    text: "Base, by powers of ten",
    min: Math.log10(limit.min),
    max: Math.log10(limit.max),
    step: 0.01,
    describe: () => formatBrief(model.get("base")),
    apply: (power) => apply(Number((10 ** power).toPrecision(3))),
  });
  const refill = ({ base }) => {
    fill(field, base);
    powers.refill(Math.log10(base));
  };
  return { node: box("fields", labelled("Base", field), powers.node), refill };
};

export const positionControls = (model, frame) => {
  const decimals = decimalsField(model, frame);
  const [width, ...others] = sliders(model, frame);
  const all = [width, baseControl(model, frame), ...others, decimals];
  const node = box("controls", ...all.map((control) => control.node));
  return { node, refill: (inputs) => all.forEach((control) => control.refill(inputs)) };
};

// Two buttons that move both tokens at once; where one would leave, it is disabled.
export const moveButtons = (move) => {
  const button = (text, step) => el("button", { type: "button", onclick: () => move(step) }, text);
  const back = button("both one position back", -1);
  const on = button("both one position on", 1);
  const refill = ({ position: query, other: key, length }) => {
    back.disabled = Math.min(query, key) === 0;
    on.disabled = Math.max(query, key) === length - 1;
  };
  const focus = (step) => {
    const [pressed, opposite] = step < 0 ? [back, on] : [on, back];
    (pressed.disabled ? opposite : pressed).focus();
  };
  return { nodes: [back, on], refill, focus };
};
