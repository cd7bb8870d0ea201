// The inputs of PositionExplorer: sliders, the base's field, the digits shown, and the
// buttons that move query and key together.
import { closable, group, labelled, slider } from "../shared/controls.js";
import { box, el, show, write } from "../shared/dom.js";
import { decimalsField, fill } from "../shared/fields.js";
import { formatBrief } from "../shared/format.js";
import { formatLimit, isWithin } from "../shared/limits.js";
import { limitOf } from "./compute.js";
import { QUERY, SET } from "./words.js";

// A slider for each whole number.
const wholeSlider = (name, model, { change }) => {
  const [text, describe] = SET[name];
  const limit = (width) => limitOf(name, model.get("limits"), width);
  const apply = (value) => change({ [name]: value });
  const { node, refill } = slider({ text, ...limit(model.get("width")), describe, apply });
  node.classList.add(`mha-set-${name}`);
  return { node, refill: (inputs) => refill(inputs[name], limit(inputs.width).max) };
};

// A field for any base, and a slider over its powers of ten with three digits.
const baseControl = (model, { change, numberField }) => {
  const limit = model.get("limits").base;
  const apply = (base) => change({ base });
  const field = numberField({
    name: SET.base,
    expected: formatLimit(limit),
    attributes: { step: "any", class: "mha-wide" },
    isValid: isWithin(limit),
    current: () => model.get("base"),
    apply,
  });
  const powers = slider({
    text: SET.powers,
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
  // Right below the field, whose name and number are the slider's too.
  powers.node.classList.add("mha-powers");
  return { node: el("div", {}, labelled(SET.base, field), powers.node), refill };
};

// Two buttons that move both tokens at once; where one would leave, it is closed.
const moveButtons = (model, change) => {
  const move = (step) =>
    change({ position: model.get("position") + step, key: model.get("key") + step });
  const [back, on] = [closable(SET.back, () => move(-1)), closable(SET.on, () => move(1))];
  const refill = ({ position: query, key, length }) => {
    back.close(Math.min(query, key) === 0);
    on.close(Math.max(query, key) === length - 1);
  };
  return { node: group(SET.both, box("buttons", back.node, on.node)), refill };
};

// What the open part shows: one position and a feature, or a query and a key.
const FEATURED = ["picture", "waves"];
export const isPaired = ({ part }) => ["similarity", "rotary"].includes(part);

// What moves in the drawing, to stand right beside it.
export const placeControls = (model, change) => {
  const [place, key, feature] = ["position", "key", "feature"].map((name) =>
    wholeSlider(name, model, { change }),
  );
  const both = moveButtons(model, change);
  const all = [place, key, both, feature];
  const refill = (inputs) => {
    const isPair = isPaired(inputs);
    all.forEach((control) => control.refill(inputs));
    write(place.node.querySelector("label"), isPair ? QUERY : SET.position[0]);
    [key, both].forEach(({ node: shown }) => show(shown, isPair));
    show(feature.node, FEATURED.includes(inputs.part));
    node.classList.toggle("mha-paired", isPair);
  };
  const node = box("controls mha-places", ...all.map((control) => control.node));
  return { node, refill };
};

export const settingControls = (model, frame) => {
  const [width, base] = [wholeSlider("width", model, frame), baseControl(model, frame)];
  const decimals = decimalsField(model, frame);
  const node = box("controls mha-settings", width.node, base.node, decimals.node);
  const refill = (inputs) => [width, base, decimals].forEach((control) => control.refill(inputs));
  return { node, refill };
};
