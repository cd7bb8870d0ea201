// The drawing of MapExplorer: cells on what Python drew beneath, marks, and the keys that
// move between them.
import { svg } from "../shared/dom.js";
import { madeIn } from "./beats.js";
import { print, ring, setBar, setMarks, tileOf } from "./cells.js";
import { cellOf, isMade, keyOf } from "./compute.js";
import { createMotion } from "./motion.js";
import { nextCell } from "./moves.js";
import { BLOCKS } from "./words.js";

const endOfRow = (cells, { block, i }, last) =>
  cellOf(block.name, i, last ? block.shape[1] - 1 : 0);

// `onread(cell)` runs when a cell is focused, clicked or entered, with "" on Escape;
// `onpeek(cell)` when it is pointed at, with "" when the pointer has left; `ontype()` when
// a reader begins to type a number; `onclear(node)` brings a cell out from under what covers it.
export const createPicture = (model, { onread, onpeek, ontype, onclear }) => {
  const cells = new Map();
  const attributes = {
    class: "mha-diagram mha-grid",
    role: "group",
    "aria-label": BLOCKS,
  };
  const node = svg("svg", attributes);
  let drawn = "";
  let beneath = []; // what Python drew, block by block
  let stop = null; // the one Tab stop of the whole picture
  let isDrawing = false; // to give the focus back is not to read
  // Each table says its name itself, and each number where it comes from.
  const under = svg("g", { "aria-hidden": "true" });
  const above = svg("g", { "aria-hidden": "true" });
  const rings = { read: ring("read"), first: ring("first") };
  const motion = createMotion(cells, above);

  const enter = (cell) => {
    stop?.setAttribute("tabindex", -1);
    stop = cells.get(cell).node;
    stop.setAttribute("tabindex", 0);
  };
  const onkeydown = (event, cell) => {
    const from = cells.get(cell);
    if (event.key === "Escape") return onread("");
    if (event.key === "Enter") return (onread(cell), ontype());
    if (/^[-\d.]$/.test(event.key)) return ontype(); // the field gets what was typed
    const ends = {
      Home: () => endOfRow(cells, from, false),
      End: () => endOfRow(cells, from, true),
    };
    const to = ends[event.key]?.() ?? nextCell(cells, from, event.key);
    if (!to) return;
    event.preventDefault();
    if (to !== cell) cells.get(to).node.focus();
  };
  const listen = (cell, { node: part }) => {
    const read = () => (enter(cell), isDrawing || onread(cell));
    part.addEventListener("focus", read);
    part.addEventListener("click", () => (part.focus(), read())); // it may have the focus
    // Not "pointerenter": a number may come to where a mouse rests, and was not pointed at.
    part.addEventListener("pointermove", (event) => event.pointerType === "mouse" && onpeek(cell));
    part.addEventListener("keydown", (event) => onkeydown(event, cell));
  };
  node.addEventListener("pointerleave", () => onpeek(""));

  // Draws anew where the settings ask for another picture; keeps the focus.
  const draw = (blocks, inputs, form) => {
    const key = keyOf(inputs, form);
    if (key === drawn) return;
    drawn = key;
    const focused =
      cells.size && [...cells].find(([, c]) => c.node === c.node.getRootNode().activeElement);
    const picture = model.get("pictures")[key];
    const { width, height, places, beneath: markup } = picture;
    node.setAttribute("viewBox", `0 0 ${width} ${height}`);
    node.style.maxWidth = `${width / 16}rem`;
    under.innerHTML = markup;
    beneath = [...under.querySelectorAll("[data-block]")];
    cells.clear();
    const tiles = blocks.map((block) => tileOf(block, places[block.name], picture, cells));
    node.replaceChildren(under, ...tiles, ...Object.values(rings).map((each) => each.node), above);
    cells.forEach((cell, name) => listen(name, cell));
    const first = cells.has(inputs.cell) ? inputs.cell : cells.keys().next().value;
    enter(first);
    isDrawing = true;
    if (focused) cells.get(cells.has(focused[0]) ? focused[0] : first).node.focus();
    isDrawing = false;
  };

  // `shares`, where a state is compared: how far each number moved that did, the `first` in a ring.
  const paint = (values, { step, cell }, { parents, older }, changed, { shares, first } = {}) => {
    const lit = new Set();
    for (const [name, part] of cells) {
      const { block, i, j } = part;
      const value = values[block.name][i][j];
      const isOpen = isMade(block, { step });
      const isLit = name === cell || parents.has(name) || older.has(name);
      if (isLit) lit.add(block.name);
      const share = shares?.get(name) ?? 0;
      print(part, isOpen ? value : null, model.get("palette").weights);
      setBar(part, isOpen ? share : 0);
      setMarks(part, {
        "mha-hidden": isOpen && value === -Infinity,
        "mha-later": !isOpen,
        "mha-now": step > 0 && block.step === step,
        "mha-read": name === cell,
        "mha-direct": parents.has(name),
        "mha-older": older.has(name),
        "mha-far": cell && !isLit,
        "mha-changed": isOpen && changed.has(name),
        "mha-first": isOpen && name === first,
      });
    }
    const isThere = (name) => cells.has(name) && isMade(cells.get(name).block, { step });
    const ringed = first && isThere(first) ? first : "";
    rings.first.around(cells.get(ringed));
    rings.read.around(cell === ringed ? undefined : cells.get(cell));
    for (const part of beneath) {
      const { block } = part.dataset;
      part.classList.toggle("mha-far", cell !== "" && !lit.has(block));
      part.classList.toggle("mha-masked", values[block].flat().includes(-Infinity));
    }
  };
  const focus = (cell) => cells.get(cell)?.node.focus();
  // Who comes by Tab finds what a step has made.
  const lead = (blocks, { step }) => {
    const [first] = madeIn(blocks, step);
    if (first) enter(cellOf(first.name, 0, 0));
  };
  const uncover = (cell) => cells.has(cell) && onclear(cells.get(cell).node);
  return { node, draw, paint, focus, lead, uncover, play: motion.start, rest: motion.finish };
};

export const formFor = (pictures, inputs, width) => {
  const least = (form) => 0.847 * pictures[keyOf(inputs, form)].width; // 11 px for digits
  return ["row", "pair"].find((form) => width >= least(form)) ?? "column";
};
