// All that MapExplorer says of a step, a number and a comparison, in full or briefly. No DOM.
import { explain } from "./arithmetic.js";
import { isCompared } from "./compute.js";
import { explainHeld, explainThere, sayWhole } from "./compare_said.js";
import { STEPS } from "./step_words.js";
import { explainChange, sayChange } from "./option_words.js";
import { explainTrace } from "./words.js";

// A step's first statement, without what stands in brackets.
export const briefly = (words) =>
  words
    .replace(/ \([^)]*\)/g, "")
    .match(/^.*?[.:?](?= |$)/)[0]
    .replace(/:$/, ".");

const sayStep = ({ step, ...inputs }, steps, isBrief) => {
  const [name, sentence] = STEPS[["whole", ...steps][step]];
  const words = isBrief ? briefly(sentence(inputs)) : sentence(inputs);
  return step ? `${step} ${name}. ${words}` : words;
};

// What a task waits for, where the number may be out of sight.
export const sayAsked = ({ isOpen, waits }) => (isOpen && waits ? waits() : "");

// What a number says takes the place of its step's words.
export const sayAll = ({ cell, trace, fed, compared, isBrief, isStepBrief, ...setting }) => {
  const { inputs, values, steps, asked = "" } = setting;
  const isWhole = isCompared(inputs);
  const there = () => (isWhole ? explainThere(cell, compared, setting) : "");
  const isTraced = !isBrief || fed.size > 0; // from what it is made is marked in the picture
  const lines = cell
    ? [...explain(cell, { ...setting, isBrief }), isTraced && explainTrace(trace, fed), there()]
    : [sayStep(inputs, steps, isStepBrief)];
  const full = isWhole ? explainHeld : () => explainChange(inputs, compared);
  const brief = isWhole ? sayWhole : () => (cell ? "" : sayChange(inputs, compared));
  const last = isBrief ? brief(compared, values) : full(compared, setting);
  return [...lines, last, asked].filter(Boolean).join("\n");
};
