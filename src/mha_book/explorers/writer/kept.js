// The last texts that were written, below the bars, so that one can compare them.
import { box, el, freshId, show, title } from "../shared/dom.js";
import { onPaper } from "./text.js";
import { textOf } from "./compute.js";
import { KEPT, keptName } from "./told_words.js";

const SHOWN = 4; // the one that stands above is one of them

// Texts with the inputs that they were written with, the newest first: no DOM.
export const createKept = () => {
  let all = [];
  // What is written on, with the same settings, takes the place of its beginning.
  const add = (inputs) => {
    const [name, text] = [keptName(inputs), textOf(inputs)];
    const others = all.filter((one) => one.name !== name || !text.startsWith(one.text));
    all = [{ name, text }, ...others].slice(0, SHOWN);
  };
  const clear = () => (all = []);
  // Without the beginning of one that is being written on with the same settings.
  const shown = (inputs) => {
    const [name, text] = [keptName(inputs), textOf(inputs)];
    const isGrowing = (one) => one.name === name && text !== one.text && text.startsWith(one.text);
    return all.filter((one) => !isGrowing(one));
  };
  return { add, clear, shown };
};

export const keptTexts = (kept) => {
  const [heading, list] = [title(KEPT), el("ul")];
  heading.id = freshId("kept");
  list.setAttribute("aria-labelledby", heading.id);
  const node = box("kept", heading, list);
  const itemOf = ({ name, text }) => {
    const words = el("span", { class: "mha-kept-text" }, onPaper(text));
    return el("li", {}, el("span", { class: "mha-said" }, name), " ", words);
  };
  let drawn = "";
  const refill = ({ inputs }) => {
    const found = kept.shown(inputs);
    const key = JSON.stringify(found);
    if (key !== drawn) list.replaceChildren(...found.map(itemOf));
    drawn = key;
    show(node, found.length > 0);
  };
  return { node, refill };
};
