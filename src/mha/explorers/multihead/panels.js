// The grids of MultiHeadExplorer: made, painted, marked; a group of them for each head.
import { range } from "../shared/arrays.js";
import { checkbox } from "../shared/controls.js";
import { box, el, note, swatch, title } from "../shared/dom.js";
import { fillCell, forEachCell, grid, mark } from "../shared/grid.js";
import { numbersOf } from "./compute.js";
import { isIn, sourcesOf } from "./sources.js";

const TITLES = {
  query: "Query",
  key: "Key",
  value: "Value",
  weights: "Weights",
  average: "Average weights",
  concatenation: "Concatenation",
  out: "Final projection",
  output: "Output",
};

// A grid, and which numbers it shows. `palette` gives a role its colour.
const panel = ({ kind, head, words, rows, columns, palette, onread }) => {
  const role = ["query", "key", "value"].includes(kind) ? [swatch(palette[kind])] : [];
  const caption = el("span", {}, ...role, el("b", {}, TITLES[kind]), ` ${words}`);
  const label = head === undefined ? TITLES[kind] : `${TITLES[kind]} of head ${head}`;
  const read = (i, j) => onread({ kind, head, i, j });
  const { table, cells } = grid({ caption, label, columns, rows, onread: read });
  return { kind, head, table, cells, node: table };
};

// What every head has: three projections, its weights, its output.
const headGroup = (head, width, { tokens, palette, onread, ...actions }) => {
  const features = range(width).map(String);
  const make = (kind, words, columns) =>
    panel({ kind, head, words, rows: tokens, columns, palette, onread });
  const roles = ["query", "key", "value"].map((kind) => make(kind, "", features));
  const results = [make("weights", `scale 1/√${width}`, tokens), make("output", "", features)];
  const first = head * width;
  const rows = width === 1 ? `row ${first}` : `rows ${first}–${first + width - 1}`;
  const names = [title(`Head ${head}`), note(`${rows} of each projection`)];
  const beside = (panels) => box("panels", ...panels.map(({ node }) => node));
  const { settings, ...controls } = headControls(head, actions);
  const attributes = { role: "group", "aria-label": `head ${head}`, class: "mha-head" };
  const node = el("div", attributes, ...names, beside(roles), beside(results), settings);
  return { node, panels: [...roles, ...results], ...controls };
};

const headControls = (head, { silence, move }) => {
  const choice = checkbox(`silence head ${head}`, (on) => silence(head, on));
  const button = (where, step) => {
    const label = `move head ${head} ${where}`;
    const onclick = () => move(head, step);
    return el("button", { type: "button", "aria-label": label, onclick }, where);
  };
  const buttons = [button("earlier", -1), button("later", 1)];
  return { choice, buttons, settings: box("buttons", choice.node, ...buttons) };
};

// What the heads' outputs become, and beside it the average of their weights.
const jointPanels = (tokens, features, { palette, onread }) => {
  const make = (kind, words, rows, columns) =>
    panel({ kind, words, rows, columns, palette, onread });
  const average = make("average", "of the heads", tokens, tokens);
  const loss = note("Rows still sum to 1; who asked what is lost.");
  return [
    make("concatenation", "of the outputs", tokens, features),
    make("out", "Wₒ", features, features),
    make("output", "concatenation · Wₒᵀ", tokens, features),
    { ...average, node: box("noted", average.table, loss) },
  ];
};

// Whole numbers are shown as such; a grid has one number of digits throughout.
const paint = ({ cells, ...name }, result, decimals, anchors) => {
  const numbers = numbersOf(name, result);
  const isWeights = ["weights", "average"].includes(name.kind);
  const digits = numbers.flat().every(Number.isInteger) ? 0 : decimals;
  forEachCell(cells, (cell, i, j) => fillCell(cell, numbers[i][j], digits, isWeights && anchors));
};

const nameColumns = ({ table }, columns) =>
  columns.forEach(({ head, feature }, c) => {
    table.tHead.rows[0].cells[c + 1].textContent = `h${head} f${feature}`;
  });

// Marks the cell that is read, if any, in all grids.
export const markPanels = (panels, cell, result) => {
  const areas = cell ? sourcesOf(cell, result) : [];
  for (const { kind, head, cells } of panels) {
    const at = (i, j) => ({ kind, head, i, j });
    const isRead = (i, j) => cell !== null && isIn(cell, at(i, j));
    mark(cells, isRead, (i, j) => areas.some((area) => isIn(area, at(i, j))));
  }
};

// ---- all of them ----------------------------------------------------------------

// The heads' groups stand in the order in which their outputs are concatenated.
const arrange = (area, groups, { order, silenced }) => {
  const nodes = order.map((head) => groups[head].node);
  if (nodes.some((node, place) => node !== area.children[place])) {
    const focused = area.getRootNode().activeElement;
    area.replaceChildren(...nodes);
    if (area.contains(focused)) focused.focus(); // moving a node takes its focus away
  }
  groups.forEach(({ choice, buttons }, head) => {
    choice.input.checked = silenced.includes(head);
    buttons[0].disabled = order[0] === head;
    buttons[1].disabled = order.at(-1) === head;
  });
};

// What the page shows: the groups of the heads, and the grids that they share.
export const headsView = (model, onread, actions) => {
  const [tokens, palette] = [model.get("tokens"), model.get("palette")];
  const area = box("tensors");
  const outputs = range(model.get("features").length).map(String);
  const joint = jointPanels(tokens, outputs, { palette, onread });
  const view = { area, joint, groups: [], panels: joint };
  const make = (head, width) => headGroup(head, width, { tokens, palette, onread, ...actions });
  view.rebuild = ({ heads, width }) => {
    view.groups = heads.map((_, head) => make(head, width));
    view.panels = [...joint, ...view.groups.flatMap(({ panels }) => panels)];
  };
  view.paint = (inputs, result) => {
    arrange(area, view.groups, inputs);
    nameColumns(joint[0], result.held);
    nameColumns(joint[1], result.expected);
    view.panels.forEach((each) => paint(each, result, model.get("decimals"), palette.weights));
  };
  return view;
};
