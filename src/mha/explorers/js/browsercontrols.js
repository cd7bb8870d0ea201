// The inputs of HeadBrowser. Each is shown where it has more than one value.
import { valueName } from "./browserwords.js";
import { INPUTS } from "./browsing.js";
import { dropdown, el } from "./dom.js";
import { slider } from "./inputs.js";
import { decimalsField } from "./sentence.js";

export const DECIMALS = [2, 3, 4]; // more than 4 a record does not hold

// Both kinds of control choose by place among the present choices.
const list = (text, pick) => {
  const { input, node } = dropdown(text, [], pick);
  const refill = (choices, place) => {
    const options = choices.map((choice, k) => el("option", { value: k }, String(choice)));
    input.replaceChildren(...options);
    input.value = place;
  };
  return { node, refill };
};

const line = (text, pick, words) => {
  let among = [];
  const { node, refill } = slider({ text, min: 0, max: 0, words: (k) => words(among[k]), apply: pick });
  return {
    node,
    refill: (choices, place) => {
      among = choices;
      refill(place, choices.length - 1);
    },
  };
};

const KINDS = {
  model: (pick) => list("Model", pick),
  sentence: (pick) => list("Sentence", pick),
  epoch: (pick) => line("Training epoch", pick, valueName.epoch),
  layer: (pick) => line("Layer", pick, valueName.layer),
  head: (pick) => line("Head", pick, valueName.head),
};

// `choicesOf(name)` is what an input may be now.
export const browserControls = (model, shell, choicesOf) => {
  const pick = (name) => (place) => shell.change({ [name]: choicesOf(name)[place] });
  const controls = INPUTS.map((name) => ({ name, ...KINDS[name](pick(name)) }));
  const decimals = decimalsField(model, shell, DECIMALS);
  const nodes = [...controls, decimals].map(({ node }) => node);
  const refill = (inputs) => {
    decimals.refill();
    for (const { name, node, refill } of controls) {
      const choices = choicesOf(name);
      node.hidden = choices.length < 2;
      refill(choices, choices.indexOf(inputs[name]));
    }
  };
  return { node: el("div", { class: "mha-controls" }, ...nodes), refill };
};
