// What MultiHeadExplorer says: the sum behind each cell, the order of the heads. No DOM.
import { columnOf } from "../shared/arrays.js";
import { format, formatProducts, formatSoftmax } from "../shared/format.js";
import { numbersOf } from "./compute.js";

export const HINT =
  "Point at a cell, or move to it with Tab and the arrow keys, to read its arithmetic and mark what it was made from.";

// "2 heads of 2 features"
export const countName = (count, width) =>
  `${count} heads of ${width / count} feature${width === count ? "" : "s"}`;

const featureName = ({ head, feature }) => `head ${head}, feature ${feature}`;

const explainProjected = ({ kind, head, i, j }, { token, n, value, inputs, result }) => {
  const row = inputs.projections[kind][head * result.width + j]; // of W, (E,)
  const sum = formatProducts(inputs.embeddings[i], row, n);
  return `${kind} of ${token(i)}, ${featureName({ head, feature: j })}: ${sum} = ${value}`;
};

const OF_A_HEAD = {
  query: explainProjected,
  key: explainProjected,
  value: explainProjected,
  weights: ({ head, i, j }, { token, n, value, result }) => {
    const { query, key, scores } = result.heads[head];
    const products = formatProducts(query[i], key[j], n);
    const score = `scaled score (${products}) / √${result.width} = ${n(scores[i][j])}`;
    const part = formatSoftmax(scores[i], j, token(i), n);
    return `weight ${token(i)} → ${token(j)}, head ${head}: ${score}, so ${part}${value}`;
  },
  output: ({ head, i, j }, { token, n, value, result }) => {
    const { weights, value: values } = result.heads[head];
    const sum = formatProducts(weights[i], columnOf(values, j), n);
    return `output of ${token(i)}, ${featureName({ head, feature: j })}: ${sum} = ${value}`;
  },
};

const OF_ALL = {
  average: ({ i, j }, { token, n, value, result: { heads } }) => {
    const terms = heads.map(({ weights }) => n(weights[i][j])).join(" + ");
    return `average ${token(i)} → ${token(j)}: (${terms}) / ${heads.length} = ${value}`;
  },
  concatenation: ({ i, j }, { token, value, inputs, result: { held } }) => {
    const isSilent = inputs.silenced.includes(held[j].head);
    const source = isSilent
      ? `head ${held[j].head} is silenced, so`
      : `from ${featureName(held[j])}:`;
    return `concatenation of ${token(i)}, column ${j}: ${source} ${value}`;
  },
  out: ({ i, j }, { value, result: { held, expected } }) => {
    const meets = featureName(expected[j]) === featureName(held[j]);
    const other = meets ? "" : `, but was made for ${featureName(expected[j])}`;
    return `final projection, row ${i}, column ${j}: ${value} multiplies ${featureName(held[j])}${other}`;
  },
  output: ({ i, j }, { token, n, value, result: { concatenation, out } }) =>
    `output of ${token(i)}, feature ${j}: ${formatProducts(concatenation[i], out[j], n)} = ${value}`,
};

// One sentence for a cell; whole numbers need no digits after the point.
export const explain = (cell, inputs, result, decimals) => {
  const n = (x) => format(x, Number.isInteger(x) ? 0 : decimals);
  const token = (i) => inputs.tokens[i];
  const value = n(numbersOf(cell, result)[cell.i][cell.j]);
  const sentences = cell.head === undefined ? OF_ALL : OF_A_HEAD;
  return sentences[cell.kind](cell, { token, n, value, inputs, result });
};

// What a reader hears after a swap.
export const explainOrder = ({ order }, { held, expected }) => {
  const meets = held.every((column, c) => featureName(column) === featureName(expected[c]));
  const how = meets ? "the head that it was made for" : "whichever head now stands in its place";
  return (
    `The heads' outputs are concatenated in the order ${order.join(", ")}. Each column of ` +
    `the final projection multiplies ${how}.`
  );
};
