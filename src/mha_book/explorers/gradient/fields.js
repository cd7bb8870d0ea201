// The numbers of GradientInspector that a reader may change.
import { range } from "../shared/arrays.js";
import { el } from "../shared/dom.js";
import { matrixFields } from "../shared/fields.js";
import { MATRICES } from "./compute.js";
import { symbols } from "./symbols.js";
import { NAMES, PLACES, ROLES, SYMBOLS, fieldName } from "./words.js";

// "row 0": one name, which stands on one line.
export const numbered = (word, count) => range(count).map((k) => `${word}\u00a0${k}`);

const isOfWords = (name) => name === "embeddings" || name === "target";

const fieldsOf = (name, model, frame) => {
  const [matrix, tokens] = [model.get(name), model.get("tokens")];
  const { node, refill } = matrixFields({
    frame,
    title: el("span", {}, ...symbols(SYMBOLS[name])),
    note: NAMES[name],
    role: ROLES[name],
    parameter: !isOfWords(name),
    rows: isOfWords(name) ? tokens : numbered(PLACES.row, matrix.length),
    columns: numbered(isOfWords(name) ? PLACES.feature : PLACES.column, matrix[0].length),
    name: (i, j) => fieldName({ kind: name, i, j }, tokens),
    step: 0.1,
    limit: model.get("limits")[name],
    get: () => model.get(name),
    set: (changed) => frame.change({ [name]: changed }),
  });
  return { node, refill: () => refill(model.get(name)) };
};

export const matrixTables = (model, frame) => MATRICES.map((name) => fieldsOf(name, model, frame));
