// TensorLayoutExplorer: where each element of a reshaped tensor sits in memory.
import { indices, isContiguous, offset, reshape, startTensor, swapAxes } from "./core.js";
import { el, facts, frame, labelled, radios } from "./frame.js";
import { tensorTables } from "./tensors.js";

const SIZES = {
  batch: ["B, sentences", 1, 2],
  tokens: ["T, tokens", 1, 4],
  heads: ["H, heads", 1, 3],
  head_dim: ["D, features a head", 1, 3],
};
const STEPS = [
  ["start", "the tensor x"],
  ["view", "view: cut each token into heads"],
  ["split", "transpose: heads before tokens"],
  ["merge", "and back: merge the heads"],
];
const INPUTS = ["step", ...Object.keys(SIZES)];

const HINT =
  "Tens name the token, units the feature. Point at a cell, or move to it with Tab and the arrow keys, to find it in memory.";

const fits = (name, x) => {
  if (name === "step") return STEPS.some(([step]) => step === x);
  const [, low, high] = SIZES[name];
  return Number.isInteger(x) && x >= low && x <= high;
};

// What each step shows: the right tensor, then, where there is one, the wrong one.
const tensorsOf = (step, [b, t, h, d]) => {
  const x = startTensor(b, t, h * d);
  const cut = reshape(x, [b, t, h, d]);
  const heads = swapAxes(cut, 1, 2);
  const joined = [b, t, h * d];
  const steps = {
    start: [{ code: "x", axes: "BTE", ...x }],
    view: [{ code: "x.view(B, T, H, D)", axes: "BTHD", ...cut }],
    split: [
      { code: "x.view(B, T, H, D).transpose(1, 2)", axes: "BHTD", ...heads },
      { code: "x.view(B, H, T, D)", axes: "BHTD", ...reshape(x, [b, h, t, d]) },
    ],
    merge: [
      {
        code: "heads.transpose(1, 2).reshape(B, T, E)",
        axes: "BTE",
        ...reshape(swapAxes(heads, 1, 2), joined),
      },
      { code: "heads.reshape(B, T, E)", axes: "BTE", ...reshape(heads, joined) },
    ],
  };
  const [right, other] = steps[step];
  return other ? [right, { ...other, wrong: String(read(other)) !== String(read(right)) }] : [right];
};

const read = ({ storage, shape, strides }) =>
  indices(shape).map((index) => storage[offset(index, strides)]);

const titleOf = ({ wrong }) => {
  if (wrong === undefined) return "";
  return wrong ? "✗ wrong: " : "no difference here: ";
};

// The element's place in memory, as a sum over its axes.
const explain = ({ storage, strides }, index) => {
  const place = offset(index, strides);
  const sum = index.map((k, a) => `${k}·${strides[a]}`).join(" + ");
  const value = storage[place];
  const [sentence, token, feature] = [Math.floor(value / 100), tokenOf(value), value % 10];
  const owner = `sentence ${sentence}, token ${token}, feature ${feature}`;
  return `element [${index.join(", ")}]: ${sum} = memory cell ${place}, which holds ${value} (${owner})`;
};

const tokenOf = (value) => Math.floor(value / 10) % 10;

// ---- one tensor: its facts, its memory, its elements ----------------------------

const factsOf = (tensor) => [
  ["shape", `(${tensor.shape.join(", ")})`],
  ["strides", `(${tensor.strides.join(", ")})`],
  ["contiguous", isContiguous(tensor) ? "yes" : "no"],
  ["memory", tensor.copied ? "a new copy" : "shared with x"],
];

const memoryStrip = ({ storage }) => {
  const cells = storage.map((value) => el("li", { class: `mha-token-${tokenOf(value)}` }, String(value)));
  return { list: el("ol", { class: "mha-strip" }, ...cells), cells };
};

const elementTables = (tensor, onread) =>
  tensorTables(tensor, {
    rowName: (index) => `${tensor.axes.at(-2)} ${index.at(-1)}`,
    columnName: (k) => `${tensor.axes.at(-1)} ${k}`,
    each: (cell, index) => fillCell(cell, tensor, index),
    onread,
  });

const fillCell = (cell, { storage, strides }, index) => {
  const place = offset(index, strides);
  cell.append(String(storage[place]), el("sub", {}, `@${place}`));
  cell.classList.add(`mha-token-${tokenOf(storage[place])}`);
};

const panel = (tensor, live) => {
  const memory = memoryStrip(tensor);
  const onread = (index) => {
    memory.cells.forEach((cell) => cell.classList.remove("mha-read"));
    memory.cells[offset(index, tensor.strides)].classList.add("mha-read");
    live.textContent = explain(tensor, index);
  };
  return el(
    "div",
    { class: `mha-tensor${tensor.wrong ? " mha-wrong" : ""}` },
    el("p", { class: "mha-title" }, titleOf(tensor), el("code", {}, tensor.code)),
    facts(factsOf(tensor)),
    el("p", { class: "mha-note" }, "Its memory, cell by cell:"),
    memory.list,
    el("div", { class: "mha-panels" }, ...elementTables(tensor, onread)),
  );
};

const render = ({ model, el: host }) => {
  const shown = el("div", { class: "mha-tensors" });

  const update = () => {
    const sizes = Object.keys(SIZES).map((name) => model.get(name));
    const tensors = tensorsOf(model.get("step"), sizes);
    step.inputs.get(model.get("step")).checked = true;
    fields.forEach(({ input, name }) => (input.value = model.get(name)));
    shell.live.textContent = HINT; // what was read may be gone
    shown.replaceChildren(...tensors.map((tensor) => panel(tensor, shell.live)));
    model.set("shape", tensors[0].shape);
    model.set("strides", tensors[0].strides);
    model.set("contiguous", isContiguous(tensors[0]));
    model.save_changes();
  };

  const shell = frame({
    model,
    host,
    title: "Tensor layout explorer",
    inputs: INPUTS,
    fits,
    update,
    hint: HINT,
  });
  const step = radios("Step", STEPS, (value) => shell.change({ step: value }));
  const fields = Object.entries(SIZES).map(([name, [what, min, max]]) => {
    const input = shell.numberField({
      what,
      expected: `a whole number from ${min} to ${max}`,
      attributes: { min, max, step: 1 },
      fine: (x) => fits(name, x),
      kept: () => model.get(name),
      apply: (x) => shell.change({ [name]: x }),
    });
    return { name, input, node: labelled(what, input) };
  });
  const sizes = el("div", { class: "mha-fields" }, ...fields.map((field) => field.node));
  return shell.open(el("div", { class: "mha-top" }, step.node, sizes), shown);
};

export default { render };
