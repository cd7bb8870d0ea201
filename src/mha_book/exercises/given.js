// What a question hands over: its words, and its numbers in tables.
import { box, el } from "../explorers/shared/dom.js";
import { decimalsOf, withDecimals } from "./words.js";

// `code` and *words* as elements.
export const marked = (text) =>
  text
    .split(/(`[^`]+`|\*[^*]+\*)/)
    .filter(Boolean)
    .map((part) => {
      if (/^`.+`$/s.test(part)) return el("code", {}, part.slice(1, -1));
      return /^\*.+\*$/s.test(part) ? el("em", {}, part.slice(1, -1)) : part;
    });

const row = (name, cells, shown) =>
  el(
    "tr",
    {},
    ...(name === undefined ? [] : [el("th", { scope: "row" }, name)]),
    ...cells.map((cell) => el("td", {}, shown(cell))),
  );

const headsOf = (columns, hasRows) =>
  el(
    "thead",
    {},
    el(
      "tr",
      {},
      ...(hasRows ? [el("td")] : []),
      ...columns.map((name) => el("th", { scope: "col" }, name)),
    ),
  );

export const table = ({ name, values, rows, columns }) => {
  const hasRows = rows.length > 0;
  const shown = withDecimals(decimalsOf(values));
  const heads = columns.length ? [headsOf(columns, hasRows)] : [];
  const chars = Math.max(...values.flat().map((cell) => shown(cell).length));
  return el(
    "table",
    { style: `--chars: ${chars}` },
    el("caption", {}, ...marked(name)),
    ...heads,
    el("tbody", {}, ...values.map((each, k) => row(hasRows ? rows[k] : undefined, each, shown))),
  );
};

export const given = (all) => box("given", ...all.map(table));
