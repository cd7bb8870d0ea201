// German: what MapExplorer says of a number. What each export is stands in words.js.
import { earlier, numbers } from "./name_words.js";

export const MADE = {
  same: (number) => `${number}, dieselbe Zahl`,
  later: (query, key) => `${query} darf nicht auf ${key} sehen, das später kommt`,
  open: (number) => `${number}, nicht verborgen`,
  hidden: (query, key) => `${key} ist vor ${query} verborgen`,
  softmax: (row, table) => `Softmax von Zeile ${row} von ${table}`,
  column: (j, table) => `Spalte ${j} von ${table}`,
  head: (head) => ` (Kopf ${head})`,
  notYet: (number, step) => `${number} ist noch nicht gemacht: Schritt ${step} tut es`,
  positions: "durch seinen Platz bestimmt",
  given: "gegeben, und du kannst sie ändern",
};

const explainPart = (seen, later) => {
  const depend = (k) => `${numbers(k)} ${k === 1 ? "hängt" : "hängen"} von ihr ab`;
  if (!seen) return `${depend(later)}, in späteren Schritten, die noch leer sind.`;
  const more = later ? `, und ${later} mehr in späteren Schritten` : "";
  return `${depend(seen)} (sie ${seen === 1 ? "ist" : "sind"} nicht verblasst)${more}.`;
};

export const explainTrace = ({ parents, older }, fed, later = 0) => {
  if (!parents.size) return fed.size ? explainPart(fed.size - later, later) : "";
  const come = parents.size === 1 ? "kommt" : "kommen";
  const far = older.size ? `, die aus ${earlier(older.size)} ${come}` : "";
  return `Gemacht aus ${numbers(parents.size)}${far}.`;
};

export const BLOCKS = "Blöcke von Zahlen";
export const NOT_MADE = "noch nicht gemacht";

export const READ = {
  name: "Die Zahl",
  change: "Diese Zahl ändern ",
  range: (min, max) => `(${min} bis ${max})`,
  copy: "Tensor kopieren",
  copied: (name, code) => `${name} ist als Tensor kopiert: ${code}`,
};
