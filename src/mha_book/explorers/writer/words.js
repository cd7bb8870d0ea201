// What WriterExplorer says. No DOM.
import { format } from "../shared/format.js";
import { quoted } from "../shared/words.js";
import { headName } from "../browser/words.js";
import { countOpen, mostSeen, unknownIn } from "./compute.js";
import { ending, percent } from "./text.js";

const SIGNS = { " ": "␣ space", "\n": "↵ new line" };

export const SAID = {
  title: "A model that writes",
  field: "Your beginning",
  texts: "The beginning",
  write: "▶ Write",
  writeAgain: "▶ Write again",
  writing: "It writes.",
  stop: "■ Stop",
  erase: "Erase what was added",
  bars: "Chances of what comes next",
  others: "all others",
  chance: "chance",
  speed: "Milliseconds per letter",
  expected: (limit) => `a whole number, ${limit}`,
  choosing: "How it chooses",
  looking: "What it looks at",
  costing: "What a letter costs",
  temperature: "Temperature",
  top_k: "Top k",
  top_p: "Top p",
  seed: "Seed",
  luck: "Try other luck",
  cached: "Keep keys and values",
  again: "Try again",
  loading: "The model is on its way to this page.",
  rounded: "Rounded numbers",
  luckNote: "The same seed draws the same letters again.",
  topNote: "First the temperature, then top k, then top p.",
  cost:
    "For each new letter it computes the whole text again, from the first letter on. It can " +
    "also keep the keys and values of all letters before, as the next page explains.",
};

// A space and a new line would not be seen.
export const tokenName = (token) => SIGNS[token] ?? token.replace(/^ /, "␣").replace("\n", "↵");

// A bar as it is heard: no voice reads the signs of a space and of a new line, nor an arrow.
export const spokenBar = (token, share, goesOn) => {
  const heard = token.replace(/^ /, "space ").replaceAll("\n", " new line ").trim();
  return `${heard}, ${percent(share)}${goesOn ? ", goes on" : ""}`;
};

// In a sentence, which may be read aloud.
const SPOKEN = { " ": "a space", "\n": "a new line" };
export const sayToken = (token) => {
  const [, signs, rest] = token.match(/^([ \n]*)([^]*)$/);
  const said = [...signs].map((sign) => SPOKEN[sign]).join(" and ");
  if (!rest) return said;
  return said ? `${quoted(rest)} after ${said}` : quoted(rest);
};

// A text in a sentence, with its line breaks in words.
export const sayText = (text) =>
  text
    .split(/(\n)/)
    .filter(Boolean)
    .map((part) => SPOKEN[part] ?? quoted(part))
    .join(", ");

// What is said of a bar that is pointed at.
export const chanceText = (token, share, text) => {
  if (!share) return `After ${quoted(text)} it does not choose ${sayToken(token)} now.`;
  return `After ${quoted(text)} comes ${sayToken(token)} with a chance of ${percent(share)}.`;
};

export const notStored = (text) =>
  `What the model says after ${quoted(ending(text))} is not stored. A bar with an arrow goes on.`;

export const helpText = (letters, { longest }) =>
  `At most ${longest} of the ${[...letters].length} letters and signs that it knows.`;

// Why a beginning is refused.
export const refusal = (text, letters, { longest }, present) => {
  const kept = `${sayText(present)} is kept.`;
  if (text === "") return `It needs a letter to begin with; ${kept}`;
  const odd = unknownIn(text, letters);
  if (odd !== undefined)
    return `${quoted(odd)} is not one of its ${[...letters].length} letters; ${kept}`;
  const { length } = [...text];
  return `${length} letters leave it no room to write, ${longest} do; ${kept}`;
};

const kilobytes = (bytes) => format(bytes / 1000, 0);

// What is said before the model comes, and stays: whose numbers these are.
export const offer = (bytes) =>
  `The first bars were computed by PyTorch when this page was built. For every other text the ` +
  `model comes to this page: ${kilobytes(bytes)}\u00a0kB, once. What you type stays in your browser.`;

export const here = "The model is in this page, and every text is read here.";

export const storedNote = (name, count) =>
  `These numbers are stored: ${name} said them when this page was built, for ${count} texts.`;

// How it stands with the text that is asked for.
export const stateText = ({ is, isPresent, shown, why }) => {
  if (is === "loading") return SAID.loading;
  if (is !== "failed" || isPresent) return "";
  return (
    `The model could not come to this page: ${why}. ` +
    `The bars still show what comes after ${quoted(ending(shown.text))}.`
  );
};

const switched = (value, off, text) => (value === off ? "off" : text);
export const settingNames = {
  temperature: (t) => (t ? format(t, 1) : "0: always the likeliest"),
  top_k: (k) => switched(k, 0, k === 1 ? "the likeliest" : `the ${k} likeliest`),
  top_p: (p) => switched(p, 1, `up to ${format(p, 2)}`),
};

// The settings in one line, for what is folded.
export const choosingText = ({ temperature, top_k: k, top_p: p }) => {
  const tops = [k && `top k ${k}`, p < 1 && `top p ${format(p, 2)}`].filter(Boolean);
  return `(${[`temperature ${format(temperature, 1)}`, ...tops].join(", ")})`;
};

// How many are left to choose from, and how sure it is.
export const openText = (found, { others }, isOfLetters) => {
  if (found.isBeyond)
    return "Top p reaches beyond the tokens that are stored: all others are left in, as a whole.";
  const open = countOpen(found);
  if (others && found.rest > 0) return "";
  return open === 1
    ? "One is left: nothing is drawn."
    : `It draws one of ${open} ${isOfLetters ? "letters" : "tokens"}.`;
};

// What the last letter looks at, in a head.
export const lookText = (row, text, at) => {
  const letters = [...text];
  const most = mostSeen(row).map(
    ({ weight, place }) => `${format(weight, 2)} to ${placeText(letters, place)}`,
  );
  const last = sayToken(letters.at(-1));
  return `In ${headName(at)} the last letter, ${last}, gives ${most.join(", ")}.`;
};

const placeText = (letters, place) => {
  const back = letters.length - 1 - place;
  const where = back ? `, ${back} back` : ", itself";
  return sayToken(letters[place]) + where;
};

export const lookNote =
  "The stronger a letter is coloured, the more the last one takes from it. Below, each small " +
  "picture is a head, with a row per letter that asks. The one in a frame is shown above.";

export const costHead = (from, to) => `${from} to ${to}`;
export const costNote = (count) =>
  count
    ? "On average, measured here; the columns say how long the text is."
    : "Let it write, and its time for each letter stands here.";
export const COSTS = { false: "the whole text again", true: "keys and values kept" };
export const costText = (mean) => (mean === null ? "–" : format(mean, mean < 10 ? 2 : 1));

// What eight bits change, as the build has measured it.
export const roundingText = ({ places, worst, mean, same }) =>
  "On the way each number of a matrix is rounded to 8 bits. At " +
  `${places} places of text that moved the chance of a letter by ${format(worst, 3)} at most, and by ` +
  `${format(mean, 5)} on average; the likeliest letter stayed the same at ${format(100 * same, 1)} % of them.`;
