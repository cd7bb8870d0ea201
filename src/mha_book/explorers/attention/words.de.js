// German: what AttentionExplorer says. What each export is stands in words.js.
import { columnOf, isEmpty } from "../shared/arrays.js";
import { format, formatProducts, formatSoftmax } from "../shared/format.js";
import { wordName } from "../shared/words.js";
import { isHidden } from "./compute.js";

export const TITLE = "Attention zum Ausprobieren";

export const HINT = {
  pointer:
    "Zeig auf eine Zelle, oder geh mit Tab und den Pfeiltasten hin, dann liest du ihre Rechnung. " +
    "In X ändern die Pfeiltasten nach oben und unten die Zahl.",
  finger: "Tipp auf eine Zelle, dann liest du ihre Rechnung.",
};

export const SET = {
  scaled: (width) => `durch √${width} teilen`,
  causal: "spätere Wörter verbergen",
  options: "Optionen ",
  source: "Scores aus",
  mask: "Maske",
  self: "das Wort selbst verbergen",
  temperature: "Temperatur",
};

export const SOURCES = {
  products: "den Produkten X · Xᵀ",
  illustrative: "erfundenen Zahlen, die bleiben, wie sie sind",
};

export const sayOptions = ({ settings, scoresFrom, maskSelf, temperature }, decimals) =>
  [
    settings && scoresFrom === "illustrative" && "erfundene Zahlen",
    maskSelf && "das Wort selbst verborgen",
    settings && `Temperatur ${temperature}`,
    `${decimals} Nachkommastellen`,
  ]
    .filter(Boolean)
    .join(", ");

const divisor = ({ scaled, temperature, embeddings }) =>
  [scaled && `√${embeddings[0].length}`, temperature !== 1 && temperature]
    .filter(Boolean)
    .map((by) => `÷ ${by}`)
    .join(" ");

const isInvented = ({ scoresFrom }) => scoresFrom === "illustrative";

const noteOfScores = (inputs) => {
  if (!inputs.settings) return isInvented(inputs) ? "erfunden, fest" : "X · Xᵀ";
  return `${isInvented(inputs) ? "Zahlen" : "Produkte"} ${divisor(inputs) || "unverändert"}`;
};

export const STAGES = {
  products: [
    (inputs) => (isInvented(inputs) ? "Erfunden" : "Produkte"),
    (inputs) => (isInvented(inputs) ? "fest, statt X · Xᵀ" : "X · Xᵀ"),
  ],
  scores: [() => "Scores", noteOfScores],
  weights: [
    () => "Gewichte",
    (_, { weights }) => (weights.some(isEmpty) ? "eine leere Zeile ist 0" : "Softmax jeder Zeile"),
  ],
  output: [() => "Ausgabe", () => "Gewichte · X"],
};

const origin = ({ i, j }, { n, value, inputs }) =>
  isInvented(inputs)
    ? `${value}, eine erfundene Zahl`
    : `${formatProducts(inputs.embeddings[i], inputs.embeddings[j], n)} = ${value}`;

const SENTENCES = {
  products: (cell, known) =>
    isInvented(known.inputs)
      ? `erfunden ${known.pair}: ${known.value}`
      : `Produkt ${known.pair}: ${origin(cell, known)}`,
  scores: (cell, known) => {
    const { pair, names, value, n, inputs, result } = known;
    const { i, j } = cell;
    if (isHidden(i, j, inputs))
      return `Score ${pair}: ${names[i]} darf nicht auf ${names[j]} sehen, also −∞`;
    if (!inputs.settings) return `Score ${pair}: ${origin(cell, known)}`;
    const by = divisor(inputs);
    return `Score ${pair}: ${by ? `${n(result.products[i][j])} ${by} = ` : "bleibt "}${value}`;
  },
  weights: ({ i, j }, { pair, names, value, n, result }) =>
    `Gewicht ${pair}: ${formatSoftmax(result.scores[i], j, names[i], n)}${value}`,
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
      `Du hast das Gewicht „${second}“ → „${first}“ auf ${weight} gebracht: Von allen Wörtern, ` +
      `auf die „${second}“ sehen darf, hatte „${first}“ den größten Score.`,
  },
  alike: {
    ask:
      "Die ersten Zahlen kamen zurück. Erhöhe bei den Optionen die Temperatur, bis jedes " +
      "Gewicht zwischen 0.2 und 0.5 liegt.",
    told: (temperature) =>
      `Bei der Temperatur ${temperature} war es so weit: Du hast die Scores durch eine große Zahl ` +
      "geteilt, da lagen sie nah beieinander, und darum auch die Gewichte.",
  },
  beyond: {
    ask: (first) =>
      `Bring die Ausgabe von „${first}“ in x1 über 5, mit einer einzigen Zahl eines anderen Wortes.`,
    told: (first) =>
      `„${first}“ selbst hast du gelassen, wie es war: Seine Ausgabe nimmt von jedem Wort etwas.`,
  },
};
