// All that MapExplorer says of what it is compared with. No DOM.
import { format, formatSmall } from "../shared/format.js";
import { n, place } from "./arithmetic.js";
import { summaryOf } from "./compare.js";
import { BARS, FAULT, FIRST, KEPT, SHOWS, sayAlike } from "./compare_words.js";
import { isMade, parseCell } from "./compute.js";
import { nameOf } from "./name_words.js";

export const farApart = (by) => (by < 0.01 ? formatSmall(by) : format(by, 2));

export const sayWhole = (compared, values) => {
  const { odd, hasSameSums, apart } = summaryOf(compared, values);
  const other = odd && nameOf(odd);
  return sayAlike({ other, hasSameSums, by: apart ? farApart(apart) : null });
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

const countFault = ({ common, changed }, { faults, inputs }, isNamed) => {
  const { title, shows } = faults[inputs.fault];
  const count = changed.size
    ? FAULT.some(changed.size, common)
    : `${FAULT.none(common)}${sayShows({ shows }, inputs)}`;
  return `${isNamed ? FAULT.title(title) : FAULT.untitled} ${count}`.trim();
};
const countKept = ({ common, changed }) =>
  changed.size ? KEPT.some(changed.size, common) : KEPT.none(common);

// How many numbers have moved, and what is true of the whole; in full also how to read the bars,
// and which number is the first. A fault that moves nothing has said all with that. Where there
// are two lines, the list above says which fault it is.
export const explainHeld = (compared, setting, isBrief = false, isShort = false) => {
  const { fault } = setting.inputs;
  const hasMoved = compared.changed.size > 0;
  const isNamed = !(isBrief && isShort && hasMoved);
  const count = (fault ? countFault : countKept)(compared, setting, isNamed);
  if (fault && !hasMoved) return count;
  const more = hasMoved && !isBrief ? [BARS, sayFirst(compared, setting)] : [];
  return [count, ...more, sayWhole(compared, setting.values)].join(" ");
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
