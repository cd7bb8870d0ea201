// What the map's own tests do in its page: press numbers, change them, read the picture.

const gridOf = (node, name) => node.querySelector(`.mha-area [data-name="${name}"]`);

const isTransposed = (grid) => grid.ariaLabel.includes("transposed");

const textsOf = (grid) =>
  [...grid.querySelectorAll("[role=row]")].map((row) =>
    [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.textContent),
  );

// Block -> its printed numbers, its own rows as rows.
const read = (node) => {
  const upright = (rows) => rows[0].map((_, j) => rows.map((row) => row[j]));
  const entries = [...node.querySelectorAll(".mha-area [role=grid]")].map((grid) => {
    const rows = textsOf(grid);
    return [grid.dataset.name, isTransposed(grid) ? upright(rows) : rows];
  });
  return Object.fromEntries(entries);
};

const numberAt = (node, cell) => {
  const [, name, i, j] = cell.match(/(.+):(.+),(.+)/);
  const grid = gridOf(node, name);
  const [row, column] = isTransposed(grid) ? [j, i] : [i, j];
  return grid.querySelectorAll("[role=row]")[row].children[column];
};

const nameOf = (part) => {
  const [row, grid] = [part.parentNode, part.closest("[role=grid]")];
  const at = [
    [...grid.querySelectorAll("[role=row]")].indexOf(row),
    [...row.children].indexOf(part),
  ];
  return `${grid.dataset.name}:${isTransposed(grid) ? at.toReversed() : at}`;
};

// The cells that carry a mark.
const marked = (node, kind) =>
  [...node.querySelectorAll(`.mha-area [role=gridcell].mha-${kind}`)].map(nameOf);

// The cells whose ground is coloured.
const shaded = (node) =>
  [...node.querySelectorAll(".mha-area [role=gridcell]")]
    .filter((cell) => cell.querySelector("rect").style.fill)
    .map(nameOf);

// The cells with a bar, which says how far they moved, and how long it is.
const barred = (node) =>
  [...node.querySelectorAll(".mha-area [role=gridcell]:has(.mha-moved)")].map((cell) => {
    const { width } = cell.querySelector(".mha-moved").getBoundingClientRect();
    return [nameOf(cell), width];
  });

const press = (node, cell) => {
  numberAt(node, cell).dispatchEvent(new MouseEvent("click", { bubbles: true }));
};

const typeNumber = (node, number) => {
  const field = node.querySelector(".mha-inspector input");
  field.value = number;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

const turn = (node, label) =>
  [...node.querySelectorAll("label.mha-choice")]
    .find((each) => each.textContent === label)
    .querySelector("input")
    .click();

// Each edit is {turn: a switch's label} or {cell, number}; gives what is
// printed after each.
const edit = (node, edits) =>
  edits.map(({ turn: label, cell, number }) => {
    if (label) turn(node, label);
    else {
      press(node, cell);
      typeNumber(node, number);
    }
    return read(node);
  });

// From the number that has the focus, by arrow keys alone: each that is met, and what is
// said of it.
const walk = (node) => {
  const live = node.querySelector("[aria-live]");
  const key = (name) => new KeyboardEvent("keydown", { key: name, bubbles: true });
  const now = () => document.activeElement;
  const met = new Map([[now(), live.innerText]]);
  for (const cell of met.keys())
    for (const arrow of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      cell.focus();
      now().dispatchEvent(key(arrow));
      if (!met.has(now())) met.set(now(), live.innerText);
    }
  return Object.fromEntries([...met].map(([cell, said]) => [nameOf(cell), said]));
};

// How tall the digits of each number are on the screen, in pixels.
const digits = (node) =>
  [...node.querySelectorAll(".mha-area [role=gridcell] text")].map(
    (text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a,
  );

// Numbers that are wider than their cell.
const wider = (node) =>
  [...node.querySelectorAll(".mha-area [role=gridcell]")]
    .map((cell) => cell.querySelector("text"))
    .filter(
      (text) => text.getBBox().width > text.parentNode.querySelector("rect").getBBox().width - 2,
    )
    .map((text) => text.textContent);

window.map = { barred, digits, edit, marked, press, read, shaded, walk, wider };
