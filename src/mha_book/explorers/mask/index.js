// MaskExplorer: build a mask; see what it does, and how each library wants it.
import { box, writeLines } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { hintFor } from "../shared/sight.js";
import { INPUTS, clearPaint, compute, flip, isValid, locate, readInputs } from "./compute.js";
import { conventionChoice, maskControls } from "./controls.js";
import { markPanels, maskPanel, scoresPanel, tensorPanel, weightsPanel } from "./panels.js";
import { tasksOf } from "./tasks.js";
import { HINT, TITLE, explain } from "./words.js";

const render = ({ model, el: host }) => {
  const hint = hintFor(HINT);
  const slot = box("slot"); // where the tensor stands
  let tensor = {};
  let reading = null; // {kind, i, j} of the cell that is read out

  const update = () => {
    const inputs = readInputs(model);
    const result = compute(inputs);
    controls.forEach((control) => control.refill(inputs));
    if (tensor.convention !== inputs.convention) showTensor(inputs);
    [...fixed, tensor].forEach((panel) => panel.refill(inputs, result));
    read(reading);
  };
  const showTensor = (inputs) => {
    tensor = tensorPanel(inputs, (i, j) => read({ kind: "tensor", i, j }));
    slot.replaceChildren(tensor.node);
    if (reading?.kind !== "tensor") return;
    reading = null; // it is gone
    frame.live.textContent = hint;
  };
  const read = (cell) => {
    reading = cell;
    const inputs = readInputs(model);
    markPanels([...fixed, tensor], cell, inputs);
    if (!cell) return answer();
    const position = locate(cell, inputs);
    writeLines(frame.live, explain(cell.kind, position, inputs, compute(inputs)));
  };
  // Of a change that does not do what is asked, unless a cell is read.
  const answer = () => {
    const { isOpen, waits } = frame.task();
    frame.live.textContent = (isOpen && waits?.()) || hint;
  };
  const paint = (change) => frame.change({ painted: change(model.get("painted")) });

  const forget = () => (reading = null);
  const rules = { inputs: INPUTS, isValid: isValid(model), tasks: tasksOf(model), forget };
  const frame = createFrame({ model, host, title: TITLE, hint, update, ...rules });
  const settings = maskControls(model, frame);
  const choice = conventionChoice(model, frame);
  const controls = [...settings, choice];
  const fixed = [
    maskPanel(model.get("tokens"), {
      onread: (i, j) => read({ kind: "mask", i, j }),
      onpress: (i, j) => paint((painted) => flip(painted, { b: model.get("sentence"), i, j })),
      clear: () => paint(clearPaint),
      undo: frame.undo,
    }),
    // Right after the mask: on a phone the two are in sight together.
    weightsPanel(readInputs(model), model.get("palette").weights, (i, j) =>
      read({ kind: "weights", i, j }),
    ),
    scoresPanel(readInputs(model), (i, j) => read({ kind: "scores", i, j })),
  ];
  return frame.open(
    box("controls", ...settings.map(({ node }) => node)),
    box("masks", ...fixed.map(({ node }) => node), box("piece", choice.node, slot)),
  );
};

export default { render };
