// The parts of TensorLayoutExplorer: its controls, and a panel for each tensor.
import { labelled } from "../shared/controls.js";
import { asCode, box, el, facts, note, title } from "../shared/dom.js";
import { choiceField } from "../shared/fields.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { indices, offset } from "../shared/strides.js";
import { tensorTables } from "../shared/tensors.js";
import { SAID } from "../shared/words.js";
import { SIZES, digits, elementAt, tokenOf } from "./compute.js";
import {
  MEMORY,
  SIZE_NAMES,
  STEP,
  STEPS,
  complaint,
  factsOf,
  partName,
  secondName,
  verdict,
} from "./words.js";

export const stepChoice = (model, frame) => choiceField(model, frame, "step", STEP, STEPS);

const sizeField = (size, model, frame) => {
  const [name, limit] = [SIZE_NAMES[size], model.get("limits")[size]];
  const input = frame.numberField({
    name,
    expected: SAID.wholeNumber(formatLimit(limit)),
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

// ---- one tensor: its elements, its memory, its facts ----------------------------

const tint = (value) => `mha-token-${tokenOf(value)}`;

// Each cell of memory, with its place beneath.
const memoryStrip = ({ storage }) => {
  const cells = storage.map((value, place) =>
    el("li", { class: tint(value) }, digits(value), el("small", {}, String(place))),
  );
  return { list: el("ol", { class: "mha-strip" }, ...cells), cells };
};

const fillElement = (cell, tensor, index, right) => {
  const value = elementAt(tensor, index);
  const place = offset(index, tensor.strides);
  cell.append(el("span", {}, digits(value)), el("sub", {}, `@${place}`));
  cell.classList.add(tint(value));
  cell.classList.toggle("mha-wrong", value !== elementAt(right, index));
};

const elementTables = (tensor, right, onread) =>
  tensorTables(tensor, {
    name: (lead) => partName(tensor, lead),
    speak: (name) => (tensor === right ? name : secondName(name)),
    rowName: (index) => `${tensor.axes.at(-2)} ${index.at(-1)}`,
    columnName: (k) => `${tensor.axes.at(-1)} ${k}`,
    each: (cell, index) => fillElement(cell, tensor, index, right),
    onread,
  });

// Rings an element of these tables, or none, and its cell of memory.
const ring = (nodes, read) =>
  nodes.forEach((node) => node.classList.toggle("mha-read", node === read));

// `right` is the tensor that this one should be equal to; `onread` is given an index.
export const tensorPanel = (tensor, right, onread) => {
  const memory = memoryStrip(tensor);
  const tables = elementTables(tensor, right, onread);
  const cells = tables.flatMap((table) => [...table.querySelectorAll("td[tabindex]")]);
  const places = indices(tensor.shape).map(String);
  // No index: another tensor's element is read.
  const mark = (index) => {
    ring(cells, index && cells[places.indexOf(String(index))]);
    ring(memory.cells, index && memory.cells[offset(index, tensor.strides)]);
  };
  const node = box(
    tensor.isWrong ? "tensor mha-wrong" : "tensor",
    title(verdict(tensor), asCode(tensor.code)),
    note(tensor === right ? "" : complaint(tensor, right)),
    box("panels", ...tables),
    note(MEMORY),
    memory.list,
    facts(factsOf(tensor)),
  );
  return { node, mark };
};
