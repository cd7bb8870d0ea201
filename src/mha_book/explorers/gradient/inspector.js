// One number, its way to the loss, and its gradient in every way: as a sum, by a tape, by
// differences, and wrong.
import { sum } from "../shared/arrays.js";
import { chart } from "../shared/chart.js";
import { slider } from "../shared/controls.js";
import { box, el, note, title } from "../shared/dom.js";
import { formatPower, formatSmall } from "../shared/format.js";
import { wholeNumbers } from "../shared/limits.js";
import { plane } from "../shared/plane.js";
import { symbols } from "./symbols.js";
import {
  MORE_WAYS,
  ONE,
  PATH,
  STEP,
  SUM,
  WAYS,
  WAY_COLUMNS,
  cellName,
  errorsWords,
  meaning,
  pathOf,
  sumCaption,
  waysOf,
} from "./words.js";

const [LOWEST, HIGHEST] = [-16, 4]; // powers of ten on the chart; float64 reaches no lower

const longest = (rows) => Math.max(...rows.flatMap((row) => row.slice(1)).map((x) => x.length));

// Columns of one width, as wide as the longest number; the last may be words.
const table = (caption, columns, rows, chars = longest(rows)) =>
  el(
    "table",
    { class: "mha-tile mha-terms", style: `--chars: ${chars}` },
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows.map(([name, ...cells]) => row(name, cells))),
  );

const row = (name, cells) =>
  el("tr", {}, el("th", { scope: "row" }, name), ...cells.map((text) => el("td", {}, text)));

const sumTable = (cell, terms, tokens, n) => {
  const rows = terms.map((term) => [
    cellName(term, tokens),
    n(term.slope),
    n(term.above),
    n(term.product),
  ]);
  const total = [SUM.total, "–", "–", n(sum(terms.map(({ product }) => product)))];
  return table(el("b", {}, ...symbols(sumCaption(cell, tokens))), SUM.columns, [...rows, total]);
};

const waysTable = (cell, state, exponent, n) => {
  const rows = waysOf(cell, state, exponent).map(([name, x, verdict]) => [name, n(x), verdict]);
  return table(WAYS, WAY_COLUMNS, rows, 8);
};

const height = (error) => Math.min(HIGHEST, Math.max(LOWEST, Math.log10(error)));

const errorChart = (exponents) => {
  const axes = plane([exponents[0], exponents.at(-1)], [LOWEST, HIGHEST]);
  const ys = [-16, -12, -8, -4, 0, 4];
  const xs = exponents.filter((exponent) => exponent % 3 === 0);
  const { node, draw, mark, describe } = chart(axes, { xs, ys, xLabel: "log₁₀ h" });
  const refill = (errors, exponent) => {
    const points = exponents.map((e, k) => [e, height(errors[k])]);
    const at = exponents.indexOf(exponent);
    draw([{ points: axes.line(points), class: "mha-wave mha-chosen" }]);
    mark(...points[at], STEP.off(formatSmall(errors[at])));
    describe(errorsWords(errors, exponents, exponent));
  };
  return { node, refill };
};

// One number: what its gradient says, and the way from it to the loss.
export const headline = (tokens) => {
  const [name, words] = [title(), el("p")];
  const path = el("ol", { class: "mha-path", "aria-label": PATH });
  const refill = (cell, terms, numbers, n) => {
    const gradient = sum(terms.map(({ product }) => product));
    const value = n(numbers[cell.kind][cell.i][cell.j]);
    name.replaceChildren(...symbols(ONE(cellName(cell, tokens), value)));
    words.textContent = meaning(gradient, n);
    path.replaceChildren(...pathOf(cell, tokens).map((part) => el("li", {}, ...symbols(part))));
  };
  return { node: box("headline", name, words, path), refill };
};

// Its gradient as a sum; the further ways unfold. `refill` is given a cell, the terms of its
// gradient, and everything known of the inputs.
export const inspector = (tokens, limit, onstep) => {
  const [sumPart, waysPart] = [box("sum mha-scroll"), box("ways mha-scroll")];
  const step = slider({
    text: STEP.text,
    ...limit,
    describe: (exponent) => `h = ${formatPower(exponent)}`,
    apply: onstep,
  });
  const errors = errorChart(wholeNumbers(limit));
  const steps = box("step-size", el("div", {}, step.node, note(STEP.words)), errors.node);
  const ways = el("details", {}, el("summary", {}, MORE_WAYS), waysPart, steps);
  const refill = (cell, terms, state, exponent, n) => {
    sumPart.replaceChildren(sumTable(cell, terms, tokens, n));
    waysPart.replaceChildren(waysTable(cell, state, exponent, n));
    step.refill(exponent);
    errors.refill(state.errors, exponent);
  };
  return { sum: sumPart, ways, refill };
};
