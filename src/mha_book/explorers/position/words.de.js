// German: what PositionExplorer says. What each export is stands in words.js.
import { formatBrief } from "../shared/format.js";
import { apart, isSine, pairNumbers, pairOf } from "./compute.js";

export const TITLE = "Positionen zum Ausprobieren";
export const TABS = "Was von Positionen zu sehen ist";
export const TABLE = "Zahlen jedes Paares";

const positionName = (t) => `Position ${t}`;
export const SET = {
  width: ["Breite E", (width) => `${width} Merkmale`],
  position: ["Position t", positionName],
  key: ["Key k an", positionName],
  feature: ["Merkmal", (feature) => `${feature}, ${waveName(feature)}`],
  base: "Basis",
  powers: "Basis, in Zehnerpotenzen",
  both: "q und k zusammen",
  back: "eins zurück",
  on: "eins weiter",
};

export const AXES = { position: "Position", key: "Position von k" };
export const NONE = "keine";
export const keyPoint = (number) => `k: ${number}`;
export const wavePoint = (feature, number) => `Merkmal ${feature}: ${number}`;
export const similarityOf = (pair, number) => `${pair}, Ähnlichkeit ${number}`;
export const DIAL_WORDS = { angle: "Winkel", cosine: "Kosinus", name: (i) => `Paar ${i}` };
export const dialWords = (i, query, key) =>
  `Paar ${i}: Query um ${query} Radiant gedreht, Key um ${key}`;

const NUMBERS = {
  pointer:
    "Zeig auf eine Zahl, oder geh mit Tab und den Pfeiltasten hin, dann liest du ihre Rechnung.",
  finger: "Tipp auf eine Zahl, dann liest du ihre Rechnung.",
};
const SLIDERS =
  "Beweg einen Regler, und sieh, was folgt. Die anderen Reiter zeigen dieselben Positionen anders.";
export const hintOf = (part) =>
  part === "numbers" ? NUMBERS : { pointer: SLIDERS, finger: SLIDERS };

export const PARTS = {
  picture: "Bild",
  waves: "Wellen",
  numbers: "Zahlen",
  similarity: "Ähnlichkeit",
  rotary: "Rotary",
};

export const QUERY = "Query q an";

export const COLUMNS = ["Frequenz w", "Wellenlänge 2π/w", "Winkel t·w", "Sinus", "Kosinus"];
export const MADE_FROM = [undefined, 0, 0, 2, 2];

const short = (x) => String(Number(x.toPrecision(6)));

export const waveName = (feature) =>
  `${isSine(feature) ? "Sinus" : "Kosinus"} von Paar ${pairOf(feature)}`;

export const rowName = (i, width) =>
  2 * i + 1 < width ? `Paar ${i}: Merkmale ${2 * i}, ${2 * i + 1}` : `Paar ${i}: Merkmal ${2 * i}`;

const UNITS = ["Radiant je Position", "Positionen", "Radiant", "", ""];

export const explain = (i, j, inputs, result, n) => {
  const { width, base, position } = inputs;
  const number = pairNumbers(inputs, result)[i][j];
  const w = short(result.w[i]);
  if (number === undefined)
    return `Breite ${width} endet mit Merkmal ${2 * i}: Der letzte Sinus hat keinen Kosinus`;
  const sums = [
    () => `Frequenz von Paar ${i}: ${formatBrief(base)}^(−2·${i}/${width})`,
    () => `Wellenlänge von Paar ${i}: 2π / ${w}`,
    () => `Winkel von Paar ${i} an Position ${position}: ${position} · ${w}`,
    () => `Merkmal ${2 * i} an Position ${position}: sin(${position} · ${w})`,
    () => `Merkmal ${2 * i + 1} an Position ${position}: cos(${position} · ${w})`,
  ];
  return `${sums[j]()} = ${n(number)} ${UNITS[j]}`.trim();
};

const distanceWords = (distance) => {
  if (distance === 0) return "dieselbe Position";
  return `${Math.abs(distance)} ${distance > 0 ? "danach" : "davor"}`;
};

