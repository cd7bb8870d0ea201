// A cell of MapExplorer's picture: its parts, the number in it, and its marks.
import { range } from "../shared/arrays.js";
import { weightColour } from "../shared/colour.js";
import { svg, write } from "../shared/dom.js";
import { format, formatBrief } from "../shared/format.js";
import { MATRICES, cellOf, isStriped } from "./compute.js";
import { tableName } from "./name_words.js";
import { NOT_MADE } from "./words.js";

const INSET = 2.5; // of a bar in its cell
const PLAIN = 5; // characters that a cell has room for in any font; no number has more than 6

const written = ({ op }, x) => {
  if (x === -Infinity) return "−∞";
  if (op === "given") return formatBrief(Math.round(x * 100) / 100);
  return format(x, Math.abs(x) < 100 ? 2 : 0);
};

// What is longer is set closer.
const fitText = (text, words, room) => {
  if (words.length > PLAIN) {
    text.setAttribute("textLength", room);
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  } else text.removeAttribute("textLength");
};

const drawCell = ([x, y], [width, height], { isWeight, isSecond, canEdit, hatch }) => {
  const middle = { x: x + width / 2, y: y + height / 2 };
  const box = svg("rect", { x, y, width, height });
  const text = svg("text", middle);
  const strokes = hatch
    ? [svg("path", { class: "mha-hatch", d: hatch, transform: `translate(${x} ${y})` })]
    : [];
  const mark = svg("circle", {
    class: "mha-changed-mark",
    cx: x + width - 3.5,
    cy: y + 3.5,
    r: 2.5,
  });
  const foot = { x1: x + INSET, x2: x + INSET, y1: y + height - INSET, y2: y + height - INSET };
  const bar = svg("line", { class: "mha-moved", ...foot });
  const kinds = ["mha-cell", isSecond && "mha-stripe", canEdit && "mha-editable"];
  const kind = kinds.filter(Boolean).join(" ");
  const node = svg("g", { role: "gridcell", tabindex: -1 }, box, ...strokes, text);
  return { node, box, text, mark, bar, kind, ...middle, room: width - 6, isWeight };
};

// A block's cells where it stands, each put into `cells` by its name; `size` is a cell's,
// and `hatch` the strokes across one that is hidden.
export const tileOf = (block, [x, y, transposed], { cell: size, hatch }, cells) => {
  const { name, role, parameter, shape } = block;
  const [rows, columns] = transposed ? [shape[1], shape[0]] : shape;
  const lines = range(rows).map((r) => {
    const drawn = range(columns).map((c) => {
      const [i, j] = transposed ? [c, r] : [r, c];
      const at = [x + c * size[0], y + r * size[1]];
      const cell = drawCell(at, size, {
        isWeight: role === "weights",
        isSecond: isStriped(block, i, j),
        canEdit: MATRICES.includes(block.given),
        hatch: block.op === "mask" && hatch,
      });
      cells.set(cellOf(name, i, j), { ...cell, block, i, j, isUpright: !transposed });
      return cell.node;
    });
    return svg("g", { role: "row" }, ...drawn);
  });
  const notch = svg("path", { class: "mha-tip", d: `M${x},${y + 7} V${y} H${x + 7} Z` });
  const kind = [parameter && "mha-parameter", role && `mha-${role}`].filter(Boolean).join(" ");
  const label = tableName(block, transposed);
  const sizes = { "aria-rowcount": rows, "aria-colcount": columns };
  const grid = { role: "grid", "aria-label": label, "data-name": name, ...sizes };
  return svg("g", { class: `mha-tile ${kind}`, ...grid }, ...lines, notch);
};

// ---- written where it is new: else it would be styled and laid out again for nothing -----

// A ring of this kind, above all cells: none of its neighbours covers it, and no step back of the
// rest dims it. `around(cell)` brings it to a cell, or takes it away.
export const ring = (kind) => {
  const node = svg("rect", { class: `mha-ring mha-ring-${kind}`, "aria-hidden": "true" });
  const around = (cell) => {
    node.style.display = cell ? "" : "none";
    for (const name of cell ? ["x", "y", "width", "height"] : [])
      node.setAttribute(name, cell.box.getAttribute(name));
  };
  return { node, around };
};

// Prints a number, a weight on its ground; null: it is not made yet.
export const print = (cell, value, anchors) => {
  const ground = cell.isWeight ? value : null;
  if (cell.value === value && cell.ground === ground) return;
  const before = cell.ground ?? null;
  [cell.value, cell.ground] = [value, ground];
  const words = value === null ? "" : written(cell.block, value);
  write(cell.text, words);
  fitText(cell.text, words, cell.room);
  if (value === null) cell.node.setAttribute("aria-label", NOT_MADE);
  else cell.node.removeAttribute("aria-label");
  if (before === null && ground === null) return;
  const { background, text } = ground === null ? {} : weightColour(ground, anchors);
  cell.box.style.fill = background ?? "";
  cell.text.style.fill = text ?? "";
};

const LEAST = 3; // of a bar, in the picture's units: what has moved at all is seen

// How far a number has moved from what it is compared with, as a bar at the foot of its cell:
// a share 0..1 of the cell's width. Colours stay those of roles and weights.
export const setBar = (cell, share) => {
  if ((cell.share ?? 0) === share) return;
  cell.share = share;
  const from = Number(cell.bar.getAttribute("x1"));
  cell.bar.setAttribute("x2", from + Math.max(share * cell.room, LEAST));
  if (share) cell.node.append(cell.bar);
  else cell.bar.remove();
};

// Marks a cell with these classes, each on or off; one that has changed has a dot, unless a bar
// says how far.
export const setMarks = (cell, marks) => {
  const isDotted = Boolean(marks["mha-changed"] && !cell.share);
  if (isDotted && !cell.mark.isConnected) cell.node.append(cell.mark);
  else if (!isDotted && cell.mark.isConnected) cell.mark.remove();
  const kinds = [cell.kind, ...Object.keys(marks).filter((mark) => marks[mark])].join(" ");
  if (cell.kinds === kinds) return;
  cell.kinds = kinds;
  cell.node.setAttribute("class", kinds);
};
