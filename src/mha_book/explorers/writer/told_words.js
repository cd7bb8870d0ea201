// What WriterExplorer says once, of what has just changed. No DOM.
import { format, formatBrief } from "../shared/format.js";
import { quoted } from "../shared/words.js";
import { countOpen } from "./compute.js";
import { ending, percent } from "./text.js";
import { sayText, sayToken } from "./words.js";

// A space alone would not be seen between quotation marks.
const sayRun = (run) => (run.trim() ? sayText(run) : sayToken(run));
const first = ({ next }, { chances }) => `${sayToken(next[0][0])}, with ${percent(chances[0])}.`;

export const joinedText = (token, shown, found) =>
  `Now the text goes on with ${sayToken(token)}. After that the likeliest is ${first(shown, found)}`;

// After a control has changed something: a seed changes no chance. What is not said anew would
// not be heard.
export const changedText = ({ shown, found, inputs }, before) => {
  const isDrawn = countOpen(found) > 1 || found.rest > 0;
  const alone = isDrawn ? "" : " One is left: nothing is drawn.";
  if (inputs.seed === before.seed)
    return `After ${quoted(ending(shown.text))} the likeliest is now ${first(shown, found)}${alone}`;
  const anew = " The chances stay, and other letters may be drawn.";
  return `The seed is ${inputs.seed} now.${alone || anew}`;
};

// Where it stopped by itself, that is said too: `limits` are there, once no letter fits.
export const wroteText = (wrote, limits) => {
  if (!wrote) return "It wrote nothing.";
  const told = `It wrote ${[...wrote].length} letters: ${sayText(wrote)}`;
  if (!limits) return told;
  const { beginning, written } = limits;
  return (
    `${told} Here it stops: the model reads ${beginning.longest + written.longest} letters at ` +
    `most, ${beginning.longest} to begin with and ${written.longest} of its own.`
  );
};

// Beside a text that can grow no further.
export const fullText = ({ written }) =>
  `Here it stops: it writes ${written.longest} letters at most. With nothing changed it would ` +
  "write the same again.";

// Which letters are underlined.
export const CHOSEN = "Underlined is what you chose.";
export const chosenText = (own) => ` That is ${own.map(sayRun).join("; ")}.`;

export const KEPT = "Your last texts";

// What a kept text was written with; at 0 no luck is needed.
export const keptName = ({ temperature, top_k: k, top_p: p, seed }) => {
  const tops = [k && `top k ${k}`, p < 1 && `top p ${format(p, 2)}`].filter(Boolean);
  const luck = temperature ? [`seed ${seed}`] : [];
  return `${[`T ${formatBrief(temperature)}`, ...tops, ...luck].join(", ")}:`;
};

// Said while nothing has changed yet.
export const HINT = {
  pointer:
    "Point at a bar, or move to it with Tab and the arrow keys, to read its chance. Press it, " +
    "and what it stands for joins the text.",
  finger: "Tap a bar, and what it stands for joins the text; then you read what may come next.",
};
