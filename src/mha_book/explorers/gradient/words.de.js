// German: what GradientInspector says. What each export is stands in words.js.
import { bracketed, formatPower, formatProducts, formatSmall } from "../shared/format.js";
import { capital, wordName } from "../shared/words.js";
import { areEqual } from "./terms.js";

export const TITLE = "Gradienten zum Nachrechnen";

export const HINT = {
  pointer:
    "Zeig auf eine Zahl, oder geh mit Tab und den Pfeiltasten hin, dann liest du ihren Gradienten als " +
    "Summe; drück darauf, um ihn zu zerlegen.",
  finger: "Tipp auf eine Zahl, dann liest du ihren Gradienten als Summe und siehst ihn zerlegt.",
};

export const SYMBOLS = {
  embeddings: "X",
  target: "Y",
  output: "O",
  weights: "P",
  scores: "S",
  w_q: "W_Q",
  w_k: "W_K",
  w_v: "W_V",
  w_o: "W_O",
};

export const NAMES = {
  embeddings: "Embeddings",
  target: "Ziel",
  output: "Ausgaben",
  weights: "Attention-Gewichte",
  scores: "Scores",
  w_q: "Query-Matrix",
  w_k: "Key-Matrix",
  w_v: "Value-Matrix",
  w_o: "Ausgabe-Matrix",
};

export const PLACES = { feature: "Merkmal", row: "Zeile", column: "Spalte" };

export const ROLES = { weights: "weights", w_q: "query", w_k: "key", w_v: "value" };

export const STEPS = {
  output: [
    "1. An den Ausgaben",
    (loss) =>
      `L = ½ Σ (O − Y)² = ${loss}. Der Gradient jeder Ausgabe ist ihr Fehler, O\u00a0−\u00a0Y.`,
  ],
  weights: [
    "2. Zurück zu den Gewichten",
    () => "O = P · (X W_V W_O), also sind die Steigungen eines Gewichts eine Zeile von X W_V W_O.",
  ],
  scores: [
    "3. Durch die Softmax",
    () => "P = softmax(S), also bewegt jeder Score alle Gewichte seiner Zeile.",
  ],
  matrices: [
    "4. Weiter zurück: die vier Matrizen",
    () => "W_Q und W_K erreichen den Loss durch die Scores, W_V und W_O durch die Ausgaben.",
  ],
};

export const MORE_WAYS =
  "Weitere Wege zu diesem Gradienten: ein Band, eine Messung und zwei Fehler";
export const WAYS =
  "Fünf Wege, diesen Gradienten zu berechnen: Drei sind sich einig, zwei sind häufige Fehler";
export const ONE = (name, value) => `Eine Zahl: ${name} = ${value}`;
export const PATH = "Ihr Weg zum Loss";
export const gradientsOf = (kind) => `Gradienten: ${NAMES[kind]}`;

export const SUM = {
  columns: ["durch", "Steigung", "Gradient dort", "Produkt"],
  total: "Summe",
};
export const WAY_COLUMNS = ["Weg", "Gradient", "gegen autograd"];

export const STEP = {
  text: "Schritt h des Differenzenquotienten",
  words:
    "Wie weit der Differenzenquotient von autograd entfernt ist, log₁₀. Von rechts kommen kleinere " +
    "Schritte näher; dann überwiegt das Runden.",
  off: (error) => `um ${error} daneben`,
};

export const CHANGE = "Die Zahlen ändern: Wörter, Ziel und Matrizen";

export const cellName = ({ kind, i, j }, tokens) => {
  if (kind === "loss") return "der Loss";
  const [row, column] = [i, j].map((k) => wordName(tokens, k));
  if (kind === "output") return `Ausgabe von ${row}, Merkmal ${j}`;
  if (kind === "weights") return `Gewicht ${row} → ${column}`;
  if (kind === "scores") return `Score ${row} → ${column}`;
  return `${SYMBOLS[kind]}, Zeile ${i}, Spalte ${j}`;
};

