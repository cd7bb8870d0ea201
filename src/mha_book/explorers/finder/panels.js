// The parts of FaultFinder: its controls, its code, and tables for each experiment.
import { checkbox, closable, group, labelled } from "../shared/controls.js";
import { box, el, freshId, note, title, write } from "../shared/dom.js";
import { forEachCell } from "../shared/grid.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { coloured } from "../shared/python_code.js";
import { fillTile, tile } from "../shared/tile.js";
import { SAID } from "../shared/words.js";
import {
  givenOf,
  guessOf,
  isBought,
  isLuck,
  isOff,
  isRight,
  nextSeed,
  resultOf,
} from "./compute.js";
import {
  ANOTHER,
  CHOOSE,
  EXPERIMENTS,
  SEED,
  experimentName,
  explain,
  explainGiven,
  GIVEN,
  howMuch,
  NOTHING,
  tooSoon,
  verdict,
} from "./words.js";

export const seedField = (model, frame) => {
  const limit = model.get("limits").seed;
  const input = frame.numberField({
    name: SEED,
    expected: SAID.wholeNumber(formatLimit(limit)),
    attributes: { type: "number", ...limit, step: 1 },
    isValid: isWholeWithin(limit),
    current: () => model.get("seed"),
    apply: (seed) => begin(frame, seed),
  });
  const onclick = () => begin(frame, nextSeed(model));
  const another = el("button", { type: "button", onclick }, ANOTHER);
  const node = box("seed", labelled(SEED, input), another);
  return { node, refill: () => (input.value = model.get("seed")) };
};

const begin = (frame, seed) => frame.change({ seed, bought: 0, guesses: [] });

// A text with the sentence's words as a page sets them.
const worded = (text, words) => {
  const parts = text.split(new RegExp(`\\b(${words.join("|")})\\b`));
  return el("span", {}, ...parts.map((part, k) => (k % 2 ? el("em", {}, part) : part)));
};

export const shop = (model, frame) => {
  const boxes = model
    .get("experiments")
    .slice(1)
    .map((experiment, k) =>
      checkbox(worded(experimentName(experiment), model.get("words")), () =>
        frame.change({ bought: model.get("bought") ^ (1 << k) }),
      ),
    );
  const refill = () =>
    boxes.forEach(({ input }, k) => (input.checked = isBought(model.get("bought"), k + 1)));
  return { node: group(EXPERIMENTS, ...boxes.map(({ node }) => node)), refill };
};

// On a phone the site's style lets a row go on below, further in and after a mark.
const row = (line) => ({ class: "mha-row", style: `--in: ${line.search(/\S|$/)}` });

// A button that names a case, and keeps what came of it; `refuse` says why not yet.
const nameButton = (model, frame, { name }, text, refuse) => {
  const press = () => {
    if (isLuck(model)) return refuse(node);
    const before = model.get("guesses").filter((guess) => guess !== name);
    frame.change({ guesses: [...before, name] });
  };
  const { node, close } = closable(text, press, "mha-guess");
  const refill = () => {
    const isNamed = model.get("guesses").includes(name);
    const isIt = isRight(model) && guessOf(model) === name;
    close(isNamed || isRight(model));
    node.textContent = isNamed ? `${isIt ? "✓" : "✗"} ${text}` : text;
  };
  return { node, name, refill };
};

// The right function, its lines counted: each unfolds what may be wrong with it.
export const listing = (model, frame) => {
  const cases = model.get("cases");
  const [fold, buttons] = [freshId("lines"), []];
  const early = el("p", { class: "mha-early", role: "alert" }); // below what was pressed
  const refuse = (button) => {
    button.after(early);
    early.textContent = tooSoon(model);
  };
  const make = (each, text) => {
    buttons.push(nameButton(model, frame, each, text, refuse));
    return buttons.at(-1).node;
  };
  // What is said of a name stands below it, where it was pressed; else at the end.
  const said = note("");
  said.setAttribute("role", "status");
  const placeAnswer = () => {
    const named = buttons.find(({ name }) => name === guessOf(model)) ?? buttons.at(-1);
    if (named.node.nextSibling === said) return;
    named.node.after(said);
    said.closest("details")?.setAttribute("open", "");
  };
  const lines = model.get("code").map((line, k) => {
    const code = el("code", row(line), ...coloured(line || " "));
    const faults = cases.filter((each) => each.line === k + 1);
    if (!faults.length) return el("li", { class: line.trim() ? "" : "mha-blank" }, code);
    const names = faults.map((each) => make(each, each.name));
    const summary = el("summary", {}, code);
    return el("li", {}, el("details", { name: fold }, summary, box("guesses", ...names)));
  });
  const code = el("ol", { class: "mha-counted highlight" }, ...lines);
  const node = box("listing", note(CHOOSE), code, make(cases[0], NOTHING));
  const refill = () => {
    early.textContent = "";
    buttons.forEach((button) => button.refill());
    placeAnswer();
    write(said, verdict(model));
  };
  return { node, refill };
};

const DIGITS = ["0", "1"];

// What the seed has drawn for the layer.
export const givenPanel = (model, read) => {
  const tables = Object.entries(givenOf(model)).map(([name, values]) => {
    const rows = name === "x" ? model.get("words") : DIGITS;
    const onread = (i, j) => read(explainGiven(name, rows[i], DIGITS[j], values[i][j]));
    const made = tile({ name, label: `${GIVEN}: ${name}`, rows, columns: DIGITS, onread });
    fillTile(made, values, { decimals: 1, isHidden: () => false });
    return made.node;
  });
  return box("experiment", title(GIVEN), box("panels", ...tables));
};

// What one experiment gives; what should stand in a cell is read out.
export const experimentPanel = (model, { name, k, rows: places }, read) => {
  const [given, right] = resultOf(model, k);
  const rows = places.map((place) => model.get("words")[place]);
  const tables = Object.keys(right).map((table) => {
    const columns = table === "output" ? DIGITS : rows;
    const onread = (i, j) => {
      const at = { row: rows[i], column: columns[j], is: given[table][i][j] };
      read(explain({ experiment: name, table, ...at, should: right[table][i][j] }));
    };
    const role = table === "output" ? undefined : "weights";
    const label = `${name}: ${table}`;
    const off = given[table].map((row, i) => row.map((is, j) => isOff(is, right[table][i][j])));
    const note = howMuch(off.flat());
    const made = tile({ name: table, note, label, role, rows, columns, onread });
    const anchors = role && model.get("palette").weights;
    fillTile(made, given[table], { decimals: 3, anchors, isHidden: () => false });
    const isPart = off.flat().includes(false); // a mark on every number would mark none
    forEachCell(made.cells, (cell, i, j) => cell.classList.toggle("mha-off", isPart && off[i][j]));
    return made.node;
  });
  return box("experiment", title(worded(name, model.get("words"))), box("panels", ...tables));
};