export const pictureWords = ({ length, width, position, feature }) =>
  `Sinusförmige Vektoren: ${length} Zeilen, eine je Position, mal ${width} Spalten, eine je Merkmal; ` +
  "Braun ist −1, Blass 0, Grün 1. Die Spalten links ändern sich schnell von Zeile zu Zeile, die " +
  `rechts langsam. Zeile ${position} und Spalte ${feature} sind umrandet.`;

export const wavesWords = ({ length, width, position, feature }, { vector }, n) =>
  `${width} Wellen über ${length} Positionen, Merkmal ${feature} dick gezeichnet; an Position ` +
  `${position} ist es ${n(vector[feature])}.`;

export const similarityWords = ({ length, position, key }, { similarity }, n) =>
  `Ähnlichkeit der Query an Position ${position} mit einem Key an jeder von ${length} Positionen; der ` +
  `Key an Position ${key}, ${distanceWords(key - position)}, hat ${n(similarity[key])}.`;

export const NOTES = {
  picture:
    "Jede Zeile ist eine Position, jede Spalte ein Merkmal. Sieh eine Spalte hinunter: Die linken " +
    "ändern sich am schnellsten. Keine zwei Zeilen sind gleich. Drück auf das Bild, um eine Zeile und " +
    "eine Spalte zu wählen.",
  waves:
    "Die Spalten des Bildes als Linien. Merkmale kommen paarweise, ein Sinus und ein Kosinus mit " +
    "derselben Wellenlänge; die Welle jedes Paares ist länger als die vorige. Der Punkt ist das " +
    "hervorgehobene Merkmal an der Position.",
  numbers:
    "Eine Zeile für jedes Paar. Die Frequenz w sagt, wie weit sich das Paar mit jeder Position dreht; " +
    "Sinus und Kosinus des Winkels sind die beiden Merkmale. Sieh die Wellenlängen hinunter: Jede ist " +
    "länger als die vorige.",
};

export const similarityNote = ({ width }) =>
  width % 2
    ? "Eine ungerade Breite endet mit einem Sinus ohne Kosinus. Darum hängt die Kurve hier auch von der " +
      "Position ab: Beweg q, und ihre Form ändert sich."
    : "Wie ähnlich die Zeilen zweier Positionen sind: 1, wo k bei q steht. Beweg q, und die Kurve geht " +
      "mit, in derselben Form: Sie hängt nur vom Abstand ab.";

export const dialsNote = ({ width }, drawn) => {
  if (width % 2)
    return (
      `Rotary-Positionen drehen Merkmale paarweise. Breite ${width} ist ungerade, also hat ein Merkmal ` +
      "keinen Partner: Wähle eine gerade Breite."
    );
  const more = Math.max(width / 2 - drawn, 0);
  const rest = more
    ? ` ${more} weitere, die sich langsamer drehen, zählen im Score, sind aber nicht gezeichnet.`
    : "";
  return (
    "Eine Uhr für jedes Paar von Merkmalen. Beide Zeiger beginnen rechts und drehen sich gegen den " +
    "Uhrzeigersinn, der der Query (q) um ihre Position mal die Geschwindigkeit w des Paares, in Radiant, " +
    `der des Keys (k) um seine eigene. Beweg beide, und der Winkel zwischen ihnen bleibt.${rest}`
  );
};

export const pairWords = (inputs) =>
  `q an ${inputs.position}, k an ${inputs.key}: ${apart(inputs)} auseinander`;

export const scoreWords = ({ width }, { score }, n) =>
  `Score = Summe der Kosinus / √${width} = ${n(score)}`;

export const explainPlaces = (inputs, { score, similarity }, n) => {
  if (inputs.part !== "rotary") {
    const distance = apart(inputs);
    const isSaid = distance && inputs.width % 2 === 0;
    const anywhere = isSaid ? `, wie überall, wo die beiden ${distance} auseinander sind` : "";
    return `${pairWords(inputs)}, Ähnlichkeit ${n(similarity[inputs.key])}${anywhere}`;
  }
  if (score === null) return dialsNote(inputs);
  const { position, key } = inputs;
  const distance = `${position} − ${key} = ${formatBrief(position - key)}`;
  return `Query an Position ${position}, Key an Position ${key}: ${distance}, Score ${n(score)}`;
};
