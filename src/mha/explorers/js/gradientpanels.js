// The parts of GradientInspector: grids of numbers and gradients, and what one is made of.
import { chart } from "./chart.js";
import { range } from "./core.js";
import { el, grid } from "./dom.js";
import { plane } from "./geometry.js";
import { slider } from "./inputs.js";
import { KINDS } from "./passes.js";
import { SYMBOLS, nameOf, power, small, waysOf } from "./gradientwords.js";

export const EXPONENTS = range(12).map((k) => k - 12); // h = 10⁻¹² … 10⁻¹
const LOWEST = -16; // of the chart; below float64's reach
const ERRORS = plane([EXPONENTS[0], EXPONENTS.at(-1)], [LOWEST, 4]);

const NOTES = {
  output: "output",
  weights: "attention weights",
  scores: "scores, scaled",
};

// ---- grids -----------------------------------------------------------------------

const panel = (kind, of, [height, width], tokens, { onread, onpick }) => {
  const letter = { w_q: "E", w_k: "E", w_v: "E", w_o: "D" }[kind];
  const rows = letter ? range(height).map((i) => `${letter} ${i}`) : tokens;
  const square = kind === "scores" || kind === "weights";
  const last = kind === "output" || kind === "w_o" ? "E" : "D";
  const columns = square ? tokens : range(width).map((j) => `${last} ${j}`);
  const symbol = of === "gradient" ? `∂L/∂${SYMBOLS[kind]}` : SYMBOLS[kind];
  const caption = el("span", {}, el("b", {}, symbol), of === "value" ? ` ${NOTES[kind]}` : "");
  const cellAt = (i, j) => ({ kind, i, j });
  const { table, cells } = grid({
    caption,
    label: of === "gradient" ? `gradient of ${SYMBOLS[kind]}` : NOTES[kind],
    columns,
    rows,
    onread: (i, j) => onread(cellAt(i, j)),
    onpress: (i, j) => onpick(cellAt(i, j)),
  });
  return { kind, of, node: table, cells };
};

const group = (title, note, panels) =>
  el(
    "div",
    { role: "group", "aria-label": title, class: "mha-picks" },
    el("p", { class: "mha-title" }, title),
    el("p", { class: "mha-note" }, note),
    el("div", { class: "mha-panels" }, ...panels.map(({ node }) => node)),
  );

// The forward pass from left to right, and below it every gradient, back again.
// `sizeOf(kind)` gives a table's rows and columns.
export const passes = (sizeOf, tokens, actions) => {
  const make = (of) => (kind) => panel(kind, of, sizeOf(kind), tokens, actions);
  const values = ["scores", "weights", "output"].map(make("value"));
  const gradients = KINDS.map(make("gradient"));
  const loss = el("p", { class: "mha-score" });
  const there = group("Forward", "S = (X W_Q)(X W_K)ᵀ / √2, P = softmax(S), O = P X W_V W_O", values);
  const back = group("Backward", "From the loss back, output first. Press a number, here or above, to take it apart.", gradients);
  const panels = [...values, ...gradients];
  const paint = (state, n) => {
    loss.textContent = `Loss L = ½ Σ (O − target)² = ${n(state.numbers.loss)}`;
    for (const { kind, of, cells } of panels) {
      const table = of === "gradient" ? state.gradients.exact[kind] : state.numbers[kind];
      cells.forEach((row, i) => row.forEach((cell, j) => (cell.textContent = n(table[i][j]))));
    }
  };
  return { node: el("div", { class: "mha-rows" }, there, loss, back), panels, paint };
};

const isAt = ({ kind, i, j }, k, a, b) => kind === k && i === a && j === b;

// Presses what is picked, rings what is read, underlines the gradients it is made of.
export const mark = (panels, picked, read, terms) => {
  for (const { kind, of, cells } of panels)
    cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        cell.setAttribute("aria-pressed", String(isAt(picked, kind, i, j)));
        cell.classList.toggle("mha-read", read !== null && isAt(read, kind, i, j));
        cell.classList.toggle("mha-used", of === "gradient" && terms.some((t) => isAt(t, kind, i, j)));
      }),
    );
};

// ---- the picked number -----------------------------------------------------------

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
  const rows = terms.map((t) => [nameOf(t, tokens), n(t.slope), n(t.above), n(t.product)]);
  const total = ["sum", "", "", n(terms.reduce((sum, t) => sum + t.product, 0))];
  const which = cell.kind === "scores" ? "row of the Jacobian, and its column" : "column of the Jacobian";
  const caption = `As a sum; the slopes are its ${which}`;
  return table(caption, columns, [...rows, total]);
};

// Shows one number's gradient in every way; `update` is given everything known of it.
export const inspector = (tokens, onstep) => {
  const title = el("p", { class: "mha-title" });
  const sum = el("div", { class: "mha-part" });
  const ways = el("div", { class: "mha-part" });
  const step = slider({
    text: "Step h of the finite difference",
    min: EXPONENTS[0],
    max: EXPONENTS.at(-1),
    words: (exponent) => `h = ${power(exponent)}`,
    apply: onstep,
  });
  const picture = chart(ERRORS, { xs: [-12, -9, -6, -3], ys: [-16, -12, -8, -4, 0, 4], xLabel: "log₁₀ h" });
  const note = "How far the difference is from autograd, log₁₀. From the right, smaller steps come closer; then rounding takes over.";
  const control = el("div", {}, step.node, el("p", { class: "mha-note" }, note));
  const steps = el("div", { class: "mha-part mha-steps" }, control, picture.node);
  const node = el("div", { class: "mha-inspected" }, title, el("div", { class: "mha-parts" }, sum, ways, steps));

  const update = (cell, terms, state, exponent, n) => {
    title.textContent = `Gradient of ${nameOf(cell, tokens)}`;
    sum.replaceChildren(sumTable(cell, terms, tokens, n));
    const rows = waysOf(cell, state, exponent).map(([name, x, words]) => [name, n(x), words]);
    ways.replaceChildren(table("The same gradient, five ways", ["way", "gradient", "against autograd"], rows));
    step.refill(exponent);
    drawErrors(picture, state.errors, exponent);
  };
  return { node, update };
};

const height = (error) => Math.max(LOWEST, Math.log10(error));

const drawErrors = ({ draw, mark, describe }, errors, exponent) => {
  const points = EXPONENTS.map((e, k) => [e, Math.min(4, height(errors[k]))]);
  const [x, y] = points[EXPONENTS.indexOf(exponent)];
  const error = small(errors[EXPONENTS.indexOf(exponent)]);
  draw([{ points: ERRORS.line(points), class: "mha-wave mha-chosen" }]);
  mark(x, y, `off by ${error}`);
  const best = EXPONENTS[errors.indexOf(Math.min(...errors))];
  describe(`Error of the finite difference against h, both in powers of ten. At h = ${power(exponent)} it is ${error}; it is least at h = ${power(best)}.`);
};
