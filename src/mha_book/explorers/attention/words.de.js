// German: what AttentionExplorer says. What each export is stands in words.js.
import { columnOf, isEmpty } from "../shared/arrays.js";
import { format, formatProducts, formatSoftmax } from "../shared/format.js";
import { wordName } from "../shared/words.js";
import { isHidden } from "./compute.js";

export const TITLE = "Attention zum Ausprobieren";

export const HINT =
  "Zeig auf eine Zelle, oder geh mit Tab und den Pfeiltasten hin, dann liest du ihre Rechnung.";

export const SET = {
  source: "Scores aus",
  besides: "Dann",
  scaled: (width) => `durch √${width} teilen`,
  causal: "spätere Wörter verbergen",
  self: "das Wort selbst verbergen",
  temperature: "Temperatur",
};

export const SOURCES = {
  products: "den Produkten X Xᵀ",
  illustrative: "erfundenen Zahlen",
};

const divisor = ({ scaled, temperature, embeddings }) =>
  [scaled && `√${embeddings[0].length}`, temperature !== 1 && temperature]
    .filter(Boolean)
    .map((by) => `/ ${by}`)
    .join(" ");

export const STAGES = {
  scores: ["Scores", ({ scoresFrom }) => (scoresFrom === "products" ? "X Xᵀ" : "erfunden")],
  scaled: ["Geteilt", (inputs) => divisor(inputs) || "wie sie sind"],
  masked: [
    "Maskiert",
    ({ causal, maskSelf }) => (causal || maskSelf ? "verborgen: −∞" : "nichts verborgen"),
  ],
  weights: [
    "Softmax",
    (_, { weights }) => (weights.some(isEmpty) ? "eine leere Zeile ist 0" : "jede Zeile ergibt 1"),
  ],
  output: ["Ausgabe", () => "Gewichte · X"],
};

const SENTENCES = {
  scores: ({ i, j }, { pair, value, n, inputs: { scoresFrom, embeddings: x } }) =>
    scoresFrom === "illustrative"
      ? `Score ${pair}: ${value}, eine erfundene Zahl`
      : `Score ${pair}: ${formatProducts(x[i], x[j], n)} = ${value}`,
  scaled: ({ i, j }, { pair, value, n, inputs, result }) => {
    const by = divisor(inputs);
    const score = n(result.scores[i][j]);
    return by ? `geteilt, ${pair}: ${score} ${by} = ${value}` : `geteilt, ${pair}: bleibt ${value}`;
  },
  masked: ({ i, j }, { pair, names, value, inputs }) =>
    isHidden(i, j, inputs)
      ? `maskiert, ${pair}: ${names[i]} darf nicht auf ${names[j]} sehen, also −∞`
      : `maskiert, ${pair}: erlaubt, bleibt ${value}`,
  weights: ({ i, j }, { pair, names, value, n, result }) =>
    `Gewicht ${pair}: ${formatSoftmax(result.masked[i], j, names[i], n)}${value}`,
  output: ({ i, j }, { names, value, n, inputs, result }) => {
    const sum = formatProducts(result.weights[i], columnOf(inputs.embeddings, j), n);
    return `Ausgabe ${names[i]}, x${j + 1}: ${sum} = ${value}`;
  },
};

export const explain = (cell, inputs, result, decimals) => {
  const { stage, i, j } = cell;
  const n = (x) => format(x, decimals);
  const names = inputs.tokens.map((_, place) => wordName(inputs.tokens, place));
  const known = { names, pair: `${names[i]} → ${names[j]}`, value: n(result[stage][i][j]) };
  return SENTENCES[stage](cell, { ...known, n, inputs, result });
};

export const TASKS = {
  half: {
    ask: (first, second) =>
      `Bring „${second}“ dazu, mehr als die Hälfte seiner Aufmerksamkeit „${first}“ zu geben.`,
    told: (first, second, weight) =>
      `Das Gewicht „${second}“ → „${first}“ ist ${weight}: Von allen Wörtern, auf die ` +
      `„${second}“ sehen darf, hat „${first}“ den größten Score.`,
  },
  alike: {
    ask:
      "Hier sind wieder die ersten Zahlen. Erhöhe die Temperatur, bis jedes Gewicht zwischen " +
      "0.2 und 0.5 liegt.",
    told: (temperature) =>
      `Bei der Temperatur ${temperature} war es so weit: Durch eine große Zahl geteilt, ` +
      "liegen die Scores nah beieinander, und darum auch die Gewichte.",
  },
  beyond: {
    ask: (first) =>
      `Bring die Ausgabe von „${first}“ in x1 über 5, mit einer einzigen Zahl eines anderen Wortes.`,
    told: (first) =>
      `„${first}“ selbst hat sich nicht geändert: Seine Ausgabe nimmt von jedem Wort etwas.`,
  },
};
