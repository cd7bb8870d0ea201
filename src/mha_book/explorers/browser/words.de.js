// German: what HeadBrowser says. What each export is stands in words.js.
import { columnOf, mean } from "../shared/arrays.js";
import { format } from "../shared/format.js";
import { wordName } from "../shared/words.js";
import { LEAST, largestKeys } from "./pairs.js";

export const TITLE = "Köpfe zum Ansehen";

export const HINTS = {
  pointer:
    "Zeig auf ein Token oder eine Zelle, oder geh mit Tab und den Pfeiltasten hin, dann liest du, " +
    "wer auf wen sieht. Ein Klick hält es fest, Escape lässt es los.",
  finger:
    "Tipp auf ein Token oder eine Zelle, dann liest du, wer auf wen sieht. Noch ein Tippen lässt es los.",
};

export const SIDES = ["fragt", "wird gefragt"];
export const COLUMNS = ["Tokens, die fragen", "Tokens, die gefragt werden"];

export const SET = {
  model: "Modell",
  sentence: "Satz",
  epoch: "Epoche des Trainings",
  layer: "Schicht",
  head: "Kopf",
  average: "ganz links: ihr Durchschnitt",
  play: "▶ Abspielen",
  stop: "■ Anhalten",
};

export const SHOWN = {
  lines: "Gewichte als Linien",
  sample: "Gewicht: ",
  weights: "Gewichte",
  asking: "Zeilen fragen, ",
  answering: "Spalten antworten; fett oder •: das größte einer Zeile",
  heads: "Köpfe",
  every: "Alle Köpfe: je Schicht eine Zeile, je Kopf eine Spalte. Den im Rahmen siehst du.",
  faint: "Kleine Gewichte sind stärker gezeichnet, als sie sind, damit du sie siehst.",
};

export const valueNames = {
  epoch: (epoch) => (epoch === null ? "nicht angegeben" : `Epoche ${epoch}`),
  layer: (layer) => `Schicht ${layer}`,
  head: (head) => (head < 0 ? "Durchschnitt der Köpfe" : `Kopf ${head}`),
};

export const headName = ({ layer, head }) => `${valueNames.layer(layer)}, ${valueNames.head(head)}`;

export const explain = (i, j, weights, tokens, decimals) => {
  const [row, n] = [weights[i], (x) => format(x, decimals)];
  const name = (place) => wordName(tokens, place);
  const [first, ...others] = largestKeys(row);
  if (first === undefined) return `${name(i)} sieht auf nichts`;
  const most =
    j === first ? ", am meisten von allen" : `; am meisten auf ${name(first)}, ${n(row[first])}`;
  const seen = others.filter((key) => Number(n(row[key])) > 0);
  const rest = seen.map((key) => `; ${n(row[key])} auf ${name(key)}`).join("");
  const end = rest || `; jedes andere Gewicht ist gerundet ${n(0)}`;
  return `${name(i)} sieht auf ${name(j)} mit ${n(row[j])}${most}${end}`;
};

export const explainHead = (where, { means }, decimals) => {
  const shares = means.map(([target, share]) => `${format(share, decimals)} auf ${target}`);
  return `${headName(where)}: im Durchschnitt ${shares.join(", ")}`;
};

export const explainKey = (j, weights, tokens, decimals) => {
  const [column, n] = [columnOf(weights, j), (x) => format(x, decimals)];
  const [first, ...others] = largestKeys(column).map((i) => [n(column[i]), wordName(tokens, i)]);
  if (first === undefined) return `nichts sieht auf ${wordName(tokens, j)}`;
  const rest = others.map(([share, name]) => `; ${share} von ${name}`).join("");
  const average = `; im Durchschnitt ${n(mean(column))}`;
  return `${wordName(tokens, j)} bekommt ${first[0]} von ${first[1]}, am meisten von allen${rest}${average}`;
};

export const linesNote = ({ drawn, leftOut, masked, share }) => {
  const pairs = drawn.length + leftOut + masked;
  const percent = `${format(100 * share, 1)} % allen Gewichts`;
  const small = `${leftOut} unter ${LEAST} ${leftOut === 1 ? "fehlt" : "fehlen"} (${percent})`;
  const none = masked && `; ${masked} bekommen in jedem Kopf 0, wie maskierte Paare es tun`;
  return `${drawn.length} von ${pairs} Paaren haben eine Linie; ${small}${none || ""}.`;
};

export const patternFacts = ({ means, peak }, decimals) => {
  if (!means.length) return [];
  const shares = means.map(([target, share]) => [`mittleres Gewicht auf ${target}`, share]);
  const all = [...shares, ["größtes Gewicht einer Zeile, in gleichen Anteilen", peak]];
  return all.map(([name, number]) => [name, format(number, decimals)]);
};
