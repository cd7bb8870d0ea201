// The parts of FaultFinder: its controls, its code, and tables for each experiment.
import { checkbox, dropdown, group, labelled } from "../shared/controls.js";
import { box, el, title } from "../shared/dom.js";
import { forEachCell } from "../shared/grid.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { fillTile, tile } from "../shared/tile.js";
import { caseOf, isBought } from "./compute.js";
import { CHOOSE, choiceName, experimentName, explain } from "./words.js";

export const seedField = (model, frame) => {
  const limit = model.get("limits").seed;
  const input = frame.numberField({
    name: "Seed",
    expected: `a whole number from ${formatLimit(limit)}`,
    attributes: { type: "number", ...limit, step: 1 },
    isValid: isWholeWithin(limit),
    current: () => model.get("seed"),
    apply: (seed) => frame.change({ seed, bought: 0, guess: "" }),
  });
  return { node: labelled("Seed", input), refill: () => (input.value = model.get("seed")) };
};

export const shop = (model, frame) => {
  const boxes = model
    .get("experiments")
    .slice(1)
    .map((experiment, k) =>
      checkbox(experimentName(experiment), () =>
        frame.change({ bought: model.get("bought") ^ (1 << k) }),
      ),
    );
  const refill = () =>
    boxes.forEach(({ input }, k) => (input.checked = isBought(model.get("bought"), k + 1)));
  return { node: group("Experiments", ...boxes.map(({ node }) => node)), refill };
};

export const guessList = (model, frame) => {
  const options = model.get("cases").map((each) => [each.name, choiceName(each)]);
  const sorted = [...options.slice(1), options[0]];
  const list = dropdown("The fault", [["", CHOOSE], ...sorted], (guess) => frame.change({ guess }));
  return { node: list.node, refill: () => list.refill(model.get("guess")) };
};

// The right function, its lines counted.
export const listing = (model) => {
  const lines = model.get("code").map((line) => el("li", {}, el("code", {}, line || " ")));
  return el("ol", { class: "mha-counted" }, ...lines);
};

// What one experiment gives; what should stand in a cell is read out.
export const experimentPanel = (model, { name, k }, read) => {
  const [right, given] = [model.get("cases")[0].runs[k], caseOf(model).runs[k]];
  const words = model.get("words");
  const rows = k === 3 ? words.toReversed() : words;
  const tables = Object.keys(right).map((table) => {
    const columns = table === "output" ? ["0", "1"] : rows;
    const onread = (i, j) => {
      const at = { row: rows[i], column: columns[j], is: given[table][i][j] };
      read(explain({ experiment: name, table, ...at, should: right[table][i][j] }));
    };
    const role = table === "output" ? undefined : "weights";
    const label = `${name}: ${table}`;
    const made = tile({ name: table, label, role, rows, columns, onread });
    const anchors = role && model.get("palette").weights;
    fillTile(made, given[table], { decimals: 3, anchors, isHidden: () => false });
    forEachCell(made.cells, (cell, i, j) =>
      cell.classList.toggle("mha-off", given[table][i][j] !== right[table][i][j]),
    );
    return made.node;
  });
  return box("experiment", title(name), box("panels", ...tables));
};
