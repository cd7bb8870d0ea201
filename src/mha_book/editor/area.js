// The text that a reader edits: its lines numbered, indented by Enter. Tab moves on, as it
// does everywhere.
import { el, write } from "../explorers/shared/dom.js";
import { coloured } from "../explorers/shared/python_code.js";

const STEP = 4; // spaces
const LEAST = 8; // lines

// As typed, so that it can be taken back.
const type = (area, text) => {
  if (!document.execCommand?.("insertText", false, text))
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
};

const lineBefore = ({ value, selectionStart }) => value.slice(0, selectionStart).split("\n").at(-1);

const newLine = (area) => {
  const line = lineBefore(area);
  const indent = line.match(/^ */)[0].length;
  type(area, `\n${" ".repeat(indent + (/:\s*(#.*)?$/.test(line) ? STEP : 0))}`);
};

// Takes back a step of the indentation; false where there is none.
const outdent = (area) => {
  const line = lineBefore(area);
  if (area.selectionStart !== area.selectionEnd || !/^ {2,}$/.test(line)) return false;
  area.setSelectionRange(area.selectionStart - (line.length % STEP || STEP), area.selectionEnd);
  document.execCommand("delete");
  return true;
};

export const codeArea = ({ label, describedBy, onrun, onchange }) => {
  const numbers = el("pre", { class: "mha-numbers", "aria-hidden": "true" });
  // The same text in colours, under the area's own letters, which are seen through.
  const shown = el("span", { class: "mha-coloured highlight", "aria-hidden": "true" });
  const options = { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" };
  const area = el("textarea", { "aria-label": label, "aria-describedby": describedBy, ...options });
  const fit = () => {
    const count = Math.max(area.value.split("\n").length, LEAST);
    area.rows = count;
    write(numbers, Array.from({ length: count }, (_, k) => k + 1).join("\n"));
    shown.replaceChildren(...coloured(`${area.value}\n`));
    follow();
  };
  const follow = () => (shown.scrollLeft = area.scrollLeft);
  area.addEventListener("scroll", follow);
  area.addEventListener("input", () => (fit(), onchange(area.value)));
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onrun();
    else if (event.key === "Enter" && !event.shiftKey) newLine(area);
    else if (event.key !== "Backspace" || !outdent(area)) return;
    event.preventDefault();
  });
  const fill = (text) => ((area.value = text), fit());
  return {
    node: el(
      "div",
      { class: "mha-code" },
      numbers,
      el("div", { class: "mha-layers" }, shown, area),
    ),
    area,
    fill,
  };
};
