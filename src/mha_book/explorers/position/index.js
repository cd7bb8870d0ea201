// PositionExplorer: how sinusoidal and rotary positions work.
import { box, writeLines } from "../shared/dom.js";
import { format } from "../shared/format.js";
import { createFrame } from "../shared/frame.js";
import { hintFor } from "../shared/sight.js";
import { INPUTS, LOOKS, compute, derive, isValid, readInputs } from "./compute.js";
import { isPaired, placeControls, settingControls } from "./controls.js";
import { dialsPart, numbersPart, picturePart, similarityPart } from "./panels.js";
import { tabsOf } from "./tabs.js";
import { tasksOf } from "./tasks.js";
import { wavesPart } from "./waves.js";
import { PARTS, TABS, TITLE, explain, explainPlaces, hintOf } from "./words.js";

const render = ({ model, el: host }) => {
  let reading = null; // the cell whose sum is read out, or "places" after a move
  const n = (x) => format(x, model.get("decimals"));

  const update = () => {
    const inputs = readInputs(model);
    const result = compute(inputs);
    [places, settings].forEach((controls) => controls.refill(inputs));
    tabs.refill(inputs.part);
    parts[inputs.part].refill(result, inputs, n, model.get("decimals"));
    const isThere = inputs.part === "numbers" && reading?.i < result.w.length;
    const isMoved = reading === "places" && isPaired(inputs);
    read(isMoved || isThere ? reading : null);
  };
  const read = (what) => {
    reading = what;
    const inputs = readInputs(model);
    const cell = what === "places" ? null : what;
    parts.numbers.markCell(cell);
    if (cell) writeLines(frame.live, explain(cell.i, cell.j, inputs, compute(inputs), n));
    else if (what) writeLines(frame.live, explainPlaces(inputs, compute(inputs), n));
    else writeLines(frame.live, hintFor(hintOf(inputs.part)));
  };
  const setPlaces = (values) => {
    if (isPaired(readInputs(model))) reading = "places"; // the numbers' cell is read on
    frame.change(values);
  };
  const open = (part) => part === model.get("part") || frame.change({ part });

  const rules = { inputs: INPUTS, looks: LOOKS, isValid: isValid(model), derive: derive(model) };
  const [tasks, hint] = [tasksOf(model), hintFor(hintOf(model.get("part")))];
  const frame = createFrame({ model, host, title: TITLE, hint, update, tasks, ...rules });
  const [palette, { length }] = [model.get("palette"), readInputs(model)];
  const [places, settings] = [placeControls(model, setPlaces), settingControls(model, frame)];
  const parts = {
    picture: picturePart(palette, length, (position, feature) =>
      frame.change({ position, feature }),
    ),
    waves: wavesPart(length),
    numbers: numbersPart((i, j) => read({ i, j })),
    similarity: similarityPart(length),
    rotary: dialsPart(palette),
  };
  const named = Object.entries(PARTS).map(([name, words]) => [name, words, parts[name].node]);
  const tabs = tabsOf(TABS, named, open);
  const results = box("beside", places.node, box("opened", ...tabs.panels), settings.node);
  return frame.open(tabs.list, results);
};

export default { render };
