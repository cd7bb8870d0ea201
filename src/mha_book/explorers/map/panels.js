// The parts around MapExplorer's picture: what is said of a number, and the wrong cuts beside
// the right one.
import { sum } from "../shared/arrays.js";
import { checkbox, labelled } from "../shared/controls.js";
import { asCode, box, el, note, show, tableOf, writeCode } from "../shared/dom.js";
import { fill } from "../shared/fields.js";
import { formatBrief } from "../shared/format.js";
import { fillCell } from "../shared/grid.js";
import { formatLimit, isWithin } from "../shared/limits.js";
import { faceOf, fit } from "../shared/tile.js";
import { MATRICES, isMade, parseCell } from "./compute.js";
import { CUT_CODES } from "./cuts.js";
import { ofHead } from "./name_words.js";
import { CUT_NAMES, OUTPUT, WRONG_CUTS, countWrong } from "./option_words.js";
import { READ } from "./words.js";

// ---- the number that is read: a field to change it, its block's line of code -------------

const pythonOf = (table) =>
  `torch.tensor(${JSON.stringify(table).replaceAll("null", "-torch.inf").replaceAll(",", ", ")})`;

const changeField = (model, frame, at) => {
  const place = () => {
    const { block, i, j } = at();
    return [block.given, block.first + i, j];
  };
  return frame.numberField({
    name: READ.name,
    expected: formatLimit(model.get("limits")[MATRICES[0]]),
    attributes: { step: 0.1 },
    isValid: isWithin(model.get("limits")[MATRICES[0]]),
    current: () => {
      const [name, i, j] = place();
      return model.get(name)[i][j];
    },
    apply: (number) => {
      const [name, i, j] = place();
      const rows = model.get(name).map((row) => [...row]);
      rows[i][j] = number;
      frame.change({ [name]: rows });
    },
  });
};

// `onleave()` runs when a reader has done with the field, by Enter or Escape.
export const inspector = (model, frame, onleave) => {
  let now = null; // {block, i, j, table} of the number that is read
  const field = changeField(model, frame, () => now);
  const { min, max } = model.get("limits")[MATRICES[0]];
  const range = el("span", { class: "mha-wide" }, READ.range(formatBrief(min), max));
  const edit = labelled(el("span", {}, READ.change, range), field);
  field.addEventListener("keydown", ({ key }) => ["Enter", "Escape"].includes(key) && onleave());
  const code = asCode("");
  const copy = async () => {
    await navigator.clipboard?.writeText(pythonOf(now.table)).catch(() => {});
    frame.live.textContent = READ.copied(now.block.name, pythonOf(now.table));
  };
  const button = el("button", { type: "button", onclick: copy }, READ.copy);
  const line = box("line", code, button);
  const node = box("inspector", edit, line);
  const refill = ({ cell, step }, blocks, values) => {
    show(node, cell !== "");
    if (!cell) [now, field.value] = [null, ""];
    if (!cell) return;
    const { name, i, j } = parseCell(cell);
    const block = blocks.find((each) => each.name === name);
    now = { block, i, j, table: values[name] };
    show(node, isMade(block, { step }));
    show(edit, MATRICES.includes(block.given));
    if (!edit.hidden) fill(field, values[name][i][j]);
    writeCode(code, block.code.replace(/\{.*\}/, "…")); // its numbers are in sight
  };
  const startEdit = () => edit.hidden || (field.focus(), field.select());
  return { node, refill, edit: startEdit };
};

// ---- the wrong cuts --------------------------------------------------------------------------

const numbers = (caption, face, rows, columns) => {
  const cells = rows.map(() => columns.map(() => el("td")));
  const table = tableOf({ caption, columns, rows, class: faceOf(face) }, cells);
  const refill = (cut, right) => {
    const wrong = cells.flat().filter((cell, k) => {
      const [x, expected] = [cut.flat()[k], right.flat()[k]];
      fillCell(cell, x, 2);
      const isWrong = Math.abs(x - expected) > 1e-9;
      cell.classList.toggle("mha-wrong", isWrong);
      return isWrong;
    });
    fit({ table, cells });
    return wrong.length;
  };
  return { table, refill, count: cells.flat().length };
};

const cutPanel = (name, tokens) => {
  const queries = [0, 1].map((h) => numbers(ofHead("Q", h), { role: "query" }, tokens, ["0"]));
  const output = numbers(OUTPUT, {}, tokens, ["0", "1"]);
  const verdict = note();
  const tables = [...queries, output];
  const shown = box("panels", ...tables.map(({ table }) => table));
  const title = el("p", { class: "mha-title" }, CUT_NAMES[name]);
  const code = note(asCode(CUT_CODES[name]));
  const node = box("part", title, code, shown, verdict);
  const refill = (cut, right) => {
    const numbersOf = ({ query, output: last }) => [...query, last];
    const [given, expected] = [cut, right].map(numbersOf);
    const wrong = tables.map((table, k) => table.refill(given[k], expected[k]));
    verdict.textContent = countWrong(sum(wrong), sum(tables.map(({ count }) => count)));
  };
  return { node, refill };
};

// Beside each other, where there are two heads to cut and the reader asks for them.
export const cutPanels = (tokens, { change }) => {
  const ask = checkbox(WRONG_CUTS, (on) => change({ wrong_cuts: on }));
  const panels = Object.keys(CUT_NAMES).map((name) => [name, cutPanel(name, tokens)]);
  const parts = box("parts", ...panels.map(([, { node: part }]) => part));
  const node = box("cuts", ask.node, parts);
  const refill = (canCut, cut) => {
    show(node, canCut);
    show(parts, Boolean(cut));
    ask.input.checked = Boolean(cut);
    if (cut) panels.forEach(([name, panel]) => panel.refill(cut[name], cut.right));
  };
  return { node, refill };
};
