// The parts of TensorLayoutExplorer: its controls, and a panel for each tensor.
import { labelled } from "../shared/controls.js";
import { box, el, facts, note, title } from "../shared/dom.js";
import { choiceField } from "../shared/fields.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { offset } from "../shared/strides.js";
import { tensorTables } from "../shared/tensors.js";
import { SIZES, tokenOf } from "./compute.js";
import { SIZE_NAMES, STEPS, explain, factsOf, verdict } from "./words.js";

export const stepChoice = (model, frame) => choiceField(model, frame, "step", "Step", STEPS);

const sizeField = (size, model, frame) => {
  const [name, limit] = [SIZE_NAMES[size], model.get("limits")[size]];
  const input = frame.numberField({
    name,
    expected: `a whole number from ${formatLimit(limit)}`,
    attributes: { ...limit, step: 1 },
    isValid: isWholeWithin(limit),
    current: () => model.get(size),
    apply: (number) => frame.change({ [size]: number }),
  });
  return { node: labelled(name, input), refill: () => (input.value = model.get(size)) };
};

export const sizeFields = (model, frame) => {
  const fields = SIZES.map((size) => sizeField(size, model, frame));
  const refill = () => fields.forEach((field) => field.refill());
  return { node: box("fields", ...fields.map(({ node }) => node)), refill };
};

// ---- one tensor: its facts, its memory, its elements ----------------------------

const memoryStrip = ({ storage }) => {
  const cells = storage.map((value) =>
    el("li", { class: `mha-token-${tokenOf(value)}` }, String(value)),
  );
  return { list: el("ol", { class: "mha-strip" }, ...cells), cells };
};

const fillElement = (cell, { storage, strides }, index) => {
  const place = offset(index, strides);
  cell.append(String(storage[place]), el("sub", {}, `@${place}`));
  cell.classList.add(`mha-token-${tokenOf(storage[place])}`);
};

const elementTables = (tensor, onread) =>
  tensorTables(tensor, {
    rowName: (index) => `${tensor.axes.at(-2)} ${index.at(-1)}`,
    columnName: (k) => `${tensor.axes.at(-1)} ${k}`,
    each: (cell, index) => fillElement(cell, tensor, index),
    onread,
  });

export const tensorPanel = (tensor, live) => {
  const memory = memoryStrip(tensor);
  const onread = (index) => {
    memory.cells.forEach((cell) => cell.classList.remove("mha-read"));
    memory.cells[offset(index, tensor.strides)].classList.add("mha-read");
    live.textContent = explain(tensor, index);
  };
  return box(
    tensor.isWrong ? "tensor mha-wrong" : "tensor",
    title(verdict(tensor), el("code", {}, tensor.code)),
    facts(factsOf(tensor)),
    note("Its memory, cell by cell:"),
    memory.list,
    box("panels", ...elementTables(tensor, onread)),
  );
};
