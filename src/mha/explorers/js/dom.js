// Building blocks of the page: elements, grids read cell by cell, shared links.

const maker = (create) => (tag, attributes = {}, ...children) => {
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

let made = 0;
export const freshId = (stem) => `mha-${stem}-${++made}`;

const moves = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

// A table of read-only numbers, or, with `onpress(i, j)`, of buttons. One Tab stop;
// arrow keys, Home and End move inside. `onread(i, j)` runs when a cell is focused,
// clicked or pointed at.
export const grid = ({ caption, label, columns, rows, onread, onpress }) => {
  const button = (i, j) => onpress && { type: "button", onclick: () => onpress(i, j) };
  const cells = rows.map((_, i) =>
    columns.map((_, j) =>
      el(onpress ? "button" : "td", {
        tabindex: i || j ? -1 : 0,
        onfocus: () => enter(i, j),
        onpointerenter: () => onread(i, j),
        ...button(i, j),
      }),
    ),
  );
  const enter = (i, j) => {
    cells.flat().forEach((cell) => (cell.tabIndex = -1));
    cells[i][j].tabIndex = 0;
    onread(i, j);
  };
  const onkeydown = (event) => {
    const i = cells.findIndex((row) => row.includes(event.target));
    if (i < 0) return;
    const j = cells[i].indexOf(event.target);
    const last = columns.length - 1;
    const [di, dj] = { ...moves, Home: [0, -j], End: [0, last - j] }[
      event.key
    ] ?? [0, 0];
    if (!di && !dj) return;
    event.preventDefault();
    cells[i + di]?.[j + dj]?.focus();
  };
  const table = el(
    "table",
    { class: "mha-grid", role: "grid", "aria-label": label, onkeydown },
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, el("td"), ...columns.map(columnHead))),
    el("tbody", {}, ...rows.map((name, i) => bodyRow(name, cells[i]))),
  );
  return { table, cells };
};

const columnHead = (name) => el("th", { scope: "col" }, name);

const bodyRow = (name, cells) =>
  el("tr", {}, el("th", { scope: "row" }, name), ...cells.map(inTable));

const inTable = (cell) => (cell.localName === "td" ? cell : el("td", {}, cell));

// A small square of a role's colour.
export const swatch = (colour) => el("span", { class: "mha-role", style: `background: ${colour}` });

// Named facts: `rows` is a list of [name, text].
export const facts = (rows) => {
  const pair = ([name, text]) => [el("dt", {}, name), el("dd", { "data-fact": name }, text)];
  return el("dl", {}, ...rows.flatMap(pair));
};

export const checkbox = (text, onchange) => {
  const input = el("input", { type: "checkbox" });
  input.addEventListener("change", () => onchange(input.checked));
  return { input, node: el("label", { class: "mha-choice" }, input, text) };
};

export const labelled = (text, input) => {
  const id = freshId("field");
  input.id = id;
  return el("div", { class: "mha-field" }, el("label", { for: id }, text), input);
};

// A list to choose one from: `options` is a list of [value, text].
export const dropdown = (text, options, onchange) => {
  const input = el("select", {}, ...options.map(([value, name]) => el("option", { value }, name)));
  input.addEventListener("change", () => onchange(input.value));
  return { input, node: labelled(text, input) };
};

// Radio buttons: `options` is a list of [value, text].
export const radios = (legend, options, onchange) => {
  const name = freshId("radio");
  const inputs = new Map(
    options.map(([value]) => [
      value,
      el("input", { type: "radio", name, value, onchange: () => onchange(value) }),
    ]),
  );
  const labels = options.map(([value, text]) =>
    el("label", { class: "mha-choice" }, inputs.get(value), text),
  );
  const node = el("fieldset", {}, el("legend", {}, legend), ...labels);
  return { node, inputs };
};
