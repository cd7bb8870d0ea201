// The steps of GradientInspector's way back: at each the numbers, and their gradients.
import { box, el, note, title } from "../shared/dom.js";
import { format } from "../shared/format.js";
import { forEachCell, mark } from "../shared/grid.js";
import { fillTile, tile } from "../shared/tile.js";
import { sizeOf } from "./compute.js";
import { numbered } from "./fields.js";
import { symbols } from "./symbols.js";
import { NAMES, PLACES, ROLES, STEPS, SYMBOLS, gradientsOf } from "./words.js";

const headsOf = (kind, [height, width], tokens) => {
  if (kind === "scores" || kind === "weights") return { rows: tokens, columns: tokens };
  if (kind === "output") return { rows: tokens, columns: numbered(PLACES.feature, width) };
  return { rows: numbered(PLACES.row, height), columns: numbered(PLACES.column, width) };
};

// A table of numbers (`of` is "value") or of their gradients, to press.
const panel = (kind, of, model, { onread, onpick }) => {
  const isGradient = of === "gradient";
  const words = isGradient ? gradientsOf(kind) : NAMES[kind];
  const cellAt = (i, j) => ({ kind, i, j });
  const made = tile({
    name: el("span", {}, ...symbols(`${isGradient ? "d" : ""}${SYMBOLS[kind]}`)),
    note: words,
    label: words,
    role: ROLES[kind],
    parameter: kind.startsWith("w_"),
    ...headsOf(kind, sizeOf(model, kind), model.get("tokens")),
    onread: (i, j) => onread(cellAt(i, j)),
    onpress: (i, j) => onpick(cellAt(i, j)),
  });
  return { kind, of, ...made };
};

const step = (kind, panels) => {
  const [name, describe] = STEPS[kind];
  const words = el("span");
  const tables = panels.map(({ node }) => node);
  const node = el("li", { class: "mha-step" }, title(name), note(words), ...tables);
  const refill = (loss, decimals) =>
    words.replaceChildren(...symbols(describe(format(loss, decimals))));
  return { node, refill };
};

// From the loss back, one step after the other.
const wayTo = (kinds, make) => {
  const pairs = kinds.map((kind) => [make(kind, "value"), make(kind, "gradient")]);
  const steps = kinds.map((kind, k) => step(kind, pairs[k]));
  const node = el("ol", { class: "mha-way" }, ...steps.map((each) => each.node));
  return { node, panels: pairs.flat(), steps };
};

// The matrices, where the way ends, unfold.
const endsOf = (kinds, make) => {
  const panels = kinds.map((kind) => make(kind, "gradient"));
  const shown = box("panels", ...panels.map(({ node }) => node));
  const [name, describe] = STEPS.matrices;
  const node = el("details", {}, el("summary", {}, name), note(...symbols(describe())), shown);
  return { node, panels };
};

export const wayBack = (model, actions) => {
  const make = (kind, of) => panel(kind, of, model, actions);
  const isEnd = (kind) => kind.startsWith("w_");
  const kinds = model.get("limits").picked.among;
  const way = wayTo(
    kinds.filter((kind) => !isEnd(kind)),
    make,
  );
  const ends = endsOf(kinds.filter(isEnd), make);
  const panels = [...way.panels, ...ends.panels];
  const refill = ({ numbers, gradients: { exact } }, picked, decimals) => {
    way.steps.forEach((each) => each.refill(numbers.loss, decimals));
    if (isEnd(picked.kind)) ends.node.open = true; // what is picked is in sight
    for (const made of panels) {
      const matrix = (made.of === "gradient" ? exact : numbers)[made.kind];
      fillTile(made, matrix, { decimals, isHidden: () => false });
    }
  };
  return { node: way.node, ends: ends.node, panels, refill };
};

const isAt = (cell, kind, i, j) => cell?.kind === kind && cell.i === i && cell.j === j;

// Presses what is picked, rings what is read, and marks the gradients that it is made of.
export const markPanels = (panels, picked, read, terms) => {
  for (const { kind, of, cells } of panels) {
    forEachCell(cells, (cell, i, j) =>
      cell.setAttribute("aria-pressed", String(isAt(picked, kind, i, j))),
    );
    const isUsed = (i, j) => of === "gradient" && terms.some((term) => isAt(term, kind, i, j));
    mark(cells, (i, j) => isAt(read, kind, i, j), isUsed);
  }
};
