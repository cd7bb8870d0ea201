// What HeadBrowser says of what is chosen, whether in the grid, between the lines or of the heads. No DOM.
import { largestKeys } from "./pairs.js";
import { HINT, explain, explainHead, explainKey } from "./words.js";

export const explainChoice = (chosen, { weights, record, patterns }, decimals) => {
  if (!chosen) return HINT;
  const [{ i, j, layer, head }, { tokens }] = [chosen, record];
  if (layer !== undefined) return explainHead(chosen, patterns[layer][head], decimals);
  if (i === undefined) return explainKey(j, weights, tokens, decimals);
  return explain(i, j ?? largestKeys(weights[i])[0], weights, tokens, decimals);
};
