// PositionExplorer: how sinusoidal and rotary positions work.
import { show } from "./core.js";
import { el, frame } from "./frame.js";
import { isBase, limits, placeControls } from "./placecontrols.js";
import { dialsPart, numbersPart, picturePart, similarityPart, wavesPart } from "./placepanels.js";
import { HINT, explain, tellScore } from "./placewords.js";
import { fitsSentence } from "./sentence.js";
import { LENGTH, positions } from "./waves.js";

// width first: what the feature may be depends on it.
const INPUTS = ["width", "base", "position", "other", "feature", "decimals"];

const readInputs = (model) => {
  const [width, base, position, other, feature] = INPUTS.map((name) => model.get(name));
  return { width, base, position, other, feature: Math.min(feature, width - 1) }; // of the old width, for a moment
};

const fits = (model) => (name, value) => {
  if (name === "decimals") return fitsSentence(model, name, value);
  if (name === "base") return isBase(value);
  const { min, max } = limits[name](model.get("width"));
  return Number.isInteger(value) && value >= min && value <= max;
};

// A smaller width has no place for a later feature.
const complete = (model) => (values) => {
  const { width, feature = model.get("feature") } = values;
  return width === undefined ? values : { ...values, feature: Math.min(feature, width - 1) };
};

// Two buttons that move both tokens at once; where one would leave, it is disabled.
const moveButtons = (move) => {
  const button = (words, step) => el("button", { type: "button", onclick: () => move(step) }, words);
  const [back, on] = [button("both one place back", -1), button("both one place on", 1)];
  const update = ({ position, other }) => {
    back.disabled = Math.min(position, other) === 0;
    on.disabled = Math.max(position, other) === LENGTH - 1;
  };
  const focus = (step) => {
    const [pressed, opposite] = step < 0 ? [back, on] : [on, back];
    (pressed.disabled ? opposite : pressed).focus();
  };
  return { nodes: [back, on], update, focus };
};

const render = ({ model, el: host }) => {
  let reading = null; // the cell whose sum is read out, or "score" after a move

  const update = () => {
    const inputs = readInputs(model);
    const result = positions(inputs);
    const decimals = model.get("decimals");
    controls.refill(inputs);
    parts.forEach((part) => part.update(result, inputs, number, decimals));
    buttons.update(inputs);
    if (reading?.i >= result.w.length) {
      reading = null; // that row is gone
      shell.live.textContent = HINT;
    }
    read(reading);
    const { vector, similarity, angles, score } = result;
    Object.entries({ vector, similarity, angles, score }).forEach(([name, value]) => model.set(name, value));
    model.save_changes();
  };
  const number = (x) => show(x, model.get("decimals"));
  const read = (what) => {
    reading = what;
    const inputs = readInputs(model);
    const cell = what === "score" ? null : what;
    numbers.mark(cell);
    if (cell) shell.live.textContent = explain(cell.i, cell.j, inputs, positions(inputs), number);
    else if (what) shell.live.textContent = tellScore(inputs, positions(inputs), number);
  };
  const move = (step) => {
    const { position, other } = readInputs(model);
    reading = "score";
    shell.change({ position: position + step, other: other + step });
    buttons.focus(step);
  };

  const shell = frame({
    model,
    host,
    title: "Position explorer",
    inputs: INPUTS,
    fits: fits(model),
    complete: complete(model),
    update,
    hint: HINT,
  });
  const palette = model.get("palette");
  const controls = placeControls(readInputs(model), model, shell);
  const buttons = moveButtons(move);
  const numbers = numbersPart((i, j) => read({ i, j }));
  const parts = [
    picturePart(palette, (position, feature) => shell.change({ position, feature })),
    wavesPart(),
    numbers,
    similarityPart(),
    dialsPart(palette, buttons.nodes),
  ];
  return shell.open(controls.node, el("div", { class: "mha-parts" }, ...parts.map(({ node }) => node)));
};

export default { render };
