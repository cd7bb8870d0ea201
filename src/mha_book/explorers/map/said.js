// All that MapExplorer says of a step, a number and a comparison, in full or briefly. No DOM.
import { explain } from "./arithmetic.js";
import { isCompared, isMade, parseCell } from "./compute.js";
import { explainHeld, explainThere, sayWhole } from "./compare_said.js";
import { STEPS } from "./step_words.js";
import { sayChange } from "./option_words.js";
import { explainTrace } from "./words.js";

// A step's first statement, without what stands in brackets, and what else fits into so much room.
export const briefly = (words, room = 0) => {
  const [first, ...rest] = words.replace(/ \([^)]*\)/g, "").match(/\S.*?[.:?](?= |$)/g);
  const left = rest.findIndex((_, k) => [first, ...rest.slice(0, k + 1)].join(" ").length > room);
  return [first, ...rest.slice(0, left < 0 ? rest.length : left)].join(" ").replace(/:$/, ".");
};

const sayStep = ({ step, ...inputs }, steps, isBrief, room) => {
  const [name, sentence] = STEPS[["whole", ...steps][step]];
  const words = isBrief ? briefly(sentence(inputs), room) : sentence(inputs);
  return step ? `${step} ${name}. ${words}` : words;
};

// What a task waits for, where the number may be out of sight, or a step went wrong.
export const sayAsked = ({ isOpen, waits, answers }, isTight) =>
  (isOpen && (answers ?? (isTight ? waits : null))?.()) || "";

// How many of these cells no step has made yet.
const countLater = (cells, { blocks, inputs }) => {
  const later = blocks.filter((block) => !isMade(block, inputs)).map(({ name }) => name);
  return [...cells].filter((cell) => later.includes(parseCell(cell).name)).length;
};

const LINES = 3; // of a number; the rest is said when it is asked

// How a number arises, in a comparison also what it is there, and then what is true of all.
const sayNumber = ({ cell, trace, fed, compared, isBrief, isStepBrief, ...setting }) => {
  const { inputs, values } = setting;
  const isTraced = !isBrief || fed.size > 0; // from what it is made is marked in the picture
  const lines = [
    ...explain(cell, { ...setting, isBrief }),
    isCompared(inputs) && explainThere(cell, compared, setting),
    isTraced && explainTrace(trace, fed, countLater(fed, setting)),
    isCompared(inputs) && sayWhole(compared, values),
  ].filter(Boolean);
  return isBrief || isStepBrief ? lines.slice(0, LINES) : lines;
};

// Which step makes a number; undefined for none.
const stepOf = (cell, { blocks }) =>
  blocks.find(({ name }) => cell && name === parseCell(cell).name)?.step;

const sayPlace = ({ compared, isStepBrief, ...setting }) => {
  const { inputs, steps, room } = setting;
  const isWhole = isCompared(inputs);
  // A comparison is said instead of what stands there before any step is taken.
  const isSkipped = isWhole && isStepBrief && !inputs.step;
  const step = isSkipped ? "" : sayStep(inputs, steps, isStepBrief, room);
  const isTold = isWhole || !step || !isStepBrief || room > 0; // a phone has two lines
  const change = isWhole
    ? explainHeld(compared, setting, isStepBrief, room === 0)
    : isTold && sayChange(inputs, compared, stepOf(compared.first, setting));
  return [step, change];
};

// What a number says takes the place of its step's words.
export const sayAll = ({ asked = "", ...all }) =>
  [...(all.cell ? sayNumber(all) : sayPlace(all)), asked].filter(Boolean).join("\n");
