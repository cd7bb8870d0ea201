// What AttentionExplorer says: the note of each stage, the sum behind each cell. No DOM.
import { columnOf, isEmpty } from "../shared/arrays.js";
import { format, formatProducts, formatSoftmax } from "../shared/format.js";
import { wordName } from "../shared/words.js";
import { isHidden } from "./compute.js";

export const TITLE = "Attention explorer";

export const HINT =
  "Point at a cell, or move to it with Tab and the arrow keys, to read its arithmetic.";

// The controls.
export const SET = {
  source: "Scores from",
  besides: "Then",
  scaled: (width) => `divide by √${width}`,
  causal: "hide later words",
  self: "hide the word itself",
  temperature: "Temperature",
};

export const SOURCES = {
  products: "the products X Xᵀ",
  illustrative: "invented numbers",
};

// What the scores are divided by: "/ √2", "/ √2 / 3" or nothing.
const divisor = ({ scaled, temperature, embeddings }) =>
  [scaled && `√${embeddings[0].length}`, temperature !== 1 && temperature]
    .filter(Boolean)
    .map((by) => `/ ${by}`)
    .join(" ");

// Stage -> [title, note that depends on the inputs and results], in reading order.
export const STAGES = {
  scores: ["Scores", ({ scoresFrom }) => (scoresFrom === "products" ? "X Xᵀ" : "invented")],
  scaled: ["Scaled", (inputs) => divisor(inputs) || "as they are"],
  masked: ["Masked", ({ causal, maskSelf }) => (causal || maskSelf ? "hidden: −∞" : "none hidden")],
  weights: [
    "Softmax",
    (_, { weights }) => (weights.some(isEmpty) ? "an empty row is 0" : "rows sum to 1"),
  ],
  output: ["Output", () => "weights · X"],
};

const SENTENCES = {
  scores: ({ i, j }, { pair, value, n, inputs: { scoresFrom, embeddings: x } }) =>
    scoresFrom === "illustrative"
      ? `score ${pair}: ${value}, an invented number`
      : `score ${pair}: ${formatProducts(x[i], x[j], n)} = ${value}`,
  scaled: ({ i, j }, { pair, value, n, inputs, result }) => {
    const by = divisor(inputs);
    const score = n(result.scores[i][j]);
    return by ? `scaled ${pair}: ${score} ${by} = ${value}` : `scaled ${pair}: stays ${value}`;
  },
  masked: ({ i, j }, { pair, names, value, inputs }) =>
    isHidden(i, j, inputs)
      ? `masked ${pair}: ${names[i]} may not attend to ${names[j]}, so −∞`
      : `masked ${pair}: allowed, stays ${value}`,
  weights: ({ i, j }, { pair, names, value, n, result }) =>
    `weight ${pair}: ${formatSoftmax(result.masked[i], j, names[i], n)}${value}`,
  output: ({ i, j }, { names, value, n, inputs, result }) => {
    const sum = formatProducts(result.weights[i], columnOf(inputs.embeddings, j), n);
    return `output ${names[i]}, x${j + 1}: ${sum} = ${value}`;
  },
};

// One sentence for a cell, {stage, i, j}.
export const explain = (cell, inputs, result, decimals) => {
  const { stage, i, j } = cell;
  const n = (x) => format(x, decimals);
  const names = inputs.tokens.map((_, place) => wordName(inputs.tokens, place));
  const known = { names, pair: `${names[i]} → ${names[j]}`, value: n(result[stage][i][j]) };
  return SENTENCES[stage](cell, { ...known, n, inputs, result });
};

// What is asked, and what has been seen when it is done. `first` and `second` are words.
export const TASKS = {
  half: {
    ask: (first, second) => `make “${second}” give more than half of its attention to “${first}”.`,
    told: (first, second, weight) =>
      `The weight “${second}” → “${first}” is ${weight}: of all words ` +
      `that “${second}” may look at, “${first}” has the largest score.`,
  },
  alike: {
    ask:
      "here are the first numbers again. Raise the temperature until every weight lies " +
      "between 0.2 and 0.5.",
    told: (temperature) =>
      `At temperature ${temperature} they did: divided by a large number, ` +
      "scores differ by little, and so do weights.",
  },
  beyond: {
    ask: (first) => `bring the output of “${first}” above 5 in x1, by one number of another word.`,
    told: (first) => `“${first}” itself has not changed: its output takes something of every word.`,
  },
};
