// All that MapExplorer says of what it is compared with. No DOM.
import { format, formatSmall } from "../shared/format.js";
import { n, place } from "./arithmetic.js";
import { summaryOf } from "./compare.js";
import { FAULT, FIRST, KEPT, SHOWS, WHOLE } from "./compare_words.js";
import { isMade, parseCell } from "./compute.js";

export const farApart = (by) => (by < 0.01 ? formatSmall(by) : format(by, 2));

export const sayWhole = (compared, values) => {
  const { hasSameShapes, hasSameSums, apart } = summaryOf(compared, values);
  const outputs = WHOLE.outputs(apart ? farApart(apart) : null);
  return `${[WHOLE.shapes(hasSameShapes), WHOLE.sums(hasSameSums), outputs].join(", ")}.`;
};

// What is kept comes before what is there now, and what is right before a fault.
const sayFirst = ({ first, there }, { blocks, values, inputs, tokens }) => {
  const { name, i, j } = parseCell(first);
  const block = blocks.find((each) => each.name === name);
  const order = inputs.fault ? [values, there] : [there, values];
  const numbers = order.map((tables) => n(tables[name][i][j]));
  return FIRST(place(block, { i, j }, tokens), ...numbers);
};

const sayShows = ({ shows }, inputs) =>
  Object.entries(shows)
    .filter(([name, value]) => inputs[name] !== value)
    .map(([name, value]) => SHOWS.text(SHOWS[name](value)))
    .join("");

const explainFault = (compared, setting) => {
  const { common, changed } = compared;
  const { faults, inputs } = setting;
  const fault = faults[inputs.fault];
  const begin = FAULT.title(fault.title);
  if (!changed.size) return `${begin} ${FAULT.none(common)}${sayShows(fault, inputs)}`;
  const whole = sayWhole(compared, setting.values);
  return [begin, FAULT.some(changed.size, common), sayFirst(compared, setting), whole].join(" ");
};

export const explainHeld = (compared, setting) => {
  if (setting.inputs.fault) return explainFault(compared, setting);
  const { common, changed } = compared;
  const count = changed.size ? KEPT.some(changed.size, common) : KEPT.none(common);
  const first = changed.size ? [sayFirst(compared, setting)] : [];
  return [KEPT.title, count, ...first, sayWhole(compared, setting.values)].join(" ");
};

// The number that is read, in the state that was kept, or with the fault.
export const explainThere = (cell, { there, both, changed }, { inputs }) => {
  const { name, i, j } = parseCell(cell);
  const block = both.find((each) => each.name === name);
  if (!block) return KEPT.absent;
  if (!isMade(block, inputs)) return "";
  const words = inputs.fault ? FAULT : KEPT;
  return changed.has(cell) ? words.there(n(there[name][i][j])) : words.same;
};
