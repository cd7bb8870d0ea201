// WeightStackExplorer: two heads' projections as one product, then cut into heads.
import { columnOf } from "../shared/arrays.js";
import { box } from "../shared/dom.js";
import { formatBrief } from "../shared/format.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, isValid, originOf, product, readInputs, tensorOf } from "./compute.js";
import { markNodes, resultPanel, sourceTable, stepChoice, weightTable } from "./panels.js";
import { HINT, explain, explainSource } from "./words.js";

const render = ({ model, el: host }) => {
  const shown = box("tensors");
  let panel = {}; // of the present step
  let reread = () => {}; // marks and reads again what was read last

  const read = (again) => {
    reread = again;
    again();
  };
  const readSource = (t, k) => {
    markNodes(host, source.cells[t][k], columnOf(weights.fields, k));
    frame.live.textContent = explainSource(t, k, readInputs(model));
  };
  // A number keeps its place in memory through view and transpose, and is followed so.
  const readResult = (place) => {
    const inputs = readInputs(model);
    const { token, row } = originOf(place, inputs);
    markNodes(host, panel.cells[place], [...source.cells[token], ...weights.fields[row]]);
    frame.live.textContent = explain(place, tensorOf(model.get("step"), inputs), inputs);
  };

  const update = () => {
    const [step, inputs] = [model.get("step"), readInputs(model)];
    const tensor = tensorOf(step, inputs);
    steps.refill();
    weights.refill(inputs.w);
    if (panel.step !== step) {
      panel = resultPanel(step, tensor, inputs, (place) => read(() => readResult(place)));
      shown.replaceChildren(panel.node);
    }
    panel.cells.forEach((cell, place) => (cell.textContent = formatBrief(tensor.storage[place])));
    reread();
    model.set("output", product(inputs));
    model.set("shape", tensor.shape);
    model.save_changes();
  };

  const title = "Weight stack explorer";
  const rules = { inputs: INPUTS, isValid: isValid(model) };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const source = sourceTable(readInputs(model), (t, k) => read(() => readSource(t, k)));
  const weights = weightTable(model, frame);
  const steps = stepChoice(model, frame);
  return frame.open(box("top mha-stack", source.node, weights.node, steps.node), shown);
};

export default { render };
