// The parts of AttentionExplorer: its controls, and a grid for each stage.
import { checkbox, group, labelled } from "../shared/controls.js";
import { box, el } from "../shared/dom.js";
import { choiceField, decimalsField, fill } from "../shared/fields.js";
import { mark } from "../shared/grid.js";
import { formatLimit, isWithin } from "../shared/limits.js";
import { fillTile, tile } from "../shared/tile.js";
import { INPUTS } from "./compute.js";
import { SET, SOURCES, STAGES } from "./words.js";

// ---- controls: each has a node to show and fills itself from the inputs ------

const sourceChoice = (model, frame) =>
  choiceField(model, frame, "scores_from", SET.source, SOURCES);

const switches = (model, { change }) => {
  const width = model.get("embeddings")[0].length;
  const scaled = checkbox(SET.scaled(width), (on) => change({ scaled: on }));
  const causal = checkbox(SET.causal, (on) => change({ causal: on }));
  const self = checkbox(SET.self, (on) => change({ mask_self: on }));
  const refill = (inputs) => {
    scaled.input.checked = inputs.scaled;
    causal.input.checked = inputs.causal;
    self.input.checked = inputs.maskSelf;
  };
  return { node: group(SET.besides, scaled.node, causal.node, self.node), refill };
};

const numbers = (model, frame) => {
  const limit = model.get("limits").temperature;
  const temperature = frame.numberField({
    name: SET.temperature,
    expected: formatLimit(limit),
    attributes: { step: 0.1 },
    isValid: isWithin(limit),
    current: () => model.get("temperature"),
    apply: (number) => frame.change({ temperature: number }),
  });
  const decimals = decimalsField(model, frame);
  const refill = (inputs) => {
    fill(temperature, inputs.temperature);
    decimals.refill();
  };
  return { node: box("fields", labelled(SET.temperature, temperature), decimals.node), refill };
};

// Without settings there is nothing to set but the numbers, and no stage that they change.
export const partsOf = (model) =>
  model.get("settings")
    ? { inputs: INPUTS, settings: [sourceChoice, switches, numbers], stages: Object.keys(STAGES) }
    : {
        inputs: ["embeddings", "decimals"],
        settings: [decimalsField],
        stages: ["scores", "weights", "output"],
      };

// ---- results -------------------------------------------------------------------

// A table for a stage, which fills itself.
export const stagePanel = (stage, { tokens, features, anchors, onread }) => {
  const [name, describe] = STAGES[stage];
  const note = el("span");
  const isWeights = stage === "weights";
  const made = tile({
    name,
    note,
    label: name,
    role: isWeights && "weights",
    columns: stage === "output" ? features : tokens,
    rows: tokens,
    onread: (i, j) => onread({ stage, i, j }),
  });
  const refill = (inputs, result, decimals) => {
    note.textContent = describe(inputs, result);
    const source = isWeights ? "masked" : stage; // a hidden weight is 0, as others can be
    const isHidden = (i, j) => result[source][i][j] === -Infinity;
    fillTile(made, result[stage], { decimals, anchors: isWeights && anchors, isHidden });
  };
  return { stage, ...made, refill };
};

// A weight or an output was made from its row in the panel before.
export const markPanels = (panels, { stage, i, j }) => {
  const isOfRow = stage === "weights" || stage === "output";
  const source = isOfRow && panels[panels.findIndex((panel) => panel.stage === stage) - 1];
  for (const panel of panels) {
    const isRead = (a, b) => panel.stage === stage && a === i && b === j;
    mark(panel.cells, isRead, (a) => panel === source && a === i);
  }
};
