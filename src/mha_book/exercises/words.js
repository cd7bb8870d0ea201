// Everything that the exercises say, in sentences. No page.
import { format, formatBrief, formatTuple } from "../explorers/shared/format.js";

// A number, a shape or a word, as a person would write it; `decimals` at most.
export const show = (value) => {
  if (Array.isArray(value)) return value.length === 1 ? `(${value[0]},)` : formatTuple(value);
  if (typeof value === "string") return value;
  return formatBrief(Number(value.toFixed(4)));
};

// The decimals that the numbers of one table need: each of them then has as many.
export const decimalsOf = (values) =>
  Math.max(...values.flat(2).map((value) => (show(value).split(".")[1] ?? "").length));

export const withDecimals = (decimals) => (value) =>
  typeof value === "number" ? format(value, decimals) : show(value);

const KNOWN = {
  numbers: "These are the numbers of a known mistake",
  shape: "That is what comes out with a known mistake",
  mask: "This is the mask of a known mistake",
  order: "These lines make a known mistake",
};

// Faults that give the same are named together.
const named = (faults) => faults.map(({ name }) => name).join(", or: ");

const listed = (labels, values) =>
  labels.map((label, k) => `${label} ${show(values[k])}`).join(", ");

const UNKNOWN = {
  numbers: ({ labels }, at) => `The first number that differs is the one for *${labels[at]}*.`,
  shape: ({ labels }, at) => `The first that differs is: ${labels[at]}.`,
  mask: ({ labels, columns }, at) =>
    `The first place that differs: where *${labels[Math.floor(at / columns.length)]}* looks at *${columns[at % columns.length]}*.`,
  order: (_, at) =>
    `The lines are right, and their order is not: line ${at + 1} does not belong there.`,
};

const told = ({ belief, symptom }) => `One thinks: “${belief}” ${symptom}`;

const right = ({ kind, faults }, verdict) =>
  kind === "find" ? `✓ Right. ${told(faults[verdict.faults[0]])}` : "✓ Right.";

// What would have come out: of a table, the first row that is another.
const sayOther = ({ labels, columns, found }, other) => {
  if (!columns.length) return `it would be ${listed(labels, other)}`;
  const at = Math.floor(other.findIndex((x, k) => x !== found[k]) / columns.length);
  const row = other.slice(at * columns.length, (at + 1) * columns.length);
  return `the row of *${labels[at]}* would be ${row.map(show).join(", ")}`;
};

// What is said to an answer; *words* and `code` stand out.
export const sayVerdict = (exercise, draw, verdict) => {
  const faults = (verdict.faults ?? []).map((k) => exercise.faults[k]);
  if (verdict.is === "right") return right(exercise, verdict);
  if (verdict.is === "fault")
    return `✗ ${KNOWN[exercise.kind]}. *${named(faults)}.* One thinks: “${faults[0].belief}”`;
  if (verdict.is === "other") return `✗ No: with that mistake ${sayOther(draw, verdict.found)}.`;
  if (verdict.is === "short")
    return `✗ None of your lines holds a mistake, but ${verdict.lacking > 1 ? "some are" : "one is"} missing.`;
  const where = UNKNOWN[exercise.kind](draw, verdict.at);
  return exercise.kind === "order"
    ? `✗ ${where}`
    : `✗ Not right yet, and the book has not met this mistake. ${where}`;
};

export const sayHint = (exercise, verdict) => {
  const fault = verdict?.is === "fault" ? exercise.faults[verdict.faults[0]] : null;
  return fault?.hint ?? exercise.start;
};

const answers = {
  find: ({ faults }, { options, right: [place] }) => faults[options[place][0]].name,
  order: (_, { pieces, right: [order] }) =>
    order.map((piece) => `\`${pieces[piece]}\``).join(" then "),
  mask: (_, { labels, columns, right: seen }) =>
    labels
      .map((row, i) => {
        const keys = columns.filter((_name, j) => seen[i * columns.length + j]);
        return `*${row}* looks at ${keys.join(", ") || "nothing"}`;
      })
      .join("; "),
};

export const sayAnswer = (exercise, draw) => {
  const say = answers[exercise.kind] ?? ((_, { labels, right: all }) => listed(labels, all));
  return `The answer: ${say(exercise, draw)}.`;
};

export const ASKED = {
  number: (label) => `${label}: please type a number, such as 0.25 or 1/4.`,
  shape: (label) => `${label}: please type whole numbers, such as (2, 3).`,
  choice: "Please choose one of the mistakes.",
  lines: "Please choose some lines.",
};
