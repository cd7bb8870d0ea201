// What HeadBrowser says of a cell, of a head, of an input's value. No DOM.
import { format } from "../shared/format.js";

export const HINT =
  "Point at a cell, or move to it with Tab and the arrow keys, to read who attends to whom.";

const MENTIONED = 3; // the largest weights of a row

// An input's value in words; head −1 is the average.
export const valueNames = {
  epoch: (epoch) => (epoch === null ? "not given" : `epoch ${epoch}`),
  layer: (layer) => `layer ${layer}`,
  head: (head) => (head < 0 ? "average of the heads" : `head ${head}`),
};

export const headName = ({ layer, head }) => `${valueNames.layer(layer)}, ${valueNames.head(head)}`;

// A word that the sentence has twice is told with its place.
const tokenName = (tokens, place) =>
  tokens.filter((token) => token === tokens[place]).length > 1
    ? `${tokens[place]} at place ${place}`
    : tokens[place];

// The keys to which a row attends most, the largest first.
export const largestKeys = (row) =>
  row
    .map((weight, key) => ({ weight, key }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MENTIONED)
    .map(({ key }) => key);

// One sentence for cell (i, j): its weight, then the row's largest.
export const explain = (i, j, weights, tokens, decimals) => {
  const [row, n] = [weights[i], (x) => format(x, decimals)];
  const name = (place) => tokenName(tokens, place);
  const [first, ...others] = largestKeys(row);
  if (first === undefined) return `${name(i)} attends to nothing`;
  const most = j === first ? ", most of all" : `; most of all to ${name(first)}, ${n(row[first])}`;
  const seen = others.filter((key) => Number(n(row[key])) > 0);
  const rest = seen.map((key) => `; ${n(row[key])} to ${name(key)}`).join("");
  const end = rest || `; every other weight rounds to ${n(0)}`;
  return `${name(i)} attends to ${name(j)} with ${n(row[j])}${most}${end}`;
};

// One sentence for a head: where its weight goes on average.
export const explainHead = (where, { means }, decimals) => {
  const shares = means.map(([target, share]) => `${format(share, decimals)} to ${target}`);
  return `${headName(where)}: on average ${shares.join(", ")}`;
};

// What the pattern was told from: [name, number].
export const patternFacts = ({ means, peak }, decimals) => {
  if (!means.length) return [];
  const shares = means.map(([target, share]) => [`mean weight on ${target}`, share]);
  const all = [...shares, ["a row's largest weight ÷ its even share", peak]];
  return all.map(([name, number]) => [name, format(number, decimals)]);
};
