// Python in the colours of the page's other code: its style sheet knows Pygments' names.
import { el } from "./dom.js";

const set = (words) => new Set(words.split(" "));
const WORDS = {
  kc: set("True False None"),
  ow: set("and or not in is"),
  k: set(
    "as assert async await break class continue def del elif else except finally for from " +
      "global if import lambda nonlocal pass raise return try while with yield",
  ),
  nb: set(
    "abs all any bool dict enumerate float int isinstance len list map max min object print " +
      "range reversed round set slice sorted str sum super tuple type zip",
  ),
};
const QUOTED = `"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\\\.|[^"\\\\\\n])*"?|'(?:\\\\.|[^'\\\\\\n])*'?`;
const TOKEN = new RegExp(
  [
    `(?<c1>#.*)`,
    `(?<s1>\\b[rbfu]{0,2}(?:${QUOTED})|${QUOTED})`,
    `(?<mi>\\b\\d[\\w.]*)`,
    `(?<word>[^\\W\\d]\\w*)`,
    `(?<o>[-+*/%@=<>!&|^~]+)`,
  ].join("|"),
  "giu",
);

// What a word is, by what stands before it: a name behind a dot is nobody else's.
const kindOf = (word, before) => {
  if (/\bdef\s+$/.test(before)) return "nf";
  if (/\bclass\s+$/.test(before)) return "nc";
  if (/\.[ \t]*$/.test(before)) return "";
  return Object.keys(WORDS).find((kind) => WORDS[kind].has(word)) ?? "";
};

// [[kind, text], …], with "" for the kind of what keeps the page's colour; the texts joined
// are the source. No page.
export const tokens = (source) => {
  const found = [];
  const add = (kind, text) => {
    const last = found.at(-1);
    if (text && kind === "" && last?.[0] === "") last[1] += text;
    else if (text) found.push([kind, text]);
  };
  let at = 0;
  for (const { 0: text, index, groups } of source.matchAll(TOKEN)) {
    add("", source.slice(at, index));
    at = index + text.length;
    const { word, ...kinds } = groups;
    const kind = Object.keys(kinds).find((name) => kinds[name] !== undefined);
    add(kind ?? kindOf(word, source.slice(0, index)), text);
  }
  add("", source.slice(at));
  return found;
};

// The same as nodes, for an element of the class "highlight".
export const coloured = (source) =>
  tokens(source).map(([kind, text]) => (kind ? el("span", { class: kind }, text) : text));