export const fieldName = (cell, tokens) => {
  const { kind, i, j } = cell;
  if (kind === "embeddings") return `Embedding von ${wordName(tokens, i)}, Merkmal ${j}`;
  if (kind === "target") return `Ziel von ${wordName(tokens, i)}, Merkmal ${j}`;
  return `${NAMES[kind]} ${cellName(cell, tokens)}`;
};

export const pathOf = ({ kind, i, j }, tokens) => {
  const word = wordName(tokens, i);
  const ways = {
    output: [],
    weights: [`beide Ausgaben von ${word}`],
    scores: [`alle Gewichte von ${word}`, `beide Ausgaben von ${word}`],
    w_q: ["alle Scores", "alle Gewichte", "alle Ausgaben"],
    w_k: ["alle Scores", "alle Gewichte", "alle Ausgaben"],
    w_v: ["alle Ausgaben"],
    w_o: [`Merkmal ${j} jeder Ausgabe`],
  };
  return [cellName({ kind, i, j }, tokens), ...ways[kind], "der Loss"];
};

export const meaning = (gradient, n) => {
  const fast = n(Math.abs(gradient));
  if (gradient === 0) return `Ihr Gradient ist ${fast}: Wächst sie, bleibt der Loss, wie er ist.`;
  if (Number(fast) === 0) return "Ihr Gradient ist fast 0: Wächst sie, ändert sich der Loss kaum.";
  const way = gradient < 0 ? "fällt" : "wächst";
  return `Ihr Gradient ist ${n(gradient)}: Wächst sie, ${way} der Loss ${fast}-mal so schnell.`;
};

export const sumCaption = (cell, tokens) => {
  const column = cell.kind === "scores" ? ", mit seiner Spalte der Jacobi-Matrix" : "";
  return `${capital(cellName(cell, tokens))}: der Gradient als Summe${column}`;
};

export const explain = (cell, terms, { numbers, gradients, inputs, tokens }, n) => {
  const at = (table) => n(table[cell.i][cell.j]);
  const gradient = at(gradients.exact[cell.kind]);
  const [slopes, above] = ["slope", "above"].map((name) => terms.map((term) => term[name]));
  const sum =
    cell.kind === "output"
      ? `Ausgabe − Ziel = ${at(numbers.output)} − ${bracketed(at(inputs.target))}`
      : formatProducts(slopes, above, (x) => bracketed(n(x)));
  return `${cellName(cell, tokens)} ist ${at(numbers[cell.kind])}; der Gradient: ${sum} = ${gradient}`;
};

export const waysOf = (cell, { numbers, gradients, difference }, exponent) => {
  const at = (table) => table[cell.kind][cell.i][cell.j];
  const autograd = at(numbers.autograd);
  const gap = (x) => formatSmall(Math.abs(x - autograd));
  const judge = (x, otherwise, equal = "gleich") =>
    areEqual(x, autograd) ? equal : `um ${gap(x)} ${otherwise}`;
  const fault = (x) => judge(x, "falsch", "gleich: keine Softmax auf dem Rückweg");
  const [elementwise, multiplied] = [at(gradients.elementwise), at(gradients.multiplied)];
  return [
    ["die Summe oben", at(gradients.exact), judge(at(gradients.exact), "daneben")],
    ["autograd (ein Band)", autograd, "der Maßstab"],
    [`Differenz, h = ${formatPower(exponent)}`, difference, `um ${gap(difference)} daneben`],
    ["p(1 − p) elementweise", elementwise, fault(elementwise)],
    ["p(1 − p) multipliziert", multiplied, fault(multiplied)],
  ];
};

export const errorsWords = (errors, exponents, exponent) => {
  const error = formatSmall(errors[exponents.indexOf(exponent)]);
  const best = exponents[errors.indexOf(Math.min(...errors))];
  return (
    "Fehler des Differenzenquotienten gegen h, beides in Zehnerpotenzen. Bei h = " +
    `${formatPower(exponent)} ist er ${error}; am kleinsten ist er bei h = ${formatPower(best)}.`
  );
};
