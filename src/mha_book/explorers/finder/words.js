// What FaultFinder says: no DOM.
import { format } from "../shared/format.js";
import { caseOf, fitsOf, isOff, isRight, n, partedBy, pointsOf, rowParted } from "./compute.js";

export const TITLE = "Find the bug";

export const HINT =
  "Point at a cell, or move to it with Tab and the arrow keys, to read what it should be.";

export const SEED = "Seed";
export const EXPERIMENTS = "Experiments";
export const FAULT = "The fault";
export const ANOTHER = "Another bug";
export const GIVEN = "What the layer is given";
export const CHOOSE = "Choose a line and its fault …";
const NOTHING = "no line: everything is right";

export const choiceName = ({ name, line }) => (line ? `line ${line}: ${name}` : NOTHING);

export const experimentName = ({ name, cost }) =>
  `${name} (${cost} ${cost === 1 ? "point" : "points"})`;

export const pointsLeft = (model) => {
  const [points, { start }] = [pointsOf(model), model.get("rules")];
  return `${points} of ${start} points are left.`;
};

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
  const guess = model.get("guess");
  if (guess === "") return "Buy as little as you need, and then name the line and its fault.";
  const named = model.get("cases").find(({ name }) => name === guess);
  if (isRight(model)) return rightly(model, named);
  const parted = partedBy(model, named, caseOf(model));
  if (!parted)
    return `No. It would give the numbers that you see, but one is planted that does so, too.`;
  const what = named.line ? "that fault" : "no fault";
  const { table, word } = rowParted(model, named, caseOf(model), parted);
  return (
    `No. With ${what}, other numbers would stand in “${parted.name}”. ` +
    `Look at ${table}, the row of “${word}”: which line makes these?`
  );
};

const rightly = (model, named) => {
  const others = fitsOf(model).length - 1;
  const luck = others
    ? ` By what you bought there could have been ${others} ${others === 1 ? "other" : "others"}.`
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
