// Numbers to edit: a table of them, and fields that do not fight with their reader.
import { dropdown, radios } from "./controls.js";
import { el, tableOf } from "./dom.js";
import { asSaid } from "./format.js";
import { formatLimit, isWithin, wholeNumbers } from "./limits.js";
import { readNumber } from "./number.js";
import { faceOf, framed, heading } from "./tile.js";
import { SAID, capital, wordName } from "./words.js";

// A field keeps what a reader is typing, while that is no number, or this one: "1," is 1.
export const fill = (input, number) => {
  input.setAttribute("aria-valuenow", number);
  const isTyped =
    input === input.getRootNode().activeElement && input.getAttribute("aria-invalid") === "true";
  if (readNumber(input.value) !== number && !isTyped) input.value = asSaid(number);
};

// A table with a field for each number of the matrix that `get` returns; an edit gives
// `set` the new matrix. `name(i, j)` is the field's name, `step` what an arrow adds; `title`
// and the like are a tile's.
export const matrixFields = ({ frame, rows, columns, name, step, limit, get, set, ...tile }) => {
  const replace = (i, j, number) =>
    get().map((row, a) => row.map((x, b) => (a === i && b === j ? number : x)));
  const field = (i, j) =>
    frame.numberField({
      name: capital(name(i, j)),
      expected: formatLimit(limit),
      attributes: { step, "aria-label": name(i, j) },
      isValid: isWithin(limit),
      current: () => get()[i][j],
      apply: (number) => set(replace(i, j, number)),
    });
  const fields = rows.map((_, i) => columns.map((_, j) => field(i, j)));
  const cells = fields.map((row) => row.map((input) => el("td", {}, input)));
  const caption = heading(tile.title, { rows, columns }, tile.note);
  const face = `mha-inputs ${faceOf(tile)}`;
  const node = framed(tableOf({ caption, columns, rows, class: face }, cells), columns);
  const refill = (matrix) =>
    fields.forEach((row, i) => row.forEach((input, j) => fill(input, matrix[i][j])));
  return { node, cells, refill };
};

// The vectors of an editable sentence.
export const embeddingTable = (model, features, frame) => {
  const tokens = model.get("tokens");
  const { node, refill, cells } = matrixFields({
    frame,
    title: SAID.embeddings,
    note: SAID.editThese,
    rows: tokens,
    columns: features,
    name: (i, j) => SAID.embeddingOf(wordName(tokens, i), features[j]),
    step: 0.1,
    limit: model.get("limits").embeddings,
    get: () => model.get("embeddings"),
    set: (embeddings) => frame.change({ embeddings }),
  });
  return { node, refill: ({ embeddings }) => refill(embeddings), cells };
};

export const decimalsField = (model, { change }) => {
  const options = wholeNumbers(model.get("limits").decimals).map((d) => [d, String(d)]);
  const list = dropdown(SAID.decimals, options, (d) => change({ decimals: Number(d) }));
  return { node: list.node, refill: () => list.refill(model.get("decimals")) };
};

// Radio buttons for an input that is one of a few; `names` has each choice in words.
export const choiceField = (model, { change }, input, legend, names) => {
  const options = model.get("limits")[input].among.map((choice) => [choice, names[choice]]);
  const { node, inputs } = radios(legend, options, (choice) => change({ [input]: choice }));
  return { node, refill: () => (inputs.get(model.get(input)).checked = true) };
};
