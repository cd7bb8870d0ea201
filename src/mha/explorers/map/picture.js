// The drawing of MapExplorer: cells on what Python drew beneath, marks, and the keys that
// move between them.
import { range } from "../shared/arrays.js";
import { weightColour } from "../shared/colour.js";
import { svg } from "../shared/dom.js";
import { format, formatBrief } from "../shared/format.js";
import { MATRICES, cellOf, isStriped, keyOf, parseCell } from "./compute.js";
import { nextCell } from "./moves.js";

const written = ({ op }, x) => {
  if (x === -Infinity) return "−∞";
  return op === "given" ? formatBrief(Math.round(x * 100) / 100) : format(x, 2);
};

const hatch = (x, y, [width, height]) =>
  range(5)
    .map((k) => {
      const [left, rise] = [x + 9 * k, Math.min(height, width - 9 * k)];
      return `M${left},${y + height} L${left + rise},${y + height - rise}`;
    })
    .join(" ");

const drawCell = ([x, y], [width, height], { isWeight, isSecond, canEdit }) => {
  const middle = { x: x + width / 2, y: y + height / 2 };
  const box = svg("rect", { x, y, width, height });
  const text = svg("text", middle);
  const strokes = svg("path", { class: "mha-hatch", d: hatch(x, y, [width, height]) });
  const mark = svg("circle", { class: "mha-changed-mark", cx: x + width - 6, cy: y + 6, r: 3 });
  const kinds = ["mha-cell", isSecond && "mha-stripe", canEdit && "mha-editable"];
  const kind = kinds.filter(Boolean).join(" ");
  const attributes = { class: kind, role: "gridcell", tabindex: -1 };
  const node = svg("g", attributes, box, strokes, text, mark);
  return { node, box, text, ...middle, isWeight };
};

const tileOf = (block, [x, y, transposed], size, cells) => {
  const { name, title, role, parameter, shape, head } = block;
  const [rows, columns] = transposed ? [shape[1], shape[0]] : shape;
  const lines = range(rows).map((r) => {
    const drawn = range(columns).map((c) => {
      const [i, j] = transposed ? [c, r] : [r, c];
      const at = [x + c * size[0], y + r * size[1]];
      const cell = drawCell(at, size, {
        isWeight: role === "weights",
        isSecond: isStriped(block, i, j),
        canEdit: MATRICES.includes(block.given),
      });
      cells.set(cellOf(name, i, j), { ...cell, block, i, j });
      return cell.node;
    });
    return svg("g", { role: "row" }, ...drawn);
  });
  const notch = svg("path", { class: "mha-tip", d: `M${x},${y + 7} V${y} H${x + 7} Z` });
  const kind = [parameter && "mha-parameter", role && `mha-${role}`].filter(Boolean).join(" ");
  const of = head === null ? "" : `, head ${head}`;
  const label = `${title}${transposed ? " transposed" : ""}${of}`;
  const sizes = { "aria-rowcount": rows, "aria-colcount": columns };
  const grid = { role: "grid", "aria-label": label, "data-name": name, ...sizes };
  return svg("g", { class: `mha-tile ${kind}`, ...grid }, ...lines, notch);
};

const endOfRow = (cells, { block, i }, last) =>
  cellOf(block.name, i, last ? block.shape[1] - 1 : 0);

// `onread(cell)` runs when a cell is focused, clicked or entered, with "" on Escape;
// `onpeek(cell)` when it is pointed at, with "" when the pointer has left; `ontype()` when
// a reader begins to type a number.
export const createPicture = (model, { onread, onpeek, ontype }) => {
  const cells = new Map();
  const attributes = { class: "mha-diagram mha-grid", role: "group", "aria-label": "The map" };
  const node = svg("svg", attributes);
  let drawn = "";
  let isDrawing = false; // to give the focus back is not to read

  // One Tab stop for the whole picture.
  const enter = (cell) => {
    node.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
    cells.get(cell).node.setAttribute("tabindex", 0);
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
    part.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && onpeek(cell));
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
    const { width, height, cell, places, beneath } = model.get("pictures")[key];
    node.setAttribute("viewBox", `0 0 ${width} ${height}`);
    node.style.maxWidth = `${width / 16}rem`;
    node.innerHTML = beneath;
    cells.clear();
    node.append(...blocks.map((block) => tileOf(block, places[block.name], cell, cells)));
    cells.forEach((cell, name) => listen(name, cell));
    const first = cells.has(inputs.cell) ? inputs.cell : cells.keys().next().value;
    enter(first);
    isDrawing = true;
    if (focused) cells.get(cells.has(focused[0]) ? focused[0] : first).node.focus();
    isDrawing = false;
  };

  const paint = (made, { step, cell }, { parents, older }, changed) => {
    const anchors = model.get("palette").weights;
    for (const [name, { node: part, box, text, block, i, j, isWeight }] of cells) {
      const value = made[block.name][i][j];
      const isOpen = !step || block.step <= step;
      const words = isOpen ? written(block, value) : "";
      if (text.textContent !== words) text.textContent = words;
      if (isWeight) {
        const colours = isOpen ? weightColour(value, anchors) : { background: "", text: "" };
        box.style.fill = colours.background;
        text.style.fill = colours.text;
      }
      const flags = {
        "mha-hidden": isOpen && value === -Infinity,
        "mha-later": !isOpen,
        "mha-now": step > 0 && block.step === step,
        "mha-read": name === cell,
        "mha-direct": parents.has(name),
        "mha-older": older.has(name),
        "mha-changed": isOpen && changed.has(name),
      };
      for (const [flag, on] of Object.entries(flags)) part.classList.toggle(flag, on);
    }
    node.classList.toggle("mha-tracing", cell !== "");
    const lit = new Set([cell, ...parents, ...older].filter(Boolean).map((c) => parseCell(c).name));
    for (const part of node.querySelectorAll("[data-block]"))
      part.classList.toggle("mha-lit-block", lit.has(part.dataset.block));
  };
  const focus = (cell) => cells.get(cell)?.node.focus();
  return { node, draw, paint, focus };
};

export const formFor = (pictures, inputs, width) => {
  const least = (form) => 0.86 * pictures[keyOf(inputs, form)].width; // 11 px for digits
  return ["row", "pair"].find((form) => width >= least(form)) ?? "column";
};
