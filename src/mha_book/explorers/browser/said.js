// What HeadBrowser says of what is chosen, whether in the grid, between the lines or of the heads. No DOM.
import { hint } from "./hint.js";
import { largestKeys } from "./pairs.js";
import { explain, explainHead, explainKey } from "./words.js";

export const explainChoice = (chosen, { weights, record, patterns }, decimals) => {
  if (!chosen) return hint();
  const [{ i, j, layer, head }, { tokens }] = [chosen, record];
  if (layer !== undefined) return explainHead(chosen, patterns[layer][head], decimals);
  if (i === undefined) return explainKey(j, weights, tokens, decimals);
  return explain(i, j ?? largestKeys(weights[i])[0], weights, tokens, decimals);
};
