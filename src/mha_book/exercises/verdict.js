// What an answer is: right, a known mistake, or neither. No page.
import { readNumber } from "../explorers/shared/number.js";

// "1,5", "−2" and "1/3" as numbers; NaN where it is none.
export const readAnswer = (text) => {
  const parts = text.split("/").map(readNumber);
  return parts.length > 2 ? NaN : parts.reduce((a, b) => a / b);
};

// "(2, 3, 4)", "2 × 3 × 4" or "2 3 4" as [2, 3, 4]; null where it is no shape.
export const readShape = (text) => {
  const typed = text.replace(/^\s*(?:torch\.Size)?\s*[([]*|[)\]]*\s*$/g, "");
  const parts = typed.split(/[\s,×x;]+/).filter(Boolean);
  return text.trim() && parts.every((part) => /^[-−]?\d+$/.test(part))
    ? parts.map((part) => readNumber(part))
    : null;
};

// A field is a number, or a shape; a number among shapes is read as one of length 1.
const isSame = (one, other, tolerance) =>
  Array.isArray(other)
    ? one.length === other.length && other.every((x, k) => x === one[k])
    : Math.abs(Number(one) - other) <= tolerance;

// Where two answers first differ; −1 where they do not.
const firstApart = (one, other, tolerance) =>
  other.findIndex((field, k) => !isSame(one[k], field, tolerance));

// {is: "right"}, {is: "fault", faults} of known mistakes, or {is: "unknown", at}.
export const judge = ({ kind, tolerance }, draw, answer) =>
  (JUDGES[kind] ?? judgeFields)(draw, answer, tolerance);

const judgeFields = ({ right, wrong }, answer, tolerance) => {
  const at = firstApart(answer, right, tolerance);
  if (at < 0) return { is: "right" };
  const known = wrong.find(([, found]) => firstApart(answer, found, tolerance) < 0);
  return known ? { is: "fault", faults: known[0] } : { is: "unknown", at };
};

// `answer` is the place among the options.
const judgeChoice = ({ right, options }, answer) => {
  const [fault, found] = options[answer];
  return { is: answer === right[0] ? "right" : "other", faults: [fault], found };
};

// `answer` is a list of pieces, in the order that was chosen.
const judgeLines = ({ right, wrong, blames }, answer) => {
  if (right.some((order) => order.join() === answer.join())) return { is: "right" };
  const blamed = answer.find((piece) => blames[piece] !== null);
  if (blamed !== undefined)
    return { is: "fault", faults: [blames[blamed]], at: answer.indexOf(blamed) };
  const known = wrong.find(([, order]) => order.join() === answer.join());
  if (known) return { is: "fault", faults: known[0] };
  const lacking = right[0].length - answer.length;
  if (lacking > 0) return { is: "short", lacking };
  const depths = right.map((order) => order.findIndex((piece, k) => piece !== answer[k]));
  return { is: "unknown", at: Math.max(...depths) };
};

const JUDGES = { find: judgeChoice, order: judgeLines };
