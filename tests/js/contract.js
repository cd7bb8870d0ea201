// What the contract's tests do with any explorer, in the page where it stands.

const canUse = (node) => node.isConnected && node.checkVisibility() && !node.disabled;
const usable = (node, query) => [...node.querySelectorAll(query)].filter(canUse);

const enter = (input, value, type = "input") => {
  input.value = value;
  input.dispatchEvent(new Event(type, { bubbles: true }));
};

// One more, or one less where that is too much.
const turnNumber = (field) => {
  const before = Number(field.value);
  enter(field, before + 1);
  if (field.ariaInvalid === "true") enter(field, before - 1);
};

const turnSlider = (slider) => {
  const [before, step] = [slider.valueAsNumber, Number(slider.step)];
  enter(slider, before + step > Number(slider.max) ? before - step : before + step);
};

const turnList = (list) => {
  const next = (list.selectedIndex + 1) % list.options.length;
  enter(list, list.options[next].value, "change");
};

// What somebody writes into a field for words.
const WORDS = "[type=text]:not([role])";
const turnWords = (field) => enter(field, `${field.value} Why?`, "change");

// Without those of every explorer, and without what goes on by itself.
const GUESSES = ["It falls as before", "It falls lower", "It stays higher", "It rises"];
const APART = ["Undo", "Reset", "Copy link", "Next task", "▶ Play", "▶ Write", "Read it"];
APART.push("One step", ...GUESSES); // each begins to train
APART.push("All heads on"); // it takes back what another has turned
const isOwn = (button) =>
  !APART.includes(button.textContent) && !button.closest("table, [role=tablist]");

// Unfolds what is folded, and opens the tab that has a grid to read.
const unfold = (node) => {
  node.querySelectorAll("details").forEach((folded) => (folded.open = true));
  for (const tab of usable(node, "[role=tab]")) if (!usable(node, ".mha-grid").length) tab.click();
};

// Without messages, tasks and hidden parts: all that an explorer shows, and its controls' values.
const shown = (node) => {
  const copy = node.cloneNode(true);
  copy
    .querySelectorAll(".mha-live, .mha-alert, .mha-task, .mha-told, [hidden]")
    .forEach((part) => part.remove());
  const valueOf = (input) =>
    input.matches("[type=radio], [type=checkbox]") ? input.checked : input.value;
  return [copy.textContent, ...[...node.querySelectorAll("input, select")].map(valueOf)];
};

// In a picture a number is pressed, and then changed where it has a field.
const PICTURED = "svg.mha-grid [role=grid]";
const turnPictured = (node, grid) => {
  const press = new MouseEvent("click", { bubbles: true });
  grid.querySelector("[role=gridcell]").dispatchEvent(press);
  usable(node, "[role=spinbutton]").forEach(turnNumber);
};

// Turns every control, of each part that a tab opens.
const turn = (node) => {
  unfold(node);
  const tabs = usable(node, "[role=tab]");
  tabs.forEach((tab) => (tab.click(), turnShown(node)));
  if (!tabs.length) turnShown(node);
};

// Those first that can change which others there are.
const turnShown = (node) => {
  for (const name of new Set(usable(node, "[type=radio]").map((radio) => radio.name)))
    node.querySelector(`[name="${name}"]:not(:checked)`)?.click();
  usable(node, WORDS).forEach(turnWords);
  usable(node, "select").forEach(turnList);
  for (const box of usable(node, "[type=checkbox]")) if (canUse(box)) box.click();
  usable(node, "[role=spinbutton]").forEach(turnNumber);
  usable(node, "[type=range]").forEach(turnSlider);
  for (const button of usable(node, "button").filter(isOwn)) if (canUse(button)) button.click();
  for (const grid of usable(node, "table.mha-grid")) grid.querySelectorAll("button")[1]?.click();
  usable(node, PICTURED)
    .toReversed()
    .forEach((grid) => turnPictured(node, grid));
};

// Rows and columns of the grid that a tab stop leads into: a table, or one of a picture's.
const sizeOf = (stop) => {
  const grid = stop.closest("[role=grid]");
  const count = (query) => grid.querySelectorAll(query).length;
  return grid.matches("table")
    ? { rows: count("tbody tr"), columns: count("thead th") }
    : { rows: Number(grid.ariaRowCount), columns: Number(grid.ariaColCount) };
};

// Follows a link; gives what the explorer says to it.
const follow = async (node, link) => {
  const followed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  location.hash = link;
  await followed;
  history.replaceState(null, "", location.pathname);
  return node.querySelector("[role=alert]").textContent;
};

// Follows each link, from the start if it is said; gives what the explorer says to them.
const followEach = async (node, links, isFresh) => {
  const [said, buttons] = [[], [...node.querySelectorAll("button")]];
  for (const link of links) {
    if (isFresh) buttons.find((button) => button.textContent === "Reset").click();
    said.push(await follow(node, link));
  }
  return said;
};

// What Tab reaches, in order; of radio buttons the chosen one.
const stops = (node) =>
  usable(node, "input, select, button, summary, [tabindex]").filter(
    (each) => each.tabIndex >= 0 && (each.type !== "radio" || each.checked),
  );

// The explorer's own parts that reach beyond its frame; a part may scroll in its own.
const stickingOut = (node) =>
  [...node.querySelectorAll("*")]
    .filter((part) => !part.parentNode.closest(".mha-scroll, .mha-area, .mha-steps"))
    .filter((part) => part.getBoundingClientRect().right > node.getBoundingClientRect().right)
    .map((part) => part.outerHTML.slice(0, 80));

window.contract = {
  APART,
  WORDS,
  canUse,
  enter,
  turnWords,
  shown,
  turn,
  unfold,
  sizeOf,
  follow,
  followEach,
  stops,
  stickingOut,
};
