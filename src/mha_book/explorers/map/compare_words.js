// What MapExplorer says of a state that was kept, or of a known fault, and of how far the numbers have moved. No DOM.
import { format, formatSmall } from "../shared/format.js";
import { isMade, parseCell } from "./compute.js";
import { summaryOf } from "./compare.js";
import { label, n } from "./words.js";

export const farApart = (by) => (by < 0.01 ? formatSmall(by) : format(by, 2));

// What somebody knows who looks at shapes and sums alone, and what they miss.
export const sayWhole = (compared, values) => {
  const { hasSameShapes, hasSameSums, apart } = summaryOf(compared, values);
  const whole = [
    hasSameShapes ? "Same shapes" : "Other tables on the way",
    hasSameSums ? "same row sums" : "other row sums",
    apart ? `outputs up to ${farApart(apart)} apart` : "same outputs",
  ];
  return `${whole.join(", ")}.`;
};

// What is kept comes before what is there now, and what is right before a fault.
const sayFirst = ({ first, there }, { blocks, values, inputs, tokens }) => {
  const { name, i, j } = parseCell(first);
  const block = blocks.find((each) => each.name === name);
  const order = inputs.fault ? [values, there] : [there, values];
  const [before, after] = order.map((tables) => n(tables[name][i][j]));
  return `The first, in a ring, is ${label(block, { i, j }, tokens)}, from ${before} to ${after}.`;
};

const SHOWS = {
  causal: () => "the causal mask",
  num_heads: (heads) => (heads === 1 ? "one head" : "two heads"),
};

// Where a fault moves nothing: with which switch it does.
const sayShows = ({ shows }, inputs) =>
  Object.entries(shows)
    .filter(([name, value]) => inputs[name] !== value)
    .map(([name, value]) => ` It shows with ${SHOWS[name](value)}.`)
    .join("");

const explainFault = (compared, setting) => {
  const { common, changed } = compared;
  const { faults, inputs } = setting;
  const fault = faults[inputs.fault];
  const begin = `With the fault “${fault.title}”,`;
  if (!changed.size) return `${begin} none of ${common} numbers moves.${sayShows(fault, inputs)}`;
  const count = `${changed.size} of ${common} numbers move; the darker, the farther.`;
  const whole = sayWhole(compared, setting.values);
  return [begin, count, sayFirst(compared, setting), whole].join(" ");
};

export const explainHeld = (compared, setting) => {
  if (setting.inputs.fault) return explainFault(compared, setting);
  const { common, changed } = compared;
  const count = changed.size
    ? `${changed.size} of ${common} shared numbers moved; the darker, the farther.`
    : `none of ${common} shared numbers moved.`;
  const first = changed.size ? [sayFirst(compared, setting)] : [];
  const whole = sayWhole(compared, setting.values);
  return [`Compared with what you kept, ${count}`, ...first, whole].join(" ");
};

// The number that is read, in the state that was kept, or with the fault.
export const explainThere = (cell, { there, both, changed }, { inputs }) => {
  const { name, i, j } = parseCell(cell);
  const block = both.find((each) => each.name === name);
  if (!block) return "What you kept has no such number.";
  if (!isMade(block, inputs)) return "";
  if (inputs.fault)
    return changed.has(cell)
      ? `With the fault it is ${n(there[name][i][j])}.`
      : "With the fault it is the same.";
  return changed.has(cell)
    ? `It was ${n(there[name][i][j])} in what you kept.`
    : "It was the same in what you kept.";
};
