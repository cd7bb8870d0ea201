// The parts of AttentionExplorer: its switches, and a grid for each stage.
import { checkbox } from "../shared/controls.js";
import { box, el, write } from "../shared/dom.js";
import { mark } from "../shared/grid.js";
import { fillTile, tile } from "../shared/tile.js";
import { INPUTS } from "./compute.js";
import { nameOf, traceOf } from "./trace.js";
import { SET, STAGES } from "./words.js";

// Without settings there is nothing to set but the numbers, and no stage that they change.
export const partsOf = (model) =>
  model.get("settings")
    ? { inputs: INPUTS, stages: Object.keys(STAGES) }
    : { inputs: ["embeddings", "decimals"], stages: ["scores", "weights", "output"] };

// What the page speaks of, in sight; it fills itself from the inputs.
export const switches = (model, { change }) => {
  const scaled = checkbox(SET.scaled(model.get("embeddings")[0].length), (on) =>
    change({ scaled: on }),
  );
  const causal = checkbox(SET.causal, (on) => change({ causal: on }));
  const refill = (inputs) => {
    scaled.input.checked = inputs.scaled;
    causal.input.checked = inputs.causal;
  };
  return { node: box("controls", scaled.node, causal.node), refill };
};

// ---- results -------------------------------------------------------------------

// The characters that numbers have room for: "−99.99", and of weights "0.99".
const roomIn = (stage, decimals) => decimals + (stage === "weights" ? 2 : 4);

// A table for a stage, which fills itself.
export const stagePanel = (stage, { tokens, features, anchors, onread }) => {
  const [nameIn, describe] = STAGES[stage];
  const [name, note] = [el("span"), el("span")];
  const isWeights = stage === "weights";
  const made = tile({
    name,
    note,
    role: isWeights && "weights",
    columns: stage === "output" ? features : tokens,
    rows: tokens,
    onread: (i, j) => onread({ stage, i, j }),
  });
  const refill = (inputs, result, decimals) => {
    write(name, nameIn(inputs));
    made.table.setAttribute("aria-label", nameIn(inputs));
    write(note, describe(inputs, result));
    const source = isWeights ? "scores" : stage; // a hidden weight is 0, as others can be
    const isHidden = (i, j) => result[source][i][j] === -Infinity;
    const room = roomIn(stage, decimals);
    fillTile(made, result[stage], { decimals, room, anchors: isWeights && anchors, isHidden });
  };
  return { stage, ...made, refill };
};

// Marks the cell that is read, and what it was made from, back to X. Its own row stays as clear: a
// weight is a share of its row. Where none is read, nothing is marked.
export const markPanels = (panels, cell, inputs) => {
  if (!cell) return panels.forEach(({ cells }) => mark(cells, isNone, isNone));
  const { stage, i, j } = cell;
  const { near, all } = traceOf([stage, i, j], inputs);
  for (const { stage: own, cells } of panels) {
    const isRow = (a) => own === stage && a === i;
    const isNear = (a, b) => near.has(nameOf(own, a, b));
    const isFar = (a, b) => !isRow(a) && !all.has(nameOf(own, a, b));
    mark(cells, (a, b) => isRow(a) && b === j, isNear, isFar);
  }
};

const isNone = () => false;
