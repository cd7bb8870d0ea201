// MultiHeadExplorer: several heads on one sentence; swap or silence them.
import { range } from "./core.js";
import { checkbox, el, frame, radios } from "./frame.js";
import { mark, view } from "./headpanels.js";
import { multihead } from "./heads.js";
import { explain, tellOrder } from "./readings.js";
import { decimalsField, embeddingTable, fitsSentence } from "./sentence.js";

const COUNTS = [
  [2, "2 heads of 2 features"],
  [4, "4 heads of 1 feature"],
];
// num_heads first: what the next two may be depends on it.
const INPUTS = ["num_heads", "silenced", "order", "carry_out", "embeddings", "decimals"];
const HINT =
  "Point at a cell, or move to it with Tab and the arrow keys, to read its arithmetic and mark what it was made from.";

const readInputs = (model) => {
  const numHeads = model.get("num_heads");
  const order = model.get("order"); // of the old number of heads, for a moment
  return {
    tokens: model.get("tokens"),
    embeddings: model.get("embeddings"),
    projections: model.get("projections"),
    numHeads,
    silenced: model.get("silenced"),
    order: order.length === numHeads ? order : range(numHeads),
    carryOut: model.get("carry_out"),
  };
};

const fits = (model) => (name, value) => {
  const heads = range(model.get("num_heads"));
  const areHeads = () => value.every((h) => heads.includes(h));
  const isDistinct = () => areHeads() && new Set(value).size === value.length;
  if (name === "num_heads") return COUNTS.some(([count]) => count === value);
  if (name === "silenced") return isDistinct();
  if (name === "order") return isDistinct() && value.length === heads.length;
  if (name === "carry_out") return typeof value === "boolean";
  return fitsSentence(model, name, value);
};

// Cut anew, the old heads are gone, and with them their order and silence.
const complete = (model) => (values) => {
  const { num_heads: count } = values;
  if (count === undefined || count === model.get("num_heads")) return values;
  return { num_heads: count, silenced: [], order: range(count), ...values };
};

const headSettings = (model, shell) => {
  const count = radios("Cut the same projections into", COUNTS, (n) => shell.change({ num_heads: n }));
  const carry = checkbox("move the final projection's columns along", (on) => shell.change({ carry_out: on }));
  const decimals = decimalsField(model, shell);
  const swapping = el("fieldset", {}, el("legend", {}, "When heads change places"), carry.node);
  const refill = ({ numHeads, carryOut }) => {
    count.inputs.get(numHeads).checked = true;
    carry.input.checked = carryOut;
    decimals.refill();
  };
  return { node: el("div", { class: "mha-controls" }, count.node, swapping, decimals.node), refill };
};

// The order with a head one place earlier (step −1) or later (1).
const swapped = (order, head, step) => {
  const place = order.indexOf(head);
  const other = order[place + step];
  return order.map((h) => (h === head ? other : h === other ? head : h));
};

const render = ({ model, el: host }) => {
  let reading = null; // the cell whose sum is read out, or "order" after a swap

  const update = () => {
    const inputs = readInputs(model);
    const result = multihead(inputs);
    if (shown.groups.length !== inputs.numHeads) {
      shown.rebuild(result);
      reading = null;
      shell.live.textContent = HINT; // what was read may be gone
    }
    controls.forEach((control) => control.refill(inputs));
    shown.paint(inputs, result);
    read(reading);
    model.set("weights", result.heads.map(({ weights }) => weights));
    model.set("output", result.output);
    model.save_changes();
  };
  const read = (what) => {
    reading = what;
    const inputs = readInputs(model);
    const result = multihead(inputs);
    const cell = what === "order" ? null : what;
    mark([{ kind: "embeddings", cells: table.cells }, ...shown.panels], cell, result);
    if (cell) shell.live.textContent = explain(cell, inputs, result, model.get("decimals"));
    else if (what) shell.live.textContent = tellOrder(inputs, result);
  };
  const silence = (head, on) => {
    const others = readInputs(model).silenced.filter((h) => h !== head);
    shell.change({ silenced: on ? [...others, head] : others });
  };
  const move = (head, step) => {
    reading = "order";
    shell.change({ order: swapped(readInputs(model).order, head, step) });
    const [earlier, later] = shown.groups[head].buttons;
    const [pressed, other] = step < 0 ? [earlier, later] : [later, earlier];
    (pressed.disabled ? other : pressed).focus();
  };

  const shell = frame({
    model,
    host,
    title: "Multi-head explorer",
    inputs: INPUTS,
    fits: fits(model),
    complete: complete(model),
    update,
    hint: HINT,
  });
  const table = embeddingTable(model, model.get("features"), shell);
  const settings = headSettings(model, shell);
  const controls = [table, settings];
  const shown = view(model, read, { silence, move });
  return shell.open(
    el("div", { class: "mha-top" }, table.node, settings.node),
    el("div", { class: "mha-rows" }, shown.area, el("div", { class: "mha-panels" }, ...shown.joint.map((p) => p.node))),
  );
};

export default { render };
