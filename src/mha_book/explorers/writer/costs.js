// What letters have cost: means of milliseconds, by how long the text was. No DOM.
import { mean, range } from "../shared/arrays.js";

const COLUMNS = 4;
const LEAST = 4; // letters, below which a mean says nothing

export const createCosts = (longest) => {
  const found = { false: [], true: [] };
  const width = Math.ceil(longest / COLUMNS);
  // With what is kept a letter is one step; more at once are no letter's cost.
  const note = ({ length, count, milliseconds, isCached }) => {
    if (!isCached || count === 1) found[isCached].push([length, milliseconds]);
  };
  const columns = range(COLUMNS).map((k) => [k * width + 1, Math.min((k + 1) * width, longest)]);
  const means = (isCached) =>
    columns.map(([from, to]) => {
      const own = found[isCached].filter(([length]) => length >= from && length <= to);
      return own.length < LEAST ? null : mean(own.map(([, milliseconds]) => milliseconds));
    });
  return { note, columns, means };
};
