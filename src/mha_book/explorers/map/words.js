// What MapExplorer says of how a number arises, of a trace, and around the picture. No DOM.
import { earlier, numbers } from "./name_words.js";

// How a number arises: what stands for each in its arithmetic is a name, such as q0["how", 1].
export const MADE = {
  same: (number) => `${number}, the same number`,
  later: (query, key) => `${query} may not look at ${key}, which comes later`,
  open: (number) => `${number}, not hidden`,
  hidden: (query, key) => `${key} is hidden from ${query}`,
  softmax: (row, table) => `softmax of row ${row} of ${table}`,
  column: (j, table) => `column ${j} of ${table}`,
  head: (head) => ` (head ${head})`,
  notYet: (number, step) => `${number} is not made yet: step ${step} does it`,
  positions: "fixed by its place",
  given: "given, and you can change it",
};

// How far a trace reaches.
const explainPart = (seen, later) => {
  const depend = (k) => `${numbers(k)} ${k === 1 ? "depends" : "depend"} on it`;
  if (!seen) return `${depend(later)} in later steps, still empty.`;
  const more = later ? `, and ${later} more in later steps` : "";
  return `${depend(seen)} (${seen === 1 ? "it" : "they"} did not fade)${more}.`;
};

// Of the numbers that it has a part in, so many are made already, and `later` are not.
export const explainTrace = ({ parents, older }, fed, later = 0) => {
  if (!parents.size) return fed.size ? explainPart(fed.size - later, later) : "";
  const come = parents.size === 1 ? "which comes" : "which come";
  const far = older.size ? `, ${come} from ${earlier(older.size)}` : "";
  return `Made from ${numbers(parents.size)}${far}.`;
};

// ---- around it ---------------------------------------------------------------------------

export const BLOCKS = "Blocks of numbers";
export const NOT_MADE = "not made yet";

// The number that is read.
export const READ = {
  name: "The number",
  change: "Change this number ",
  range: (min, max) => `(${min} to ${max})`,
  copy: "Copy tensor",
  copied: (name, code) => `${name} is copied as a tensor: ${code}`,
};
