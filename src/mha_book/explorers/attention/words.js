// What AttentionExplorer says: the note of each stage, the sum behind each cell. No DOM.
import { columnOf, isEmpty } from "../shared/arrays.js";
import { format, formatProducts, formatSoftmax } from "../shared/format.js";
import { wordName } from "../shared/words.js";
import { isHidden } from "./compute.js";

export const TITLE = "Attention explorer";

// Said while nothing is read yet: to whoever has a mouse and keys, and to a finger.
export const HINT = {
  pointer:
    "Point at a cell, or move to it with Tab and the arrow keys, to read its arithmetic. In X, " +
    "the arrow keys up and down change the number.",
  finger: "Tap a cell to read its arithmetic.",
};

// The controls.
export const SET = {
  scaled: (width) => `divide by √${width}`,
  causal: "hide later words",
  options: "Options ",
  source: "Scores from",
  mask: "Mask",
  self: "hide the word itself",
  temperature: "Temperature",
};

export const SOURCES = {
  products: "the products X · Xᵀ",
  illustrative: "invented numbers, which stay as they are",
};

// The options in a few words, for where they are folded.
export const sayOptions = ({ settings, scoresFrom, maskSelf, temperature }, decimals) =>
  [
    settings && scoresFrom === "illustrative" && "invented numbers",
    maskSelf && "the word itself hidden",
    settings && `temperature ${temperature}`,
    `${decimals} decimals`,
  ]
    .filter(Boolean)
    .join(", ");

// What the products are divided by: "÷ √2", "÷ √2 ÷ 3" or nothing.
const divisor = ({ scaled, temperature, embeddings }) =>
  [scaled && `√${embeddings[0].length}`, temperature !== 1 && temperature]
    .filter(Boolean)
    .map((by) => `÷ ${by}`)
    .join(" ");

const isInvented = ({ scoresFrom }) => scoresFrom === "illustrative";

const noteOfScores = (inputs) => {
  if (!inputs.settings) return isInvented(inputs) ? "invented, fixed" : "X · Xᵀ";
  return `${isInvented(inputs) ? "numbers" : "products"} ${divisor(inputs) || "as they are"}`;
};

// Stage -> [title, note], which depend on the inputs and results, in reading order.
export const STAGES = {
  products: [
    (inputs) => (isInvented(inputs) ? "Invented" : "Products"),
    (inputs) => (isInvented(inputs) ? "fixed, instead of X · Xᵀ" : "X · Xᵀ"),
  ],
  scores: [() => "Scores", noteOfScores],
  weights: [
    () => "Weights",
    (_, { weights }) => (weights.some(isEmpty) ? "an empty row is 0" : "softmax of each row"),
  ],
  output: [() => "Output", () => "weights · X"],
};

// Where a number comes from that stands before all that is done to it.
const origin = ({ i, j }, { n, value, inputs }) =>
  isInvented(inputs)
    ? `${value}, an invented number`
    : `${formatProducts(inputs.embeddings[i], inputs.embeddings[j], n)} = ${value}`;

const SENTENCES = {
  products: (cell, known) =>
    isInvented(known.inputs)
      ? `invented ${known.pair}: ${known.value}`
      : `product ${known.pair}: ${origin(cell, known)}`,
  scores: (cell, known) => {
    const { pair, names, value, n, inputs, result } = known;
    const { i, j } = cell;
    if (isHidden(i, j, inputs))
      return `score ${pair}: ${names[i]} may not look at ${names[j]}, so −∞`;
    if (!inputs.settings) return `score ${pair}: ${origin(cell, known)}`;
    const by = divisor(inputs);
    return `score ${pair}: ${by ? `${n(result.products[i][j])} ${by} = ` : "stays "}${value}`;
  },
  weights: ({ i, j }, { pair, names, value, n, result }) =>
    `weight ${pair}: ${formatSoftmax(result.scores[i], j, names[i], n)}${value}`,
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
      `You brought the weight “${second}” → “${first}” to ${weight}: of all words ` +
      `that “${second}” may look at, “${first}” had the largest score.`,
  },
  alike: {
    ask:
      "the first numbers came back. Among the options, raise the temperature until every " +
      "weight lies between 0.2 and 0.5.",
    told: (temperature) =>
      `At temperature ${temperature} they did: you divided the scores by a large number, so they ` +
      "differed by little, and so did the weights.",
  },
  beyond: {
    ask: (first) => `bring the output of “${first}” above 5 in x1, by one number of another word.`,
    told: (first) =>
      `You left “${first}” itself as it was: its output takes something from every word.`,
  },
};
