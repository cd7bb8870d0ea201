// How a reader answers: each gives a node, what was answered, and how to fill it again.
import { box, el, freshId } from "../explorers/shared/dom.js";
import { grid } from "../explorers/shared/grid.js";
import { marked, table } from "./given.js";
import { orderLines } from "./lines.js";
import { readAnswer, readShape } from "./verdict.js";
import { ASKED } from "./words.js";

// `read()` gives {answer}, or {refused, at} with what is asked for and the field to go to.
const textFields = (draw, attributes, read, refusal) => {
  const inputs = draw.labels.map((label) => {
    const id = freshId("exercise");
    const kind = { type: "text", id, autocomplete: "off", spellcheck: "false" };
    return { label, input: el("input", { ...kind, ...attributes }), id };
  });
  const one = ({ label, input, id }) =>
    box("field", el("label", { for: id }, ...marked(label)), input);
  const answerOf = () => {
    const values = inputs.map(({ input }) => read(input.value));
    const bad = values.findIndex((value) => value === null || Number.isNaN(value));
    inputs.forEach(({ input }, k) => input.setAttribute("aria-invalid", String(k === bad)));
    if (bad < 0) return { answer: values };
    return { refused: refusal(draw.labels[bad]), at: inputs[bad].input };
  };
  return {
    node: box("fields", ...inputs.map(one)),
    answerOf,
    raw: () => inputs.map(({ input }) => input.value),
    fill: (texts) => inputs.forEach(({ input }, k) => (input.value = String(texts[k] ?? ""))),
  };
};

const numbers = (draw) => {
  const all = [draw.right, ...draw.wrong.map(([, found]) => found)].flat();
  // A phone's keys for decimals lack the minus.
  const keys = { inputmode: all.some((x) => x < 0) ? "text" : "decimal", size: 7 };
  return textFields(draw, keys, readAnswer, ASKED.number);
};

const shape = (draw) => textFields(draw, { size: 16 }, readShape, ASKED.shape);

const mask = (draw) => {
  let seen = draw.labels.map(() => draw.columns.map(() => false));
  const fillCells = () =>
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        cell.setAttribute("aria-pressed", String(seen[i][j]));
        cell.setAttribute("aria-label", `${draw.labels[i]} may look at ${draw.columns[j]}`);
        cell.textContent = seen[i][j] ? "✓" : "·";
      }),
    );
  const { table: node, cells } = grid({
    caption: "Rows ask, columns answer",
    label: "The mask",
    columns: draw.columns,
    rows: draw.labels,
    onread: () => {},
    onpress: (i, j) => ((seen[i][j] = !seen[i][j]), fillCells()),
  });
  fillCells();
  return {
    node: box("scroll", node),
    answerOf: () => ({ answer: seen.flat().map(Number) }),
    raw: () => seen,
    fill: (kept) => {
      seen = seen.map((row, i) => row.map((_, j) => kept?.[i]?.[j] === true));
      fillCells();
    },
  };
};

// Results with three decimals: they are looked at, and not computed with.
const short = (all) => all.map((x) => (typeof x === "number" ? Number(x.toFixed(3)) : x));

// What should come out, and what does: two tables, or the two rows of one.
const resultsOf = ({ labels, columns, expected, found }) => {
  if (!columns.length) {
    const rows = ["should be", "is"];
    return [
      table({ name: "The result", values: [expected, found].map(short), rows, columns: labels }),
    ];
  }
  const cut = (all) =>
    labels.map((_, i) => short(all).slice(i * columns.length, (i + 1) * columns.length));
  return Object.entries({ "It should be": expected, "It is": found }).map(([name, all]) =>
    table({ name, values: cut(all), rows: labels, columns }),
  );
};

const find = (draw, { faults }) => {
  const name = freshId("exercise");
  const inputs = draw.options.map((_, k) => el("input", { type: "radio", name, value: k }));
  const choice = ([fault], k) => el("label", {}, inputs[k], faults[fault].name);
  const result = box("given", ...resultsOf(draw));
  const legend = el("legend", {}, "Which mistake gives this?");
  const chosen = () => inputs.findIndex((input) => input.checked);
  return {
    node: box("find", result, el("fieldset", {}, legend, ...draw.options.map(choice))),
    answerOf: () =>
      chosen() < 0 ? { refused: ASKED.choice, at: inputs[0] } : { answer: chosen() },
    raw: chosen,
    fill: (kept) => inputs.forEach((input, k) => (input.checked = k === kept)),
  };
};

export const fieldsOf = (exercise, draw) =>
  ({ numbers, shape, mask, find, order: orderLines })[exercise.kind](draw, exercise);
