// What an input may be, by the limits that Python sends: {min, max}, {among} or
// {longest}. No DOM.
import { range } from "./arrays.js";
import { asSaid } from "./format.js";
import { SAID } from "./words.js";

export const isWithin =
  ({ min, max }) =>
  (x) =>
    typeof x === "number" && x >= min && x <= max;

export const isWholeWithin = (limit) => (x) => Number.isInteger(x) && isWithin(limit)(x);

export const isAmong =
  ({ among }) =>
  (x) =>
    among.includes(x);

// A text that is not blank.
export const isTextWithin =
  ({ longest }) =>
  (x) =>
    typeof x === "string" && x.trim() !== "" && [...x].length <= longest;

export const isBoolean = (x) => typeof x === "boolean";

// Whether a value may take the place of a table: same sizes, each entry as `isEntry` says.
export const isTableLike = (table, isEntry) => (value) => {
  const isRow = (row, i) => row.length === table[i].length && row.every(isEntry);
  return value.length === table.length && value.every(isRow);
};

// "0.05 to 20", "−10 to 10"
export const formatLimit = ({ min, max }) => SAID.limit({ min: asSaid(min), max: asSaid(max) });

// Every whole number of a limit.
export const wholeNumbers = ({ min, max }) => range(max - min + 1).map((k) => min + k);
