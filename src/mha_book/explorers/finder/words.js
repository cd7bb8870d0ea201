// What FaultFinder says: no DOM.
import { format } from "../shared/format.js";
import { boughtOf, caseOf, fitsOf, guessOf, isOff, isRight, n } from "./compute.js";
import { partedBy, pointsOf, rowParted, wrongOf } from "./compute.js";

export const TITLE = "Find the bug";

export const HINT = {
  pointer: "Point at a cell, or move to it with Tab and the arrow keys, to read what it should be.",
  finger: "Tap a cell to read what it should be.",
};

export const SEED = "Seed";
export const EXPERIMENTS = "Experiments";
export const ANOTHER = "Another bug";
export const GIVEN = "What the layer is given";
export const CHOOSE = "Which line is wrong? Press it, and then what is wrong with it.";
export const NOTHING = "No line: everything is right";

export const BOUGHT = "You have seen what it gives, so it stays bought.";
export const TO_EXPERIMENTS = "To the experiments";

const counted = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

export const experimentName = ({ name, cost }) => `${name} (${counted(cost, "point")})`;

export const pointsLeft = (model) => {
  const spent = [
    [boughtOf(model).length - 1, "experiment"],
    [wrongOf(model).length, "wrong name"],
  ].filter(([n]) => n > 0);
  const after = spent.length
    ? `, after ${spent.map((each) => counted(...each)).join(" and ")}`
    : "";
  return `${purse(model)} points are left${after}.`;
};

const purse = (model) => `${left(model)} of ${model.get("rules").start}`;
const left = (model) => Math.max(0, pointsOf(model));

// Where a name is about to be pressed.
export const atStake = (model) =>
  `${purse(model)} points are left. A wrong name costs ${model.get("rules").wrong}.`;

// Why a name is not taken yet.
export const tooSoon = (model) =>
  `${fitsOf(model).length} different answers would give the numbers you see, so a name would be ` +
  "luck. Buy an experiment first.";

// What one cell says: its number, and the one that should stand there.
export const explain = ({ experiment, table, row, column, is, should }) => {
  const where = `${experiment}, ${table}, ${row} and ${column}: ${n(is)}`;
  return isOff(is, should) ? `${where}; it should be ${n(should)}.` : `${where}, as it should be.`;
};

// The same of a number that the seed has drawn.
export const explainGiven = (table, row, column, value) =>
  `${table}, ${row} and ${column}: ${format(value, 1)}`;

// How much of a table is not what it should be.
export const howMuch = (off) => {
  if (!off.includes(true)) return "all as it should be";
  return off.includes(false) ? "underlined: not as it should be" : "no number as it should be";
};

// What one would have seen, had each case been planted.
export const LOOKS = {
  none: "If every line were right, every table would say “all as it should be”.",
  "Divided by the root of the model’s width":
    "That would make the weights of two heads too even, and leave one head as it should be.",
  "Divided by the root of the number of heads":
    "That would make the weights of two heads too even, and those of one head too uneven.",
  "The scores are not divided":
    "That would show in one head only: its weights would be too uneven.",
  "The heads are cut by one view":
    "That would mix up the words in two heads, and leave one head as it should be.",
  "The heads are joined without the exchange":
    "That would leave all weights as they should be: only the output of two heads would be off.",
  "The matrices are turned round":
    "That would show everywhere: even the output of “how” alone would be off.",
  "The softmax runs over the queries":
    "That would make each column of weights add up to 1, instead of each row.",
  "The mask comes after the softmax":
    "That would show under the causal mask only: the first rows there would add up to less than 1.",
  "The mask is never used":
    "That would show under the causal mask only: later words would have weights there.",
  "The queries and the keys are exchanged":
    "That would exchange who asks and who answers, and leave “how” alone as it should be.",
  "The queries are used as keys, too":
    "That would make two words score each other equally, and leave “how” alone as it should be.",
  "The heads come in the wrong order":
    "That would leave all weights as they should be, and the output of two heads would be off, " +
    "even for “how” alone.",
};

// What is said of a name that was given.
export const verdict = (model) => {
  const guess = guessOf(model);
  if (!guess)
    return `Buy as little as you need. A wrong name costs ${model.get("rules").wrong} points.`;
  const named = model.get("cases").find(({ name }) => name === guess);
  if (isRight(model)) return rightly(model, named);
  const cost = `That cost ${model.get("rules").wrong} points. You have ${left(model)} left.`;
  return `No. ${instead(model, named)} ${cost}`;
};

// What is there, and is not what the wrong name would give.
const instead = (model, named) => {
  const parted = partedBy(model, named, caseOf(model));
  if (!parted)
    return (
      "It would give the numbers that you see, but so does what is planted. Another experiment " +
      "tells the two apart."
    );
  const { table, word, rows } = rowParted(model, named, caseOf(model), parted);
  const [would, are] = rows.map((row) => row.map((x) => format(x, 3)).join(", "));
  return (
    `${LOOKS[named.name]} But in “${parted.name}” the row of “${word}” in ${table} is ${are}, and ` +
    `not ${would}.`
  );
};

const rightly = (model, named) => {
  const others = fitsOf(model).length - 1;
  const luck = others
    ? ` By what you bought there could have been ${counted(others, "other")}.`
    : " What you bought leaves nothing else.";
  return `✓ Right. ${named.told}${luck}`;
};

// What is asked, and what has been seen when it is done.
export const TASKS = {
  finds: {
    ask: "find out what this seed has planted, and name it.",
    told: (points, start) => `Found, with ${points} of ${start} points left.`,
  },
  sure: {
    ask: (points) =>
      "take a seed whose first table leaves several faults, and buy until nothing else can be " +
      `planted, with ${points} points or more left.`,
    told: (cases) => `Of ${cases} cases one is left, so you can name it and be sure.`,
  },
};
