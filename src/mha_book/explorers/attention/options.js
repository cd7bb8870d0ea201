// What a reader needs later, if at all: folded until then, and open where a link brings it.
import { checkbox, fold, group, labelled } from "../shared/controls.js";
import { box, write } from "../shared/dom.js";
import { choiceField, decimalsField, fill } from "../shared/fields.js";
import { formatLimit, isWithin } from "../shared/limits.js";
import { SET, SOURCES, sayOptions } from "./words.js";

const sourceChoice = (model, frame) =>
  choiceField(model, frame, "scores_from", SET.source, SOURCES);

const selfSwitch = (model, { change }) => {
  const self = checkbox(SET.self, (on) => change({ mask_self: on }));
  const refill = ({ maskSelf }) => (self.input.checked = maskSelf);
  return { node: group(SET.mask, self.node), refill };
};

const temperatureField = (model, frame) => {
  const limit = model.get("limits").temperature;
  const field = frame.numberField({
    name: SET.temperature,
    expected: formatLimit(limit),
    attributes: { step: 0.1 },
    isValid: isWithin(limit),
    current: () => model.get("temperature"),
    apply: (number) => frame.change({ temperature: number }),
  });
  const refill = ({ temperature }) => fill(field, temperature);
  return { node: labelled(SET.temperature, field), refill };
};

const partsOf = (model) =>
  model.get("settings")
    ? [sourceChoice, selfSwitch, temperatureField, decimalsField]
    : [decimalsField];

export const options = (model, frame) => {
  const parts = partsOf(model).map((make) => make(model, frame));
  const decimalsAtFirst = model.get("decimals");
  const isPlain = ({ scoresFrom, maskSelf, temperature, settings }) =>
    model.get("decimals") === decimalsAtFirst &&
    (!settings || (scoresFrom === "products" && !maskSelf && temperature === 1));
  const inside = box("controls", ...parts.map((part) => part.node));
  const { node, said } = fold(SET.options, {}, inside);
  let wasPlain = true;
  const refill = (inputs) => {
    parts.forEach((part) => part.refill(inputs));
    write(said, `(${sayOptions(inputs, model.get("decimals"))})`);
    if (wasPlain && !isPlain(inputs)) node.open = true;
    wasPlain = isPlain(inputs);
  };
  return { node, refill };
};
