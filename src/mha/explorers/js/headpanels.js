// The grids of MultiHeadExplorer: made, painted, marked; a group of them each head.
import { range } from "./core.js";
import { checkbox, el, grid, swatch } from "./dom.js";
import { numbersOf } from "./heads.js";
import { holds, sources } from "./readings.js";
import { fillCell } from "./sentence.js";

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
const panel = ({ kind, head, note, rows, columns, palette, onread }) => {
  const role = ["query", "key", "value"].includes(kind) ? [swatch(palette[kind])] : [];
  const caption = el("span", {}, ...role, el("b", {}, TITLES[kind]), ` ${note}`);
  const label = head === undefined ? TITLES[kind] : `${TITLES[kind]} of head ${head}`;
  const read = (i, j) => onread({ kind, head, i, j });
  const { table, cells } = grid({ caption, label, columns, rows, onread: read });
  return { kind, head, table, cells, node: table };
};

// What every head has: three projections, its weights, its output.
const headGroup = (head, width, { tokens, palette, onread, ...actions }) => {
  const features = range(width).map(String);
  const make = (kind, note, columns) => panel({ kind, head, note, rows: tokens, columns, palette, onread });
  const roles = ["query", "key", "value"].map((kind) => make(kind, "", features));
  const found = [make("weights", `scale 1/√${width}`, tokens), make("output", "", features)];
  const first = head * width;
  const rows = width === 1 ? `row ${first}` : `rows ${first}–${first + width - 1}`;
  const title = el("p", { class: "mha-title" }, `Head ${head}`);
  const note = el("p", { class: "mha-note" }, `${rows} of each projection`);
  const row = (panels) => el("div", { class: "mha-panels" }, ...panels.map(({ node }) => node));
  const { settings, ...controls } = headControls(head, actions);
  const group = { role: "group", "aria-label": `head ${head}`, class: "mha-head" };
  const node = el("div", group, title, note, row(roles), row(found), settings);
  return { node, panels: [...roles, ...found], ...controls };
};

const headControls = (head, { silence, move }) => {
  const box = checkbox(`silence head ${head}`, (on) => silence(head, on));
  const button = (where, step) => {
    const label = `move head ${head} ${where}`;
    return el("button", { type: "button", "aria-label": label, onclick: () => move(head, step) }, where);
  };
  const buttons = [button("earlier", -1), button("later", 1)];
  return { box, buttons, settings: el("div", { class: "mha-buttons" }, box.node, ...buttons) };
};

// What the heads' outputs become, and beside it the average of their weights.
const jointPanels = (tokens, features, { palette, onread }) => {
  const make = (kind, note, rows, columns) => panel({ kind, note, rows, columns, palette, onread });
  const average = make("average", "of the heads", tokens, tokens);
  const note = el("p", { class: "mha-note" }, "Rows still sum to 1; who asked what is lost.");
  return [
    make("concatenation", "of the outputs", tokens, features),
    make("out", "Wₒ", features, features),
    make("output", "concatenation · Wₒᵀ", tokens, features),
    { ...average, node: el("div", { class: "mha-noted" }, average.table, note) },
  ];
};

// Whole numbers are shown as such; a grid has one number of digits throughout.
const paint = ({ cells, ...name }, result, decimals, anchors) => {
  const numbers = numbersOf(name, result);
  const isWeights = ["weights", "average"].includes(name.kind);
  const whole = numbers.flat().every(Number.isInteger);
  cells.forEach((row, i) =>
    row.forEach((cell, j) => fillCell(cell, numbers[i][j], whole ? 0 : decimals, isWeights && anchors)),
  );
};

const nameColumns = ({ table }, places) =>
  places.forEach(({ head, feature }, c) => {
    table.tHead.rows[0].cells[c + 1].textContent = `h${head} f${feature}`;
  });

// Rings the cell that is read, and underlines those that it was made from.
export const mark = (panels, cell, result) => {
  const areas = cell ? sources(cell, result) : [];
  for (const { kind, head, cells } of panels) {
    cells.forEach((row, i) =>
      row.forEach((node, j) => {
        const here = { kind, head, i, j };
        node.classList.toggle("mha-read", cell !== null && holds(cell, here));
        node.classList.toggle("mha-used", areas.some((area) => holds(area, here)));
      }),
    );
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
  groups.forEach(({ box, buttons }, head) => {
    box.input.checked = silenced.includes(head);
    buttons[0].disabled = order[0] === head;
    buttons[1].disabled = order.at(-1) === head;
  });
};

// What the page shows: the groups of the heads, and the grids that they share.
export const view = (model, onread, { silence, move }) => {
  const [tokens, palette] = [model.get("tokens"), model.get("palette")];
  const area = el("div", { class: "mha-tensors" });
  const outputs = range(model.get("features").length).map(String);
  const joint = jointPanels(tokens, outputs, { palette, onread });
  const shown = { area, joint, groups: [], panels: joint };
  const group = (head, width) => headGroup(head, width, { tokens, palette, onread, silence, move });
  shown.rebuild = ({ heads, width }) => {
    shown.groups = heads.map((_, head) => group(head, width));
    shown.panels = [...joint, ...shown.groups.flatMap(({ panels }) => panels)];
  };
  shown.paint = (inputs, result) => {
    arrange(area, shown.groups, inputs);
    nameColumns(joint[0], result.places);
    nameColumns(joint[1], result.made);
    shown.panels.forEach((panel) => paint(panel, result, model.get("decimals"), palette.weights));
  };
  return shown;
};
