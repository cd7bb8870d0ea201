// What HeadBrowser says of a cell, of a head, of an input's value.
import { show } from "./core.js";

export const HINT =
  "Point at a cell, or move to it with Tab and the arrow keys, to read who attends to whom.";

const TOLD = 3; // the largest weights of a row

// An input's value in words; head −1 is the average.
export const valueName = {
  epoch: (epoch) => (epoch === null ? "not given" : `epoch ${epoch}`),
  layer: (layer) => `layer ${layer}`,
  head: (head) => (head < 0 ? "average of the heads" : `head ${head}`),
};

export const headName = ({ layer, head }) => `${valueName.layer(layer)}, ${valueName.head(head)}`;

// A word that the sentence has twice is told with its place.
const tokenName = (tokens, place) =>
  tokens.filter((token) => token === tokens[place]).length > 1
    ? `${tokens[place]} at place ${place}`
    : tokens[place];

// The keys to which a row attends most, the largest first.
export const largest = (row) =>
  row
    .map((weight, key) => ({ weight, key }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, TOLD)
    .map(({ key }) => key);

// One sentence for cell (i, j): its weight, then the row's largest.
export const explain = (i, j, weights, tokens, decimals) => {
  const [row, n] = [weights[i], (x) => show(x, decimals)];
  const name = (place) => tokenName(tokens, place);
  const [first, ...others] = largest(row);
  if (first === undefined) return `${name(i)} attends to nothing`;
  const most = j === first ? ", most of all" : `; most of all to ${name(first)}, ${n(row[first])}`;
  const told = others.filter((key) => Number(n(row[key])) > 0);
  const rest = told.length ? told.map((key) => `; ${n(row[key])} to ${name(key)}`).join("") : `; every other weight rounds to ${n(0)}`;
  return `${name(i)} attends to ${name(j)} with ${n(row[j])}${most}${rest}`;
};

// One sentence for a head: where its weight goes on average.
export const tellHead = (where, { means }, decimals) => {
  const shares = means.map(([place, share]) => `${show(share, decimals)} to ${place}`);
  return `${headName(where)}: on average ${shares.join(", ")}`;
};
