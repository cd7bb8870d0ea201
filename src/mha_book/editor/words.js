// Everything that the editor says, in sentences. No page.
import { show } from "../exercises/words.js";

const KINDS = ["boolean", "whole numbers", "real numbers"];
const NONE = "is there a `return`?";
const listed = (names) => names.map((name) => `\`${name}\``).join(" and ");
const shape = (sizes) => (sizes.length ? show(sizes) : "()");
const number = (value) =>
  typeof value === "string" ? value.replace("Infinity", "∞") : show(value);

export const SAID = {
  loading: "Python is on its way to this page …",
  running: "Your code runs …",
  failed: "Python could not start in this browser. In JupyterLab you can run your code.",
  endless: (seconds) =>
    `It had not ended after ${seconds} s, and was stopped: is there a loop without an end?`,
  cut: (lines) => `… and ${lines} more ${lines === 1 ? "line" : "lines"}`,
  sure: "Put the first lines back, instead of what you have written?",
  elsewhere: (name) =>
    `On the published page you can write \`${name}\` right here. In a notebook, write it in a cell.`,
  keys: "Enter keeps the indentation, and Ctrl+Enter runs your code. It never leaves this browser.",
  small: "Here runs a small Python with a small `torch`: what your listing needs, and little more.",
};

const UNKNOWN = /^AttributeError: 'Tensor' object has no attribute '(\w+)'/;
const ADVICE = [
  [/^SyntaxError: \*x/, "In this small Python a star can stand only in a call."],
  [/^ImportError/, "This page has `torch` and `math`, and little else."],
];

const adviceOn = (kind) => ADVICE.find(([pattern]) => pattern.test(kind))?.[1] ?? "";

// An error as one sentence with the reader's line; what this torch lacks is not their fault.
const sayError = ({ kind, line }) => {
  const where = line ? `Line ${line}` : "It";
  const lacks = kind.match(UNKNOWN);
  if (lacks)
    return `${where} asks a tensor for \`${lacks[1]}\`, which the small torch of this page does not have.`;
  const [, wrong] = kind.match(/^(?:Syntax|Indentation)Error: (.*)/) ?? [];
  if (wrong && line) return `${where} is no Python yet: ${wrong}. ${adviceOn(kind)}`.trim();
  const said = /[.!?]$/.test(kind) ? kind : `${kind}.`;
  return `${where} raises ${said} ${adviceOn(kind)}`.trim();
};

// Over what a call stumbled.
const sayStumble = (names, stumble) => {
  const { kind, told, name, word, several, number: changed } = stumble;
  const things = names.length > 1 ? `two things: ${listed(names)}` : "one tensor";
  if (told) return told;
  if (kind === "None") return `It returns nothing; expected ${listed(names)}: ${NONE}`;
  if (changed)
    return `It changes its argument ${changed}, which whoever called it still needs. Work on a copy.`;
  if (word) return `Its ${name} is a \`${word}\`; expected a tensor.`;
  if (kind.startsWith("returns"))
    return `It returns ${several ? kind.replace("returns ", "") : "one"} ${kind === "returns 1" ? "thing" : "things"}; expected ${things}.`;
  return sayError(stumble);
};

const sayBroken = ({ name }, stumble) =>
  stumble.kind === "missing"
    ? `There is no \`${name}\` in your text: it must be defined under this name, at the left edge.`
    : sayError(stumble);

// Above the tables of the book's own sentence.
export const sayOwn = ({ told }, isSame) =>
  isSame
    ? `What yours gives on ${told}: the book’s own numbers.`
    : `What yours gives on ${told}, beside the book’s. Numbers that differ have a dashed line.`;

// Beneath the map: whose numbers it has. `changed` of `count` are not the book's; null
// where there are none.
export const sayMap = ({ name, shown: { told } }, changed, count) => {
  if (changed === null)
    return `The map is empty: your \`${name}\` gave nothing on ${told} that could be drawn.`;
  const whose = `On ${told}, the map now has what your \`${name}\` gives`;
  if (!changed) return `${whose}: the book’s own numbers.`;
  const [are, them] = changed === 1 ? ["is", "it"] : ["are", "them"];
  return `${whose}: ${changed} of ${count} numbers ${are} not the book’s, and a dot marks ${them}. Press one to read both.`;
};

export const sayFirst = ({ name, shown: { told } }) =>
  `The map of ${told}: the output is the weights, times X. It has the book’s numbers; run your \`${name}\`, and it is drawn from yours.`;

const CELLS = {
  x: (row, column, value) => `*${row}* has ${value} for ${column}`,
  weights: (row, column, value) => `*${row}* gives *${column}* the weight ${value}`,
  output: (row, column, value) => `The output of *${row}* has ${value} for ${column}`,
};

// One number of the map, by its table's name; beside the book's, where that is another.
export const sayCell = (table, { row, column }, value, wanted) => {
  const said = CELLS[table](row, column, number(value));
  return wanted === undefined ? `${said}.` : `${said}; the book’s is ${number(wanted)}.`;
};

// How a result is not as it should be.
export const sayApart = ({ told }, names, { at, how, place, found, right }) => {
  const where = `On ${told}, its ${names[at]}`;
  if (how === "shape") return `${where} has the shape ${shape(found)}; expected ${shape(right)}.`;
  if (how === "family") return `${where} holds ${KINDS[found]}; expected ${KINDS[right]}.`;
  const spot = place.length ? ` at [${place.join(", ")}]` : "";
  return `${where}${spot} is ${number(found)}; expected ${number(right)}.`;
};

const named = (faults) => faults.map(({ name }) => name).join(", or: ");

const sayCall = (part, answer, { at }, apart) =>
  apart
    ? sayApart(part.calls[at], part.results, apart)
    : `On ${part.calls[at].told}: ${within(sayStumble(part.results, answer.calls[at]))}`;

// A sentence that goes on after a colon.
const within = (text) => text.replace(/^(It|Its|Line|There)\b/, (word) => word.toLowerCase());

const sayRight = (part, answer, verdict, apart, faults) => {
  if (verdict.at === undefined)
    return `✓ \`${part.name}\` is right, on ${part.calls.length} calls.`;
  const known = faults.length ? ` That is a known mistake: *${named(faults)}.*` : "";
  return `✓ \`${part.name}\` is right where it must be. ${sayCall(part, answer, verdict, apart)}${known}`;
};

// What is said to a run; `apart` is how the first wrong result differs, if it is one.
export const sayVerdict = (part, answer, verdict, apart) => {
  const faults = (verdict.faults ?? []).map((k) => part.faults[k]);
  if (verdict.is === "broken") return `✗ ${sayBroken(part, verdict.stumble)}`;
  if (verdict.is === "right") return sayRight(part, answer, verdict, apart, faults);
  const where = sayCall(part, answer, verdict, apart);
  if (verdict.is === "unknown" && !apart) return `✗ It does not run yet. ${where}`;
  return verdict.is === "fault"
    ? `✗ It behaves like a known mistake. *${named(faults)}.* One thinks: “${faults[0].belief}” ${where}`
    : `✗ Not right yet, and the book has not met this mistake. ${where}`;
};

export const sayHint = (part, verdict) =>
  verdict?.is === "fault" ? part.faults[verdict.faults[0]].hint : "";
