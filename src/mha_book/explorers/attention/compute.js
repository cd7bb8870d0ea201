// AttentionExplorer's inputs, and every stage of one head's arithmetic: no DOM.
import { matmul, scale, softmax, transpose } from "../shared/arrays.js";
import { isAmong, isBoolean, isTableLike, isWholeWithin, isWithin } from "../shared/limits.js";

export const INPUTS = [
  "embeddings",
  "scores_from",
  "scaled",
  "temperature",
  "causal",
  "mask_self",
  "decimals",
];

export const readInputs = (model) => ({
  tokens: model.get("tokens"),
  embeddings: model.get("embeddings"),
  illustrative: model.get("illustrative"),
  scoresFrom: model.get("scores_from"),
  scaled: model.get("scaled"),
  temperature: model.get("temperature"),
  causal: model.get("causal"),
  maskSelf: model.get("mask_self"),
  settings: model.get("settings"),
});

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  const rules = {
    embeddings: () => isTableLike(model.get(name), isWithin(limit))(value),
    decimals: () => isWholeWithin(limit)(value),
    temperature: () => isWithin(limit)(value),
    scores_from: () => isAmong(limit)(value),
  };
  return (rules[name] ?? (() => isBoolean(value)))();
};

export const isHidden = (i, j, { causal, maskSelf }) => (causal && j > i) || (maskSelf && i === j);

// Every stage from X (T, E) to the output (T, E), as the page names them: the products, or
// what is taken instead of them; the scores, divided and hidden; the weights. These are (T, T).
export const compute = (inputs) => {
  const { embeddings, illustrative, scoresFrom, temperature } = inputs;
  const products =
    scoresFrom === "products" ? matmul(embeddings, transpose(embeddings)) : illustrative;
  const root = inputs.scaled ? Math.sqrt(embeddings[0].length) : 1;
  const scores = scale(products, 1 / (root * temperature)).map((row, i) =>
    row.map((score, j) => (isHidden(i, j, inputs) ? -Infinity : score)),
  );
  const weights = scores.map(softmax);
  return { products, scores, weights, output: matmul(weights, embeddings) };
};
