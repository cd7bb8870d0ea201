// What stands folded: how it chooses, what it looks at, and what a letter costs.
import { checkbox, fold, labelled, slider } from "../shared/controls.js";
import { weightColour } from "../shared/colour.js";
import { box, el, note, tableOf, write } from "../shared/dom.js";
import { forEachCell } from "../shared/grid.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { fill } from "../shared/fields.js";
import { patternsOf, sizesOf } from "../browser/compute.js";
import { overview } from "../browser/panels.js";
import { SETTINGS, hasModel, lastRow } from "./compute.js";
import {
  COSTS,
  SAID,
  choosingText,
  costHead,
  costNote,
  costText,
  lookNote,
  lookText,
  roundingText,
  settingNames,
} from "./words.js";

const OFF_PAPER = { class: "mha-options" }; // nothing to choose or measure there
const STEPS = { temperature: 0.1, top_k: 1, top_p: 0.05 };

const settingSlider = (model, frame) => (name) => {
  const { min, max } = model.get("limits")[name];
  const apply = (value) => frame.change({ [name]: value });
  const given = { text: SAID[name], min, max, step: STEPS[name], describe: settingNames[name] };
  const { node, refill } = slider({ ...given, apply });
  return { node, refill: (inputs) => refill(inputs[name]) };
};

const seedField = (model, frame) => {
  const limit = model.get("limits").seed;
  const apply = (seed) => frame.change({ seed });
  const input = frame.numberField({
    name: SAID.seed,
    expected: SAID.expected(formatLimit(limit)),
    attributes: { step: 1, "aria-label": SAID.seed },
    isValid: isWholeWithin(limit),
    current: () => model.get("seed"),
    apply,
  });
  const onclick = () => apply((model.get("seed") + 1) % (limit.max + 1));
  const luck = el("button", { type: "button", onclick }, SAID.luck);
  const node = box("luck", labelled(SAID.seed, input), luck);
  return { node, refill: ({ seed }) => fill(input, seed) };
};

export const choosing = (model, frame) => {
  const parts = SETTINGS.map(settingSlider(model, frame));
  if (hasModel(model)) parts.push(seedField(model, frame));
  const words = hasModel(model) ? `${SAID.topNote} ${SAID.luckNote}` : SAID.topNote;
  const controls = box("controls", ...parts.map((part) => part.node));
  const { node, said } = fold(`${SAID.choosing} `, {}, controls, note(words));
  const refill = ({ inputs }) => {
    parts.forEach((part) => part.refill(inputs));
    write(said, choosingText(inputs));
  };
  return { node, refill };
};

// Each letter in the colour of what the last one takes from it.
const shaded = (palette) => {
  const node = el("p", { class: "mha-paper mha-shaded", "aria-hidden": "true" });
  const refill = (row, text) =>
    node.replaceChildren(
      ...[...text].map((letter, place) => {
        const { background, text: ink } = weightColour(row[place], palette.weights);
        const style = `background-color: ${background}; color: ${ink}`;
        return el("span", { style }, letter === "\n" ? "↵" : letter);
      }),
    );
  return { node, refill };
};

// One head by the last letter's row, and all heads in small; these wait until it has written.
export const looking = (model, frame) => {
  const [text, said, heads] = [shaded(model.get("palette")), note(""), box("heads")];
  const view = { all: null, drawn: null, now: null };
  const onread = (layer, head) => {
    const at = { layer, head };
    frame.say(({ shown }) => (isRead(at) ? lookText(lastRow(shown, at), shown.text, at) : null));
  };
  const isRead = ({ layer, head }) => view.all.cells[layer][head].matches(":hover, :focus");
  const onpress = (layer, head) => frame.change({ layer, head });
  const drawAll = (shown) => {
    const { weights } = shown;
    view.all ??= overview(sizesOf({ weights }), model.get("palette"), { onread, onpress }, true);
    if (!heads.firstChild) heads.append(view.all.node);
    view.all.draw({ weights }, patternsOf({ weights, tokens: [...shown.text] }));
    view.drawn = shown;
  };
  const draw = ({ shown, inputs, isWriting }) => {
    if (view.drawn !== shown && !isWriting) drawAll(shown);
    const at = { layer: inputs.layer, head: inputs.head };
    const key = JSON.stringify([shown.text, at]);
    if (view.key === key && view.all) return;
    view.key = key;
    text.refill(lastRow(shown, at), shown.text);
    write(said, lookText(lastRow(shown, at), shown.text, at));
    view.all?.choose(at);
  };
  const summary = el("summary", {}, SAID.looking);
  const node = el("details", {}, summary, text.node, said, note(lookNote), heads);
  node.addEventListener("toggle", () => node.open && draw(view.now));
  const refill = (now) => {
    view.now = now;
    if (node.open || !now.isWriting) draw(now);
  };
  return { node, refill };
};

// The option to keep keys and values, and what each letter took, with and without.
export const costing = (model, frame, costs) => {
  const { input, node: choice } = checkbox(SAID.cached, (cached) => frame.change({ cached }));
  const rows = [false, true];
  const cells = rows.map(() => costs.columns.map(() => el("td")));
  const table = tableOf(
    {
      caption: SAID.speed,
      columns: costs.columns.map((pair) => costHead(...pair)),
      rows: rows.map((isCached) => COSTS[isCached]),
      class: "mha-costs",
    },
    cells,
  );
  const said = note("");
  const summary = el("summary", {}, SAID.costing);
  const node = el(
    "details",
    OFF_PAPER,
    summary,
    note(SAID.cost),
    choice,
    box("scroll", table),
    said,
  );
  const refill = () => {
    input.checked = model.get("cached");
    const means = rows.map((isCached) => costs.means(isCached));
    const most = Math.max(...means.flat().map((mean) => mean ?? 0));
    forEachCell(cells, (cell, i, j) => {
      write(cell, costText(means[i][j]));
      cell.style.setProperty("--share", most ? (means[i][j] ?? 0) / most : 0);
    });
    write(said, costNote(most));
  };
  return { node, refill };
};

export const roundingNote = (model) => {
  const words = note(roundingText(model.get("rounding")));
  return el("details", OFF_PAPER, el("summary", {}, SAID.rounded), words);
};
