// The inputs of PositionExplorer: sliders, the base's field, the digits shown.
import { brief } from "./core.js";
import { el, labelled } from "./dom.js";
import { fill, slider, within } from "./inputs.js";
import { waveName } from "./placewords.js";
import { decimalsField } from "./sentence.js";
import { LENGTH } from "./waves.js";

const [LOWEST, HIGHEST] = [10, 100000];

export const isBase = within(LOWEST, HIGHEST);

// What whole-numbered inputs may be, from 0 or `min` to `max`.
export const limits = {
  width: () => ({ min: 2, max: 32 }),
  position: () => ({ min: 0, max: LENGTH - 1 }),
  other: () => ({ min: 0, max: LENGTH - 1 }),
  feature: (width) => ({ min: 0, max: width - 1 }),
};

const place = (t) => `place ${t}`;
const SLIDERS = {
  width: ["Width E", (width) => `${width} features`],
  position: ["Position t", place],
  other: ["Other position", place],
  feature: ["Emphasised feature", (feature) => `${feature}, ${waveName(feature)}`],
};

// A slider for each whole number.
const sliders = (inputs, { change }) =>
  Object.entries(SLIDERS).map(([name, [text, words]]) => {
    const apply = (value) => change({ [name]: value });
    const { node, refill } = slider({ text, ...limits[name](inputs.width), words, apply });
    return { node, refill: (now) => refill(now[name], limits[name](now.width).max) };
  });

// A field for any base, and a slider over its powers of ten with three digits.
const baseControl = (model, { change, numberField }) => {
  const apply = (base) => change({ base });
  const field = numberField({
    what: "Base",
    expected: `${LOWEST} to ${HIGHEST}`,
    attributes: { step: "any", class: "mha-wide" },
    fine: isBase,
    kept: () => model.get("base"),
    apply,
  });
  const { node, refill } = slider({
    text: "Base, by powers of ten",
    min: Math.log10(LOWEST),
    max: Math.log10(HIGHEST),
    step: 0.01,
    words: () => brief(model.get("base")),
    apply: (power) => apply(Number((10 ** power).toPrecision(3))),
  });
  const both = el("div", { class: "mha-fields" }, labelled("Base", field), node);
  return {
    node: both,
    refill: ({ base }) => {
      fill(field, base);
      refill(Math.log10(base));
    },
  };
};

export const placeControls = (inputs, model, shell) => {
  const decimals = decimalsField(model, shell);
  const [width, ...others] = sliders(inputs, shell);
  const all = [width, baseControl(model, shell), ...others, decimals];
  const node = el("div", { class: "mha-controls" }, ...all.map((control) => control.node));
  return { node, refill: (now) => all.forEach((control) => control.refill(now)) };
};
