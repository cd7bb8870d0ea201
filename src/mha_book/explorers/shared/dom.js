// Building blocks of the page: elements, titled parts, named facts.
import { partsOfCode } from "./format.js";

const maker =
  (create) =>
  (tag, attributes = {}, ...children) => {
    const node = create(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== false && value != null) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  };

export const el = maker((tag) => document.createElement(tag));
export const svg = maker((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));

// Writes an element's only text where it is another, into the node that holds it: to
// replace that node is to style and lay out a new one.
export const write = (node, text) => {
  if (!node.firstChild) node.append("");
  if (node.firstChild.data !== text) node.firstChild.data = text;
};

// "e^(−0.5)" and "W_q" as one writes them by hand. The signs that say so are heard and copied, not
// seen.
const shifted = (part) =>
  el(part[0] === "_" ? "sub" : "sup", {}, ...part.split(/([_^()]+)/).map(signOf));
const signOf = (part, k) => (k % 2 ? el("i", {}, part) : part);
const set = (text) =>
  text
    .split(/(\^(?:\([^)]*\)|[\d.]+)|(?<=W)_[a-z])/)
    .map((part, k) => (k % 2 ? shifted(part) : part));

// Each line as a part of its own, which a style can keep together or cut.
export const writeLines = (node, text) => {
  if (node.textContent === text) return;
  const lines = text.split("\n").map((line) => el("span", {}, ...set(line)));
  node.replaceChildren(...lines.flatMap((line, k) => (k ? ["\n", line] : [line])));
};

// Shows or hides an element; to hide it once more would style what is around it anew.
export const show = (node, isShown) => {
  if (node.hidden === isShown) node.hidden = !isShown;
};

// A div of this class, "mha-" left out.
export const box = (name, ...children) => el("div", { class: `mha-${name}` }, ...children);

export const title = (...children) => el("p", { class: "mha-title" }, ...children);

export const note = (...children) => el("p", { class: "mha-note" }, ...children);

const codePieces = (text) => partsOfCode(text).flatMap((part) => [el("wbr"), el("span", {}, part)]);

// Code that a narrow page breaks between its parts alone.
export const asCode = (text) => el("code", { class: "mha-pieces" }, ...codePieces(text));

export const writeCode = (code, text) => {
  if (code.textContent !== text) code.replaceChildren(...codePieces(text));
};

// A canvas for a light page and one for a dark one, of which the style sheet shows one.
export const canvasPair = (attributes = {}) =>
  ["mha-day", "mha-night"].map((shown) => el("canvas", { ...attributes, class: shown }));

// A small square of a role's colour.
export const swatch = (colour) => el("span", { class: "mha-role", style: `background: ${colour}` });

// Named facts: `rows` is a list of [name, text].
export const facts = (rows) => {
  const pair = ([name, text]) => [el("dt", {}, name), el("dd", { "data-fact": name }, text)];
  return el("dl", {}, ...rows.flatMap(pair));
};

const head = (scope, name) => el("th", { scope }, name);

// A table of these nodes, (rows, columns), with a head for each row and column.
export const tableOf = ({ caption, columns, rows, ...attributes }, cells) =>
  el(
    "table",
    attributes,
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, el("td"), ...columns.map((name) => head("col", name)))),
    el("tbody", {}, ...rows.map((name, i) => el("tr", {}, head("row", name), ...cells[i]))),
  );

// An id that no other part of the page has. Scripts of a page have a module each of this
// one, in a notebook each widget has: what counts is the page's.
export const freshId = (stem) => {
  const given = (globalThis.mhaIds ??= {});
  given[stem] = (given[stem] ?? 0) + 1;
  return `mha-${stem}-${given[stem]}`;
};
