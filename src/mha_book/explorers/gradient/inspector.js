// One number's gradient in every way: as a sum, by a tape, by differences, and wrong.
import { sum } from "../shared/arrays.js";
import { chart } from "../shared/chart.js";
import { slider } from "../shared/controls.js";
import { box, el, note, title } from "../shared/dom.js";
import { formatPower, formatSmall } from "../shared/format.js";
import { wholeNumbers } from "../shared/limits.js";
import { plane } from "../shared/plane.js";
import { cellName, errorsWords, waysOf } from "./words.js";

const [LOWEST, HIGHEST] = [-16, 4]; // powers of ten on the chart; float64 reaches no lower

const table = (caption, columns, rows) =>
  el(
    "table",
    {},
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows.map(([name, ...cells]) => row(name, cells))),
  );

// Only a long number may be broken: a phone is too narrow for four of them.
const entry = (text) => el("td", { class: text.length > 11 && "mha-long" }, text);
const row = (name, cells) => el("tr", {}, el("th", { scope: "row" }, name), ...cells.map(entry));

const sumTable = (cell, terms, tokens, n) => {
  const columns = ["through", "slope", "its gradient", "product"];
  const rows = terms.map((term) => [
    cellName(term, tokens),
    n(term.slope),
    n(term.above),
    n(term.product),
  ]);
  const total = ["sum", "", "", n(sum(terms.map(({ product }) => product)))];
  const which =
    cell.kind === "scores" ? "row of the Jacobian, and its column" : "column of the Jacobian";
  return table(`As a sum; the slopes are its ${which}`, columns, [...rows, total]);
};

const waysTable = (cell, state, exponent, n) => {
  const rows = waysOf(cell, state, exponent).map(([name, x, verdict]) => [name, n(x), verdict]);
  return table("The same gradient, five ways", ["way", "gradient", "against autograd"], rows);
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
    mark(...points[at], `off by ${formatSmall(errors[at])}`);
    describe(errorsWords(errors, exponents, exponent));
  };
  return { node, refill };
};

// `refill` is given a cell, the terms of its gradient, and everything known of the inputs.
export const inspector = (tokens, limit, onstep) => {
  const name = title();
  const [sumPart, waysPart] = [box("part"), box("part")];
  const step = slider({
    text: "Step h of the finite difference",
    ...limit,
    describe: (exponent) => `h = ${formatPower(exponent)}`,
    apply: onstep,
  });
  const errors = errorChart(wholeNumbers(limit));
  const words =
    "How far the difference is from autograd, log₁₀. From the right, smaller steps come " +
    "closer; then rounding takes over.";
  const steps = box("part mha-step-size", el("div", {}, step.node, note(words)), errors.node);
  const node = box("inspected", name, box("parts", sumPart, waysPart, steps));

  const refill = (cell, terms, state, exponent, n) => {
    name.textContent = `Gradient of ${cellName(cell, tokens)}`;
    sumPart.replaceChildren(sumTable(cell, terms, tokens, n));
    waysPart.replaceChildren(waysTable(cell, state, exponent, n));
    step.refill(exponent);
    errors.refill(state.errors, exponent);
  };
  return { node, refill };
};
