// What explorers of an editable sentence share: its table, the digits shown, and
// how a cell shows its number.
import { show, weightColour } from "./core.js";
import { dropdown } from "./dom.js";
import { fitsMatrix, matrixFields } from "./inputs.js";

const DECIMALS = [2, 3, 4, 5, 6, 7, 8];

// Whether an input that every such explorer has may take a value.
export const fitsSentence = (model, name, value) => {
  if (name === "decimals") return DECIMALS.includes(value);
  return fitsMatrix(model.get("embeddings"), value);
};

// ---- controls: each has a node to show and fills itself from the inputs ------

export const embeddingTable = (model, features, { numberField, change }) => {
  const tokens = model.get("tokens");
  const { node, refill, fields } = matrixFields({
    numberField,
    caption: "Embeddings X: edit these",
    rows: tokens,
    columns: features,
    name: (i, j) => `embedding of ${tokens[i]}, ${features[j]}`,
    step: 0.1,
    get: () => model.get("embeddings"),
    set: (embeddings) => change({ embeddings }),
  });
  return { node, refill: ({ embeddings }) => refill(embeddings), cells: fields };
};

export const decimalsField = (model, { change }, choices = DECIMALS) => {
  const options = choices.map((d) => [d, String(d)]);
  const { input, node } = dropdown("Decimals", options, (d) => change({ decimals: Number(d) }));
  const refill = () => (input.value = model.get("decimals"));
  return { node, refill };
};

// ---- results -------------------------------------------------------------------

// Writes a number; a weight also takes its colour on the scale of these anchors.
export const fillCell = (cell, value, decimals, anchors) => {
  const text = show(value, decimals);
  if (cell.textContent !== text) cell.textContent = text; // else nothing to lay out
  if (!anchors) return;
  const { background, text: color } = weightColour(value, anchors);
  Object.assign(cell.style, { background, color });
};
