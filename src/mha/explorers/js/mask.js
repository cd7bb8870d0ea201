// MaskExplorer: build a mask; see what it does, and how each library wants it.
import { checkbox, dropdown, el, frame, labelled, radios } from "./frame.js";
import { fill, within } from "./inputs.js";
import { flip, maskedAttention, placeOf, unpainted } from "./masking.js";
import { mark, maskPanel, tensorPanel, titled, weightsPanel } from "./maskpanels.js";
import { explain } from "./maskwords.js";
import { decimalsField, fitsSentence } from "./sentence.js";

const FLAGS = ["causal", "padding"];
const INPUTS = ["lengths", ...FLAGS, "window", "painted", "sentence", "convention", "decimals"];
const HINT =
  "Press a cell of the mask to flip it. Point at a cell, or move to it with Tab and the arrow keys, to read it. A padding mask hides keys: rows that are padding still attend.";

const readInputs = (model) => ({
  ...Object.fromEntries(["tokens", "embeddings", ...INPUTS].map((name) => [name, model.get(name)])),
  convention: model.get("conventions").find(({ name }) => name === model.get("convention")),
});

const isCount = (model) => (x) => Number.isInteger(x) && within(0, model.get("tokens").length)(x);

const fits = (model) => (name, value) => {
  const size = model.get("tokens").length;
  const isRow = (row) => row.length === size && row.every((x) => typeof x === "boolean");
  const isSquare = (rows) => rows.length === size && rows.every(isRow);
  const batch = model.get("lengths").length;
  if (name === "lengths") return value.length === batch && value.every(isCount(model));
  if (name === "painted") return value.length === batch && value.every(isSquare);
  if (name === "window") return isCount(model)(value);
  if (name === "sentence") return Number.isInteger(value) && within(0, batch - 1)(value);
  if (name === "convention") return model.get("conventions").some((c) => c.name === value);
  return FLAGS.includes(name) ? typeof value === "boolean" : fitsSentence(model, name, value);
};

// ---- controls: each has a node to show and fills itself from the inputs ------

const countField = (model, shell, what, kept, apply) => {
  const size = model.get("tokens").length;
  const input = shell.numberField({
    what,
    expected: `a whole number from 0 to ${size}`,
    attributes: { min: 0, max: size, step: 1 },
    fine: isCount(model),
    kept,
    apply,
  });
  return { node: labelled(what, input), refill: () => fill(input, kept()) };
};

const lengthFields = (model, shell) => {
  const replace = (b, n) => model.get("lengths").map((length, c) => (c === b ? n : length));
  const field = (_, b) => {
    const apply = (n) => shell.change({ lengths: replace(b, n) });
    return countField(model, shell, `Length of sentence ${b}`, () => model.get("lengths")[b], apply);
  };
  const fields = model.get("lengths").map(field);
  const node = el("div", { class: "mha-fields" }, ...fields.map((f) => f.node));
  return { node, refill: () => fields.forEach((f) => f.refill()) };
};

const sentenceChoice = (model, { change }) => {
  const options = model.get("lengths").map((_, b) => [b, `sentence ${b}`]);
  const { node, inputs } = radios("Show", options, (b) => change({ sentence: b }));
  return { node, refill: ({ sentence }) => (inputs.get(sentence).checked = true) };
};

// A window hides later words too, so its box then says what holds anyway.
const rules = (model, shell) => {
  const causal = checkbox("later words", (on) => shell.change({ causal: on }));
  const padding = checkbox("padding", (on) => shell.change({ padding: on }));
  const implied = el("span");
  causal.node.append(implied);
  const node = el("fieldset", {}, el("legend", {}, "Hide"), causal.node, padding.node);
  const refill = ({ window, ...inputs }) => {
    causal.input.checked = inputs.causal || window > 0;
    causal.input.disabled = window > 0;
    implied.textContent = window > 0 ? ", as the window does" : "";
    padding.input.checked = inputs.padding;
  };
  return { node, refill };
};

const numbers = (model, shell) => {
  const apply = (n) => shell.change({ window: n });
  const window = countField(model, shell, "Window, 0 = none", () => model.get("window"), apply);
  const decimals = decimalsField(model, shell);
  const node = el("div", { class: "mha-fields" }, window.node, decimals.node);
  return { node, refill: () => [window, decimals].forEach((field) => field.refill()) };
};

const conventionChoice = (model, { change }) => {
  const options = model.get("conventions").map(({ name, title }) => [name, title]);
  const choice = dropdown("As wanted by", options, (name) => change({ convention: name }));
  return { node: choice.node, refill: ({ convention }) => (choice.input.value = convention.name) };
};

const render = ({ model, el: host }) => {
  const tokens = model.get("tokens");
  const slot = el("div"); // where the tensor stands
  let tensor = {};
  let reading = null; // {kind, i, j} of the cell that is read out

  const update = () => {
    const inputs = readInputs(model);
    const result = maskedAttention(inputs);
    controls.forEach((control) => control.refill(inputs));
    if (tensor.convention !== inputs.convention) showTensor(inputs);
    [...fixed, tensor].forEach((panel) => panel.fill(inputs, result));
    read(reading);
    model.set("mask", result.mask);
    model.set("weights", result.weights);
    model.save_changes();
  };
  const showTensor = (inputs) => {
    tensor = tensorPanel(inputs, (i, j) => read({ kind: "tensor", i, j }));
    slot.replaceChildren(tensor.node);
    if (reading?.kind !== "tensor") return;
    reading = null; // it is gone
    shell.live.textContent = HINT;
  };
  const read = (cell) => {
    reading = cell;
    const inputs = readInputs(model);
    mark([...fixed, tensor], cell, inputs);
    if (!cell) return;
    const result = maskedAttention(inputs);
    shell.live.textContent = explain(cell.kind, placeOf(cell, inputs), inputs, result);
  };
  const paint = (change) => shell.change({ painted: change(model.get("painted")) });

  const title = "Mask explorer";
  const shell = frame({ model, host, title, inputs: INPUTS, fits: fits(model), update, hint: HINT });
  const settings = [lengthFields, sentenceChoice, rules, numbers].map((make) => make(model, shell));
  const choice = conventionChoice(model, shell);
  const controls = [...settings, choice];
  const fixed = [
    maskPanel(tokens, {
      onread: (i, j) => read({ kind: "mask", i, j }),
      onpress: (i, j) => paint((painted) => flip(painted, { b: model.get("sentence"), i, j })),
      clear: () => paint(unpainted),
    }),
    weightsPanel(tokens, model.get("palette").weights, (i, j) => read({ kind: "weights", i, j })),
  ];
  const passed = titled("The tensor that is passed", choice.node, slot);
  return shell.open(
    el("div", { class: "mha-controls" }, ...settings.map((control) => control.node)),
    el("div", { class: "mha-tensors mha-masks" }, ...fixed.map((panel) => panel.node), passed),
  );
};

export default { render };
