// What AttentionExplorer says: the note of each stage, the sum behind each cell.
import { isHidden, show } from "./core.js";

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
  const sum = (a, b) => a.map((x, k) => `${n(x)}·${n(b[k])}`).join(" + ");
  const x = inputs.embeddings;
  const pair = `${tokens[i]} → ${tokens[j]}`;
  const value = n(result[stage][i][j]);
  const sentences = {
    scores: () =>
      inputs.scoresFrom === "illustrative"
        ? `score ${pair}: ${value}, an invented number`
        : `score ${pair}: ${sum(x[i], x[j])} = ${value}`,
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
      return `output ${tokens[i]}, x${j + 1}: ${sum(result.weights[i], column)} = ${value}`;
    },
  };
  return sentences[stage]();
};

// The softmax of one row's cell, its largest score subtracted.
const share = (row, j, token, n) => {
  const peak = Math.max(...row);
  if (peak === -Infinity) return `${token} has nothing to attend to, so `;
  const power = (s) => (s === -Infinity ? "0" : `exp(${n(s - peak)})`);
  return `${power(row[j])} / (${row.map(power).join(" + ")}) = `;
};
