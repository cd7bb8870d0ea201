// The weights as lines, from the tokens that ask to those that are asked.
import { weightColour } from "../shared/colour.js";
import { box, el, note, svg } from "../shared/dom.js";
import { pointing } from "../shared/grid.js";
import { isKey, isQuery, linesAt, opacityOf, widthOf } from "./pairs.js";
import { tokenColumns } from "./tokens.js";
import { SHOWN, linesNote } from "./words.js";

const SAMPLES = [0.1, 0.5, 1];
const MANY = 16; // tokens, from which on they stand closer
// Every line has one colour of the weights' scale, which stands out from light pages as far
// as from dark ones. How much of it is seen is the weight: none of it is the page, is 0.
const TONE = 0.75;

const strength = (weight) => ({
  "stroke-width": widthOf(weight),
  "stroke-opacity": opacityOf(weight),
});

// In a drawing that is 100 wide, and 1 high for each token.
const curve = ({ i, j, weight }, listeners) => {
  const [from, to] = [i + 0.5, j + 0.5];
  return svg("path", {
    d: `M0 ${from}C50 ${from} 50 ${to} 100 ${to}`,
    ...strength(weight),
    ...listeners,
  });
};

const sample = (weight) => {
  const line = svg(
    "svg",
    { "aria-hidden": "true" },
    svg("path", { d: "M0 7H28", ...strength(weight) }),
  );
  return el("span", { class: "mha-sample" }, line, `${weight} `);
};

// The drawing alone; a line that is pointed at stands for its cell.
const web = (length, { point, press }) => {
  const view = { viewBox: `0 0 100 ${length}`, preserveAspectRatio: "none" };
  const node = svg("svg", { class: "mha-web", "aria-hidden": "true", ...view });
  const mouse = pointing(point);
  let paths = new Map(); // which line is whose
  const listenersOf = ({ i, j }) => ({ ...mouse.over({ i, j }), onclick: () => press({ i, j }) });
  const draw = (lines) => {
    paths = new Map(lines.map((line) => [curve(line, listenersOf(line)), line]));
    node.replaceChildren(...paths.keys());
  };
  // What is chosen stays as it is, the rest steps back.
  const choose = (chosen, own) => {
    node.classList.toggle("mha-some", isQuery(chosen) || isKey(chosen));
    paths.forEach((line, path) => path.classList.toggle("mha-own", own.includes(line)));
  };
  return { node, draw, choose };
};

// `actions` are what a choice has.
export const linePicture = (tokens, palette, actions) => {
  const drawing = web(tokens.length, actions);
  const columns = tokenColumns(tokens, palette, actions, drawing.node);
  const summary = note();
  const node = box("lines", columns.node, note(SHOWN.sample, ...SAMPLES.map(sample)), summary);
  node.classList.toggle("mha-many", tokens.length > MANY);
  node.style.setProperty("--tone", weightColour(TONE, palette.weights).background);
  let drawn = [];
  const refill = ({ lines }, decimals) => {
    drawn = lines.drawn;
    drawing.draw(drawn);
    summary.textContent = linesNote(lines);
    node.style.setProperty("--digits", decimals + 2);
  };
  const choose = (chosen, isHeld, decimals) => {
    const own = linesAt(drawn, chosen);
    drawing.choose(chosen, own);
    columns.choose(chosen, isHeld, own, decimals);
  };
  return { node, refill, choose };
};
