// What MapExplorer says of a state that was kept, and of how far the numbers have moved. No DOM.
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

const sayFirst = ({ first, there }, { blocks, values, tokens }) => {
  const { name, i, j } = parseCell(first);
  const block = blocks.find((each) => each.name === name);
  const [before, now] = [there, values].map((tables) => n(tables[name][i][j]));
  return `The first is ${label(block, { i, j }, tokens)}, from ${before} to ${now}.`;
};

export const explainHeld = (compared, setting) => {
  const { common, changed } = compared;
  const count = changed.size
    ? `${changed.size} of ${common} shared numbers moved; the darker, the farther.`
    : `none of ${common} shared numbers moved.`;
  const first = changed.size ? [sayFirst(compared, setting)] : [];
  const whole = sayWhole(compared, setting.values);
  return [`Compared with what you kept, ${count}`, ...first, whole].join(" ");
};

// The number that is read, in the state that was kept.
export const explainThere = (cell, { there, both, changed }, { inputs }) => {
  const { name, i, j } = parseCell(cell);
  const block = both.find((each) => each.name === name);
  if (!block) return "What you kept has no such number.";
  if (!isMade(block, inputs)) return "";
  return changed.has(cell)
    ? `It was ${n(there[name][i][j])} in what you kept.`
    : "It was the same in what you kept.";
};
