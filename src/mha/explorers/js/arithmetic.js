// What AttentionExplorer says: the note of each stage, the sum behind each cell.
import { isHidden, show } from "./core.js";
import { products, share } from "./words.js";

// What the scores are divided by: "/ √2", "/ √2 / 3" or nothing.
const divisor = ({ scaled, temperature, embeddings }) =>
  [scaled && `√${embeddings[0].length}`, temperature !== 1 && temperature]
    .filter(Boolean)
    .map((by) => `/ ${by}`)
    .join(" ");

// Stage -> [title, note that depends on the inputs and results], in reading order.
export const STAGES = {
  scores: ["Scores", ({ scoresFrom }) => (scoresFrom === "products" ? "X Xᵀ" : "invented")],
  shrunk: ["Scaled", (inputs) => divisor(inputs) || "as they are"],
  masked: ["Masked", ({ causal, maskSelf }) => (causal || maskSelf ? "hidden: −∞" : "none hidden")],
  weights: ["Softmax", (_, { weights }) => (weights.some(isEmpty) ? "an empty row is 0" : "rows sum to 1")],
  output: ["Output", () => "weights · X"],
};

const isEmpty = (row) => row.every((weight) => weight === 0);

// One sentence for cell (i, j) of a stage.
export const explain = (stage, i, j, inputs, result, tokens, decimals) => {
  const n = (x) => show(x, decimals);
  const x = inputs.embeddings;
  const pair = `${tokens[i]} → ${tokens[j]}`;
  const value = n(result[stage][i][j]);
  const sentences = {
    scores: () =>
      inputs.scoresFrom === "illustrative"
        ? `score ${pair}: ${value}, an invented number`
        : `score ${pair}: ${products(x[i], x[j], n)} = ${value}`,
    shrunk: () => {
      const by = divisor(inputs);
      const score = n(result.scores[i][j]);
      return by ? `scaled ${pair}: ${score} ${by} = ${value}` : `scaled ${pair}: stays ${value}`;
    },
    masked: () =>
      isHidden(i, j, inputs)
        ? `masked ${pair}: ${tokens[i]} may not attend to ${tokens[j]}, so −∞`
        : `masked ${pair}: allowed, stays ${value}`,
    weights: () => `weight ${pair}: ${share(result.masked[i], j, tokens[i], n)}${value}`,
    output: () => {
      const column = x.map((row) => row[j]);
      return `output ${tokens[i]}, x${j + 1}: ${products(result.weights[i], column, n)} = ${value}`;
    },
  };
  return sentences[stage]();
};
