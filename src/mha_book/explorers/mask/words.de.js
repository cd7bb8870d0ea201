// German: what MaskExplorer says. What each export is stands in words.js.
import { format, formatProducts, formatSoftmax, formatTuple } from "../shared/format.js";
import { ordinal, wordName } from "../shared/words.js";
import { evenShare, hasQueries, hidingRules, isSeenIn } from "./compute.js";
import { elementName, indexName } from "./tensor.js";

export const TITLE = "Masken zum Ausprobieren";

export const HINT = {
  pointer:
    "Drück auf eine Zelle der Maske, dann dreht sie sich um. Zeig auf eine Zelle, oder geh mit Tab " +
    "und den Pfeiltasten hin, dann liest du sie. Eine Padding-Maske verbirgt Keys: Zeilen, die " +
    "selbst Padding sind, sehen trotzdem hin.",
  finger:
    "Tipp auf eine Zelle der Maske, dann dreht sie sich um, oder auf eine andere, dann liest du " +
    "sie. Eine Padding-Maske verbirgt Keys: Zeilen, die selbst Padding sind, sehen trotzdem hin.",
};

export const LEGEND =
  "✓ darf hinsehen, · verborgen, * von Hand gemalt. Zeilen fragen, Spalten antworten. Ein Pad " +
  "behält den Vektor des Wortes, das abgeschnitten wurde.";

export const SET = {
  length: (b) => `Länge von Satz ${b}`,
  sentence: (b) => `Satz ${b}`,
  show: "Zeigen",
  hide: "Verbergen",
  later: "spätere Wörter",
  padding: "Padding",
  implied: ", durchs Fenster",
  window: "Fenster, 0 = keines",
  convention: "So, wie es verlangt wird von",
  clear: "Gemaltes entfernen",
};

export const TABLES = {
  mask: { name: "Maske", note: "drück auf eine Zelle, um sie umzudrehen", label: "Maske" },
  scores: { name: "Scores nach der Maske", label: "Scores" },
  weights: { name: "Attention-Gewichte", note: "Softmax jeder Zeile", label: "Gewichte" },
  tensor: { name: "Der Tensor, der übergeben wird", label: "Tensor" },
};
export const ALL_ZERO = "alles 0";

const PAD = "Pad";

export const namesOf = (b, { tokens, lengths }) =>
  tokens.map((token, t) => (t < lengths[b] ? token : PAD));

const fullName = (b, t, { tokens, lengths }) =>
  t < lengths[b] ? wordName(tokens, t) : `${PAD} (${ordinal(t + 1)})`;

export const pairName = ({ b, i, j }, inputs) =>
  `${fullName(b, i, inputs)} darf auf ${fullName(b, j, inputs)} sehen`;

const HIDING = { later: "später", padding: "Padding", beyond: "jenseits des Fensters" };

const reason = (isSeen, isPainted, rules) => {
  const why = `es ist ${rules.map((rule) => HIDING[rule]).join(" und ")}`;
  if (isPainted) return isSeen ? `von Hand gemalt, obwohl: ${why}` : "von Hand gemalt";
  return isSeen ? "keine Regel verbirgt es" : why;
};

const SENTENCES = {
  mask: (cell, inputs, { mask }) => {
    const { b, i, j } = cell;
    const isSeen = mask[b][i][j];
    const why = reason(isSeen, inputs.painted[b][i][j], hidingRules(cell, inputs));
    const isPad = i >= inputs.lengths[b];
    const pad =
      ". Die Zeile ist selbst Padding: Eine Padding-Maske verbirgt Keys, und nie eine Zeile.";
    return `${explainPair(cell, isSeen, inputs)}: ${why}${isPad ? pad : ""}`;
  },
  scores: ({ b, i, j }, inputs, { mask, masked }) => {
    const { embeddings: x, decimals } = inputs;
    const n = (value) => format(value, decimals);
    const pair = `Score ${fullName(b, i, inputs)} → ${fullName(b, j, inputs)}`;
    if (!mask[b][i][j]) return `${pair}: verborgen, also −∞`;
    return `${pair}: (${formatProducts(x[i], x[j], n)}) / √${x[i].length} = ${n(masked[b][i][j])}`;
  },
  weights: ({ b, i, j }, inputs, { masked, weights }) => {
    const n = (x) => format(x, inputs.decimals);
    const [query, key] = [fullName(b, i, inputs), fullName(b, j, inputs)];
    const part = formatSoftmax(masked[b][i], j, query, n);
    return `Gewicht ${query} → ${key}: ${part}${n(weights[b][i][j])}`;
  },
  tensor: (cell, inputs, result) => {
    const { convention } = inputs;
    const isSeen = isSeenIn(convention, cell, inputs, result);
    const element = convention.argument + indexName(convention, cell);
    const meaning = (hasQueries(convention) ? explainPair : explainKey)(cell, isSeen, inputs);
    return `${element} = ${elementName(convention, isSeen)}: ${meaning}`;
  },
};

const explainPair = ({ b, i, j }, isSeen, inputs) =>
  `${fullName(b, i, inputs)} darf ${isSeen ? "" : "nicht "}auf ${fullName(b, j, inputs)} sehen`;

const explainKey = ({ b, j }, isSeen, inputs) => {
  const what = isSeen ? "zählt als Token" : "ist Padding, vor jeder Query verborgen";
  return `${fullName(b, j, inputs)} von Satz ${b} ${what}`;
};

export const explain = (kind, cell, inputs, result) => SENTENCES[kind](cell, inputs, result);

export const scoresCaption = (x) => `X Xᵀ / √${x[0].length}, verborgen: −∞`;

export const emptyRowNote = (size, decimals) => {
  const share = `1/${size} = ${format(evenShare(size), decimals)}`;
  return (
    "Alles 0: Die Zeile hat nichts, worauf sie sehen könnte. Mit −1e9 statt −∞ wäre es nicht 0: " +
    `Jeder Key, so verborgen er ist, bekäme ${share}.`
  );
};

export const factsOf = ({ argument, taken_by, dtype, shape, axes, meaning }) => [
  ["Argument", argument],
  ["nimmt", taken_by],
  ["dtype", dtype],
  ["Form", `${formatTuple(shape)} = ${axes}`],
  ["Bedeutung", meaning],
];

export const TASKS = {
  narrow: {
    ask: (word) =>
      `Lass ${word} auf sich selbst und auf ein Wort davor sehen, allein durch das Fenster.`,
    waits: (window, word, seen) =>
      `Noch nicht: Mit einem Fenster von ${window} sieht ${word} auf ${seen} ` +
      `${seen === 1 ? "Wort" : "Wörter"} dieses Satzes.`,
    painted: "Noch nicht: Manche Zellen sind von Hand gemalt, und das Fenster allein soll es tun.",
    told: "Ein Fenster von 2: Jede Zeile hat nun höchstens zwei Wörter, so lang der Text auch ist.",
  },
  padded: {
    ask: "Zeig einen Satz mit Padding, und verbirg nur sein Padding: keine späteren Wörter, kein Fenster.",
    told:
      "Ganze Spalten sind schraffiert: Niemand darf auf ein Pad sehen. Die Zeilen der Pads sind es " +
      "nicht: Worauf sie sehen, wird später weggeworfen.",
  },
  empty: {
    ask: "Mach eine Zeile von Gewichten, in der jede Zahl 0 ist.",
    told:
      "Eine Zeile, die auf nichts sehen darf. Die Softmax von lauter −∞ ist keine Zahl, darum macht " +
      "sie die Softmax dieses Buches zu 0.",
  },
};
