// PositionExplorer: how sinusoidal and rotary positions work.
import { box } from "../shared/dom.js";
import { format } from "../shared/format.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, compute, derive, isValid, readInputs } from "./compute.js";
import { moveButtons, positionControls } from "./controls.js";
import { dialsPart, numbersPart, picturePart, similarityPart } from "./panels.js";
import { wavesPart } from "./waves.js";
import { HINT, explain, explainScore } from "./words.js";

const render = ({ model, el: host }) => {
  let reading = null; // the cell whose sum is read out, or "score" after a move
  const n = (x) => format(x, model.get("decimals"));

  const update = () => {
    const inputs = readInputs(model);
    const result = compute(inputs);
    controls.refill(inputs);
    parts.forEach((part) => part.refill(result, inputs, n, model.get("decimals")));
    buttons.refill(inputs);
    if (reading?.i >= result.w.length) {
      reading = null; // that row is gone
      frame.live.textContent = HINT;
    }
    read(reading);
  };
  const read = (what) => {
    reading = what;
    const inputs = readInputs(model);
    const cell = what === "score" ? null : what;
    numbers.markCell(cell);
    if (cell) frame.live.textContent = explain(cell.i, cell.j, inputs, compute(inputs), n);
    else if (what) frame.live.textContent = explainScore(inputs, compute(inputs), n);
  };
  const move = (step) => {
    const { position, other } = readInputs(model);
    reading = "score";
    frame.change({ position: position + step, other: other + step });
    buttons.focus(step);
  };

  const title = "Position explorer";
  const rules = { inputs: INPUTS, isValid: isValid(model), derive: derive(model) };
  const frame = createFrame({ model, host, title, hint: HINT, update, ...rules });
  const [palette, { length }] = [model.get("palette"), readInputs(model)];
  const controls = positionControls(model, frame);
  const buttons = moveButtons(move);
  const numbers = numbersPart((i, j) => read({ i, j }));
  const parts = [
    picturePart(palette, length, (position, feature) => frame.change({ position, feature })),
    wavesPart(length),
    numbers,
    similarityPart(length),
    dialsPart(palette, buttons.nodes),
  ];
  return frame.open(controls.node, box("parts", ...parts.map(({ node }) => node)));
};

export default { render };
