// The lines of FaultFinder, one of which is named, and what is said of a name.
import { closable } from "../shared/controls.js";
import { box, el, freshId, note, show, write } from "../shared/dom.js";
import { coloured } from "../shared/python_code.js";
import { guessOf, isLuck, isRight, spend } from "./compute.js";
import { takeAnother } from "./panels.js";
import { ANOTHER, CHOOSE, NOTHING, TO_EXPERIMENTS } from "./words.js";
import { atStake, tooSoon, verdict } from "./words.js";

// On a phone the site's style lets a row go on below, further in and after a mark.
const row = (line) => ({ class: "mha-row", style: `--in: ${line.search(/\S|$/)}` });

const button = (text, onclick) => el("button", { type: "button", onclick }, text);

// A button that names a case, and keeps what came of it; `refuse` says why not yet.
const nameButton = (model, { name }, text, refuse) => {
  const press = () => {
    if (isLuck(model)) return refuse(node);
    const before = model.get("guesses").filter((guess) => guess !== name);
    spend(model, { guesses: [...before, name] });
  };
  const { node, close } = closable(text, press, "mha-guess");
  const refill = () => {
    const isNamed = model.get("guesses").includes(name);
    const isIt = isRight(model) && guessOf(model) === name;
    close(isNamed || isRight(model));
    node.classList.toggle("mha-named", isNamed);
    node.classList.toggle("mha-right", isIt);
    node.textContent = isNamed ? `${isIt ? "✓" : "✗"} ${text}` : text;
  };
  return { node, name, refill };
};

// What is said of a name, and where one goes on from there.
const answerBox = (model, frame, toShop) => {
  const said = el("p", { role: "status" });
  const onward = button("", () => {
    if (isRight(model)) takeAnother(model, frame);
    toShop();
  });
  const node = box("", said, onward);
  const refill = () => {
    const [isNamed, isIt] = [guessOf(model) !== undefined, isRight(model)];
    node.className = isNamed ? `mha-verdict${isIt ? " mha-done" : ""}` : "mha-note";
    write(said, verdict(model));
    write(onward, isIt ? ANOTHER : TO_EXPERIMENTS);
    show(onward, isNamed);
  };
  return { node, refill };
};

// Says below what was pressed why it is too soon, and leads to where one buys.
const refusal = (model, toShop) => {
  const early = el("p", { role: "alert" });
  const node = box("verdict", early, button(TO_EXPERIMENTS, toShop));
  const refuse = (pressed) => {
    pressed.after(node);
    show(node, true);
    early.textContent = tooSoon(model);
  };
  const refill = () => {
    early.textContent = "";
    show(node, false);
  };
  return { refuse, refill };
};

// A line, which unfolds what may be wrong with it, if anything; `stake` then stands there.
const lineOf = (text, names, fold, stake) => {
  const code = el("code", row(text), ...coloured(text || " "));
  if (!names.length) return el("li", { class: text.trim() ? "" : "mha-blank" }, code);
  const inside = box("guesses", ...names);
  const ontoggle = () => folded.open && inside.prepend(stake);
  const folded = el("details", { name: fold, ontoggle }, el("summary", {}, code), inside);
  return el("li", {}, folded);
};

// The right function, its lines counted. What is said of a name stands below it, where it was
// pressed; else at the end.
export const listing = (model, frame, toShop) => {
  const cases = model.get("cases");
  const [fold, stake] = [freshId("lines"), note("")];
  const [early, answer] = [refusal(model, toShop), answerBox(model, frame, toShop)];
  const buttons = cases.map((each, k) =>
    nameButton(model, each, k ? each.name : NOTHING, early.refuse),
  );
  const namesAt = (line) =>
    buttons.filter((_, k) => cases[k].line === line).map(({ node }) => node);
  const lines = model.get("code").map((line, k) => lineOf(line, namesAt(k + 1), fold, stake));
  const code = el("ol", { class: "mha-counted highlight" }, ...lines);
  const node = box("listing", note(CHOOSE), code, buttons[0].node);
  const place = () => {
    const { node: named } = buttons.find(({ name }) => name === guessOf(model)) ?? buttons[0];
    if (named.nextSibling === answer.node) return;
    named.after(answer.node);
    named.closest("details")?.setAttribute("open", "");
  };
  let seed = null;
  const refill = () => {
    const isOther = seed !== model.get("seed");
    if (isOther) code.querySelectorAll("[open]").forEach((each) => (each.open = false));
    seed = model.get("seed");
    [early, ...buttons, answer].forEach((each) => each.refill());
    write(stake, atStake(model));
    show(stake, !isRight(model));
    place();
  };
  return { node, refill };
};
