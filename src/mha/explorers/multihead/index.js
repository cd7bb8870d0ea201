// MultiHeadExplorer: several heads on one sentence; swap or silence them.
import { checkbox, group, radios } from "../shared/controls.js";
import { box } from "../shared/dom.js";
import { decimalsField, embeddingTable } from "../shared/fields.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, compute, derive, isValid, readInputs, swapHead } from "./compute.js";
import { headsView, markPanels } from "./panels.js";
import { HINT, countName, explain, explainOrder } from "./words.js";

const headSettings = (model, frame) => {
  const width = model.get("features").length;
  const options = model.get("limits").num_heads.among.map((n) => [n, countName(n, width)]);
  const count = radios("Cut the same projections into", options, (n) =>
    frame.change({ num_heads: n }),
  );
  const carry = checkbox("move the final projection's columns along", (on) =>
    frame.change({ carry_out: on }),
  );
  const decimals = decimalsField(model, frame);
  const refill = ({ numHeads, carryOut }) => {
    count.inputs.get(numHeads).checked = true;
    carry.input.checked = carryOut;
    decimals.refill();
  };
  const swapping = group("When heads change places", carry.node);
  return { node: box("controls", count.node, swapping, decimals.node), refill };
};

const render = ({ model, el: host }) => {
  let reading = null; // the cell whose sum is read out, or "order" after a swap

  const update = () => {
    const inputs = readInputs(model);
    const result = compute(inputs);
    if (view.groups.length !== inputs.numHeads) {
      view.rebuild(result);
      reading = null;
      frame.live.textContent = HINT; // what was read may be gone
    }
    controls.forEach((control) => control.refill(inputs));
    view.paint(inputs, result);
    read(reading);
    model.set(
      "weights",
      result.heads.map(({ weights }) => weights),
    );
    model.set("output", result.output);
    model.save_changes();
  };
  const read = (what) => {
    reading = what;
    const inputs = readInputs(model);
    const result = compute(inputs);
    const cell = what === "order" ? null : what;
    const embeddings = { kind: "embeddings", cells: table.cells };
    markPanels([embeddings, ...view.panels], cell, result);
    if (cell) frame.live.textContent = explain(cell, inputs, result, model.get("decimals"));
    else if (what) frame.live.textContent = explainOrder(inputs, result);
  };
  const silence = (head, on) => {
    const others = readInputs(model).silenced.filter((h) => h !== head);
    frame.change({ silenced: on ? [...others, head] : others });
  };
  const move = (head, step) => {
    reading = "order";
    frame.change({ order: swapHead(readInputs(model).order, head, step) });
    const [earlier, later] = view.groups[head].buttons;
    const [pressed, other] = step < 0 ? [earlier, later] : [later, earlier];
    (pressed.disabled ? other : pressed).focus();
  };

  const title = "Multi-head explorer";
  const rules = { inputs: INPUTS, isValid: isValid(model), derive: derive(model) };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const table = embeddingTable(model, model.get("features"), frame);
  const settings = headSettings(model, frame);
  const controls = [table, settings];
  const view = headsView(model, read, { silence, move });
  const joint = box("panels", ...view.joint.map(({ node }) => node));
  return frame.open(box("top", table.node, settings.node), box("rows", view.area, joint));
};

export default { render };
