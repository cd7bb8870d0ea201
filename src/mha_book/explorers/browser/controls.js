// The inputs of HeadBrowser. Each is shown where it has more than one value.
import { dropdown, slider } from "../shared/controls.js";
import { box, el } from "../shared/dom.js";
import { decimalsField } from "../shared/fields.js";
import { CHOICES, optionsOf, readInputs } from "./compute.js";
import { playButton } from "./play.js";
import { SET, valueNames } from "./words.js";

// Both kinds of control choose by place among the present options.
const list = (text) => (pick) => {
  const { input, node } = dropdown(text, [], pick);
  const refill = (options, place) => {
    const shown = options.map((option, k) => el("option", { value: k }, String(option)));
    input.replaceChildren(...shown);
    input.value = place;
  };
  return { node, refill };
};

const line = (text, valueName, hint) => (pick) => {
  let present = [];
  const describe = (place) => valueName(present[place]);
  const { node, refill } = slider({ text, hint, min: 0, max: 0, describe, apply: pick });
  return {
    node,
    refill: (options, place) => {
      present = options;
      refill(place, options.length - 1);
    },
  };
};

const MAKERS = {
  model: list(SET.model),
  sentence: list(SET.sentence),
  epoch: line(SET.epoch, valueNames.epoch),
  layer: line(SET.layer, valueNames.layer),
  head: line(SET.head, valueNames.head, SET.average),
};

// From the first epoch to the last, or from where the reader is.
const playEpochs = (model, { change, onClose }, options) => {
  const place = () => options().indexOf(readInputs(model).epoch);
  const go = (k, isWalking) => change({ epoch: options()[k] }, isWalking);
  return playButton(onClose, {
    isLast: () => place() === options().length - 1,
    rewind: () => go(0),
    next: (isWalking) => go(place() + 1, isWalking),
  });
};

export const browserControls = (model, frame) => {
  const present = (name) => optionsOf(name, model.get("records"), readInputs(model));
  const pick = (name) => (place) => frame.change({ [name]: present(name)[place] });
  const controls = CHOICES.map((name) => ({ name, ...MAKERS[name](pick(name)) }));
  const decimals = decimalsField(model, frame);
  const { node: epochs } = controls.find(({ name }) => name === "epoch");
  epochs.append(playEpochs(model, frame, () => present("epoch")));
  const refill = (inputs) => {
    decimals.refill();
    for (const { name, node, refill: refillOne } of controls) {
      const options = present(name);
      node.hidden = options.length < 2;
      refillOne(options, options.indexOf(inputs[name]));
    }
  };
  // Lists stand before sliders: on a phone they share a row.
  const firstSlider = CHOICES.indexOf("epoch");
  const all = controls.toSpliced(firstSlider, 0, decimals);
  return { node: box("controls", ...all.map(({ node }) => node)), refill };
};
