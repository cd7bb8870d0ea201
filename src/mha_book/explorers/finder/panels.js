// The parts of FaultFinder: its controls, and tables for each experiment.
import { checkbox, group, labelled } from "../shared/controls.js";
import { box, el, title } from "../shared/dom.js";
import { forEachCell } from "../shared/grid.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { bringIntoSight } from "../shared/sight.js";
import { fillTile, tile } from "../shared/tile.js";
import { SAID } from "../shared/words.js";
import { givenOf, isBought, isOff, nextSeed, resultOf, spend } from "./compute.js";
import { ANOTHER, BOUGHT, EXPERIMENTS, GIVEN, SEED } from "./words.js";
import { experimentName, explain, explainGiven, howMuch } from "./words.js";

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
  const onclick = () => takeAnother(model, frame);
  const another = el("button", { type: "button", onclick }, ANOTHER);
  const node = box("seed", labelled(SEED, input), another);
  return { node, refill: () => (input.value = model.get("seed")) };
};

const begin = (frame, seed) => frame.change({ seed, bought: 0, guesses: [] });

export const takeAnother = (model, frame) => begin(frame, nextSeed(model));

// A text with the sentence's words as a page sets them.
const worded = (text, words) => {
  const parts = text.split(new RegExp(`\\b(${words.join("|")})\\b`));
  return el("span", {}, ...parts.map((part, k) => (k % 2 ? el("em", {}, part) : part)));
};

// What was seen cannot be unseen: what was bought stays bought. `show()` leads there.
export const shop = (model, frame) => {
  const buy = (k) => {
    const isPaid = isBought(model.get("bought"), k);
    if (isPaid) frame.say(boxes[k - 1].input, BOUGHT);
    else spend(model, { bought: model.get("bought") | (1 << (k - 1)) });
    refill();
  };
  const boxes = model
    .get("experiments")
    .slice(1)
    .map((experiment, k) =>
      checkbox(worded(experimentName(experiment), model.get("words")), () => buy(k + 1)),
    );
  const refill = () =>
    boxes.forEach(({ input }, k) => (input.checked = isBought(model.get("bought"), k + 1)));
  const node = group(EXPERIMENTS, ...boxes.map((each) => each.node));
  const show = () => {
    boxes[0].input.focus({ preventScroll: true });
    bringIntoSight(node);
  };
  return { node, refill, show };
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
