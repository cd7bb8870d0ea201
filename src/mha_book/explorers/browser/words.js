// What HeadBrowser says of a cell, of a head, of an input's value. No DOM.
import { columnOf, mean } from "../shared/arrays.js";
import { format } from "../shared/format.js";
import { wordName } from "../shared/words.js";
import { LEAST, largestKeys } from "./pairs.js";

export const TITLE = "Head browser";

export const HINTS = {
  pointer:
    "Point at a token or a cell, or move to it with Tab and the arrow keys, to read who " +
    "attends to whom. A click holds it, Escape lets it go.",
  finger: "Tap a token or a cell to read who attends to whom. Tap it again to let it go.",
};

// What the tokens of the left column do, and those of the right one.
export const SIDES = ["asks", "is asked"];
export const COLUMNS = ["Tokens that ask", "Tokens that are asked"];

// The controls.
export const SET = {
  model: "Model",
  sentence: "Sentence",
  epoch: "Training epoch",
  layer: "Layer",
  head: "Head",
  average: "far left: their average",
  play: "▶ Play",
  stop: "■ Stop",
};

// The pictures.
export const SHOWN = {
  lines: "Weights as lines",
  sample: "Weight: ",
  weights: "Weights",
  asking: "rows ask, ",
  answering: "columns answer; bold or •: a row’s largest",
  heads: "Heads",
  every: "Every head: a row per layer, a column per head. The one in a frame is shown.",
  faint: "Small weights are drawn stronger than they are, so that you can see them.",
};

// An input's value in words; head −1 is the average.
export const valueNames = {
  epoch: (epoch) => (epoch === null ? "not given" : `epoch ${epoch}`),
  layer: (layer) => `layer ${layer}`,
  head: (head) => (head < 0 ? "average of the heads" : `head ${head}`),
};

export const headName = ({ layer, head }) => `${valueNames.layer(layer)}, ${valueNames.head(head)}`;

// One sentence for cell (i, j): its weight, then the row's largest.
export const explain = (i, j, weights, tokens, decimals) => {
  const [row, n] = [weights[i], (x) => format(x, decimals)];
  const name = (place) => wordName(tokens, place);
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

// One sentence for a key: who attends to it.
export const explainKey = (j, weights, tokens, decimals) => {
  const [column, n] = [columnOf(weights, j), (x) => format(x, decimals)];
  const [first, ...others] = largestKeys(column).map((i) => [n(column[i]), wordName(tokens, i)]);
  if (first === undefined) return `nothing attends to ${wordName(tokens, j)}`;
  const rest = others.map(([share, name]) => `; ${share} from ${name}`).join("");
  const average = `; on average ${n(mean(column))}`;
  return `${wordName(tokens, j)} gets ${first[0]} from ${first[1]}, most of all${rest}${average}`;
};

// Which pairs have a line, and which have none.
export const linesNote = ({ drawn, leftOut, masked, share }) => {
  const pairs = drawn.length + leftOut + masked;
  const percent = `${format(100 * share, 1)} % of all weight`;
  const small = `${leftOut} below ${LEAST} ${leftOut === 1 ? "is" : "are"} left out (${percent})`;
  const none = masked && `; ${masked} get 0 in every head, as masked pairs do`;
  return `${drawn.length} of ${pairs} pairs have a line; ${small}${none || ""}.`;
};

// What the pattern was told from: [name, number].
export const patternFacts = ({ means, peak }, decimals) => {
  if (!means.length) return [];
  const shares = means.map(([target, share]) => [`mean weight on ${target}`, share]);
  const all = [...shares, ["a row’s largest weight, in even shares", peak]];
  return all.map(([name, number]) => [name, format(number, decimals)]);
};
