// What WriterExplorer shows: the text as it grows, and the bars of what may come next.
import { box, el, note, show, write } from "../shared/dom.js";
import { range } from "../shared/arrays.js";
import { grid } from "../shared/grid.js";
import { hasModel, isFull, isValid } from "./compute.js";
import { CHOSEN, chosenText, fullText } from "./told_words.js";
import { ending, onPaper, percent } from "./text.js";
import {
  SAID,
  chanceText,
  here,
  notStored,
  offer,
  openText,
  spokenBar,
  stateText,
  storedNote,
  tokenName,
} from "./words.js";

// The text: what was given, what has come, and why no more does. Letters that a reader has
// chosen are underlined.
export const paper = (model, chosen) => {
  const [given, come] = [el("span"), el("b")];
  const text = el("p", { class: "mha-paper" }, given, come);
  const list = el("span"); // heard, where no line is seen; it grows, and moves no bar
  const marks = note("", list);
  const runOf = ({ text: letters, isChosen }) =>
    isChosen ? el("u", {}, onPaper(letters)) : onPaper(letters);
  let drawn = "";
  const refill = ({ inputs, isWriting }) => {
    const runs = chosen.runs();
    const key = JSON.stringify(runs);
    if (key !== drawn) come.replaceChildren(...runs.map(runOf));
    write(given, onPaper(inputs.beginning));
    if (key !== drawn) text.scrollTop = text.scrollHeight; // what is new is in sight
    drawn = key;
    const limits = model.get("limits");
    const isAtEnd = hasModel(model) && !isWriting && isFull(inputs.written, limits.written);
    const own = runs.filter((run) => run.isChosen).map((run) => run.text);
    const isMarked = hasModel(model) && own.length;
    const told = [isAtEnd && fullText(limits), isMarked && CHOSEN];
    write(marks, told.filter(Boolean).join(" "));
    write(list, isMarked ? chosenText(own) : "");
  };
  return { node: box("written", text, marks), refill };
};

const SHOWN = 7; // bars
const LONG = 0.85; // of a bar, whose number would stand on the edge of what holds it

const barOf = (row, cell) => {
  const name = row.cells[0];
  const [length, share] = [el("span", { class: "mha-bar" }), el("span", { class: "mha-share" })];
  cell.append(length, share);
  const fill = (words, chance, goesOn) => {
    write(name, goesOn ? `${words} →` : words);
    write(share, percent(chance));
    cell.style.setProperty("--share", chance.toFixed(4));
    cell.classList.toggle("mha-long", chance > LONG);
  };
  return { fill };
};

// The likeliest, each a button that joins the text, and all others together.
export const bars = (model, { say, press }) => {
  const seen = { now: null };
  const tokenAt = (i) => seen.now.shown.next[i];
  // It follows the text while the bar is pointed at.
  const onread = (i) =>
    say(({ shown, found }) =>
      cells[i][0].matches(":hover, :focus")
        ? chanceText(shown.next[i][0], found.chances[i], ending(shown.text))
        : null,
    );
  const onpress = (i) => {
    const { shown, inputs, isPresent } = seen.now;
    const [written, text] = [inputs.written, shown.text].map((before) => before + tokenAt(i)[0]);
    if (!isPresent) return;
    if (isValid(model)("written", written)) press({ written });
    else if (!hasModel(model))
      say(({ shown: later }) => (later === shown ? notStored(text) : null));
  };
  const count = Math.min(SHOWN, model.get("answers")[0].next.length);
  const names = { rows: range(count).map(String), columns: [SAID.chance] };
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
      const [chance, isOn] = [found.chances[i], goesOn(token)];
      slot.fill(tokenName(token), chance, isOn);
      cells[i][0].setAttribute("aria-label", spokenBar(token, chance, isOn));
      if (!hasModel(model)) cells[i][0].ariaDisabled = String(!isOn);
    });
    const left = found.chances.slice(count).reduce((a, b) => a + b, found.rest);
    rest.fill(SAID.others, Math.max(0, left), false);
    write(told, openText(found, shown, hasModel(model)));
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
