// What WriterExplorer shows: the beginning, the text as it grows, and the bars of what may
// come next.
import { labelled, dropdown } from "../shared/controls.js";
import { box, el, note, show, write } from "../shared/dom.js";
import { range } from "../shared/arrays.js";
import { grid } from "../shared/grid.js";
import { hasModel, isValid } from "./compute.js";
import {
  SAID,
  chanceText,
  ending,
  here,
  notStored,
  offer,
  onPaper,
  openText,
  percent,
  refusal,
  stateText,
  storedNote,
  tokenName,
} from "./words.js";

// The field for a beginning. What cannot be read stays in it, and is told.
const beginningField = (model, frame) => {
  const input = el("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  input.setAttribute("autocapitalize", "off");
  const judge = () => {
    const [beginning, present] = [input.value, model.get("beginning")];
    const isFit = isValid(model)("beginning", beginning);
    input.setAttribute("aria-invalid", String(!isFit));
    const limit = model.get("limits").beginning;
    if (!isFit) frame.say(input, refusal(beginning, model.get("letters"), limit, present));
    else if (beginning !== present) frame.change({ beginning });
    else frame.say(input, "");
  };
  input.addEventListener("input", judge);
  input.addEventListener("change", judge);
  let last = null;
  const refill = () => {
    const beginning = model.get("beginning");
    if (beginning !== last && input.value !== beginning) input.value = beginning;
    if (beginning !== last) input.setAttribute("aria-invalid", "false");
    last = beginning;
  };
  // As the frame leaves a field that it has refused: what is kept stands there again.
  input.addEventListener("blur", ({ isTrusted }) => {
    if (isTrusted || input.ariaInvalid !== "true") return;
    input.value = model.get("beginning");
    judge();
  });
  return { node: labelled(SAID.field, input), refill };
};

const beginningList = (model, frame) => {
  const options = model.get("limits").beginning.among.map((text) => [text, text]);
  const list = dropdown(SAID.texts, options, (beginning) => frame.change({ beginning }));
  return { node: list.node, refill: ({ inputs }) => list.refill(inputs.beginning) };
};

// What begins the text, and the buttons that write it and take it away.
export const form = (model, frame, writing) => {
  const field = hasModel(model) ? beginningField(model, frame) : beginningList(model, frame);
  const main = el("button", { type: "button", class: "mha-main", onclick: writing.toggle });
  const onclick = () => frame.change({ written: "" });
  const erase = el("button", { type: "button", onclick }, SAID.erase);
  const node = box("ask mha-beginning", field.node, box("buttons", main, erase));
  const refill = (now) => {
    field.refill(now);
    show(main, hasModel(model));
    write(main, writing.isWriting() ? SAID.stop : SAID.write);
    erase.disabled = now.inputs.written === "";
  };
  return { node, refill };
};

// The text: what was given, and what has come.
export const paper = () => {
  const [given, come] = [el("span"), el("b")];
  const node = el("p", { class: "mha-paper" }, given, come);
  const refill = ({ inputs }) => {
    write(given, onPaper(inputs.beginning));
    write(come, onPaper(inputs.written));
  };
  return { node, refill };
};

const SHOWN = 7; // bars

const barOf = (row, cell) => {
  const name = row.cells[0];
  const [length, share] = [el("span", { class: "mha-bar" }), el("span", { class: "mha-share" })];
  cell.append(length, share);
  const fill = (words, chance, goesOn) => {
    write(name, goesOn ? `${words} →` : words);
    write(share, percent(chance));
    cell.style.setProperty("--share", chance.toFixed(4));
  };
  return { fill };
};

// The likeliest, each a button that joins the text, and all others together.
export const bars = (model, frame) => {
  const seen = { now: null };
  const tokenAt = (i) => seen.now.shown.next[i];
  const onread = (i) => {
    const { shown, found } = seen.now;
    frame.live.textContent = chanceText(tokenAt(i)[0], found.chances[i], ending(shown.text));
  };
  const onpress = (i) => {
    const { shown, inputs, isPresent } = seen.now;
    const written = inputs.written + tokenAt(i)[0];
    if (!isPresent) return;
    if (isValid(model)("written", written)) frame.change({ written });
    else if (!hasModel(model)) frame.live.textContent = notStored(shown.text + tokenAt(i)[0]);
  };
  const count = Math.min(SHOWN, model.get("answers")[0].next.length);
  const names = { rows: range(count).map(String), columns: ["chance"] };
  const { table, cells } = grid({
    caption: SAID.bars,
    label: SAID.bars,
    face: "mha-bars",
    ...names,
    onread,
    onpress,
  });
  const [...rows] = table.tBodies[0].rows;
  const slots = rows.map((row, i) => barOf(row, cells[i][0]));
  const rest = tableRest();
  const told = note("");
  const goesOn = (token) =>
    !hasModel(model) && isValid(model)("written", seen.now.inputs.written + token);
  const refill = (now) => {
    seen.now = now;
    const { shown, found } = now;
    slots.forEach((slot, i) => {
      const [token] = tokenAt(i);
      slot.fill(tokenName(token), found.chances[i], goesOn(token));
      const name = `${tokenName(token)}: ${percent(found.chances[i])}`;
      cells[i][0].setAttribute("aria-label", name);
    });
    const left = found.chances.slice(count).reduce((a, b) => a + b, found.rest);
    rest.fill(SAID.others, Math.max(0, left), false);
    write(told, openText(found, shown, found.isBeyond));
  };
  return { node: box("next", box("scroll", table), rest.node, told), refill };
};

// Below the bars, and no button: nobody can press all others.
const tableRest = () => {
  const [name, cell] = [el("span"), el("span", { class: "mha-rest-bar" })];
  const node = box("all-others", name, cell);
  return { node, ...barOf({ cells: [name] }, cell) };
};

// Where the numbers come from, and how it stands with the model.
export const modelState = (model, onagain) => {
  const { bytes, name } = model.get("listing");
  const told = hasModel(model)
    ? bytes
      ? offer(bytes)
      : here
    : storedNote(name, model.get("answers").length);
  const said = el("p", { class: "mha-note", role: "status" });
  const again = el("button", { type: "button", onclick: onagain }, SAID.again);
  const node = box("model", note(told), said, again);
  const refill = (now) => {
    const words = stateText(now);
    write(said, words);
    show(said, words !== "");
    show(again, now.is === "failed" && !now.isPresent);
  };
  return { node, refill };
};
