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

const counted = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

export const experimentName = ({ name, cost }) => `${name} (${counted(cost, "point")})`;

export const pointsLeft = (model) => {
  const [points, { start }] = [Math.max(0, pointsOf(model)), model.get("rules")];
  const tried = counted(boughtOf(model).length - 1, "experiment");
  const named = counted(wrongOf(model).length, "wrong name");
  return `${points} of ${start} points are left, after ${tried} and ${named}.`;
};

// Why a name is not taken yet.
export const tooSoon = (model) =>
  `${fitsOf(model).length} different answers would give this first table, so a name would be ` +
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

// What is said of a name that was given.
export const verdict = (model) => {
  const guess = guessOf(model);
  if (!guess)
    return `Buy as little as you need. A wrong name costs ${model.get("rules").wrong} points.`;
  const named = model.get("cases").find(({ name }) => name === guess);
  if (isRight(model)) return rightly(model, named);
  const parted = partedBy(model, named, caseOf(model));
  if (!parted)
    return `No. It would give the numbers that you see, but one is planted that does so, too.`;
  const what = named.line ? "that fault" : "no fault";
  const { table, word, rows } = rowParted(model, named, caseOf(model), parted);
  const [would, are] = rows.map((row) => row.map((x) => format(x, 3)).join(", "));
  return (
    `No. With ${what}, the row of “${word}” in ${table} of “${parted.name}” would be ${would}. ` +
    `It is ${are}: which line makes that?`
  );
};

const rightly = (model, named) => {
  const others = fitsOf(model).length - 1;
  const luck = others
    ? ` By what you bought there could have been ${counted(others, "other")}.`
    : " What you bought leaves nothing else.";
  return `Right. ${named.told}${luck}`;
};

// What is asked, and what has been seen when it is done.
export const TASKS = {
  finds: {
    ask: "find out what this seed has planted, and name it.",
    told: (points) => `${points} points are left. Another seed plants something else.`,
  },
  sure: {
    ask: (points) =>
      "take a seed whose first table leaves several faults, and buy until nothing else can be " +
      `planted, with ${points} points or more left.`,
    told: (cases) => `Of ${cases} cases one is left, so you can name it and be sure.`,
  },
};
