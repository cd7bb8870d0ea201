// German: what WriterExplorer says. What each export is stands in words.js.
import { format } from "../shared/format.js";
import { quoted } from "../shared/words.js";
import { headName } from "../browser/words.js";
import { countOpen, mostSeen, unknownIn } from "./compute.js";
import { ending, percent } from "./text.js";

const SIGNS = { " ": "␣ Leerzeichen", "\n": "↵ neue Zeile" };

export const SAID = {
  title: "Ein Modell, das schreibt",
  field: "Dein Anfang",
  texts: "Der Anfang",
  write: "▶ Schreiben",
  writeAgain: "▶ Noch einmal",
  writing: "Es schreibt.",
  stop: "■ Anhalten",
  erase: "Löschen, was dazukam",
  bars: "Chancen dessen, was als Nächstes kommt",
  others: "alle anderen",
  chance: "Chance",
  speed: "Millisekunden je Buchstabe",
  expected: (limit) => `eine ganze Zahl, ${limit}`,
  choosing: "Wie es wählt",
  looking: "Worauf es sieht",
  costing: "Was ein Buchstabe kostet",
  temperature: "Temperatur",
  top_k: "Top k",
  top_p: "Top p",
  seed: "Seed",
  luck: "Neues Glück versuchen",
  cached: "Keys und Values behalten",
  again: "Noch einmal versuchen",
  loading: "Das Modell ist auf dem Weg zu dieser Seite.",
  rounded: "Gerundete Zahlen",
  luckNote: "Derselbe Seed zieht wieder dieselben Buchstaben.",
  topNote: "Erst die Temperatur, dann Top k, dann Top p.",
  cost:
    "Für jeden neuen Buchstaben rechnet es den ganzen Text noch einmal, vom ersten Buchstaben an. " +
    "Es kann auch die Keys und Values aller Buchstaben davor behalten, wie die nächste Seite erklärt.",
};

export const tokenName = (token) => SIGNS[token] ?? token.replace(/^ /, "␣").replace("\n", "↵");

export const spokenBar = (token, share, goesOn) => {
  const heard = token.replace(/^ /, "Leerzeichen ").replaceAll("\n", " neue Zeile ").trim();
  return `${heard}, ${percent(share)}${goesOn ? ", geht weiter" : ""}`;
};

const SPOKEN = { " ": "ein Leerzeichen", "\n": "eine neue Zeile" };
export const sayToken = (token) => {
  const [, signs, rest] = token.match(/^([ \n]*)([^]*)$/);
  const said = [...signs].map((sign) => SPOKEN[sign]).join(" und ");
  if (!rest) return said;
  return said ? `${said} und ${quoted(rest)}` : quoted(rest);
};

export const sayText = (text) =>
  text
    .split(/(\n)/)
    .filter(Boolean)
    .map((part) => SPOKEN[part] ?? quoted(part))
    .join(", ");

export const chanceText = (token, share, text) => {
  if (!share) return `Nach ${quoted(text)} wählt es ${sayToken(token)} jetzt nicht.`;
  return `Nach ${quoted(text)} kommt ${sayToken(token)} mit einer Chance von ${percent(share)}.`;
};

export const notStored = (text) =>
  `Was das Modell nach ${quoted(ending(text))} sagt, ist nicht gespeichert. Ein Balken mit einem Pfeil geht weiter.`;

export const helpText = (letters, { longest }) =>
  `Höchstens ${longest} der ${[...letters].length} Buchstaben und Zeichen, die es kennt.`;

export const refusal = (text, letters, { longest }, present) => {
  const kept = `${sayText(present)} bleibt stehen.`;
  if (text === "") return `Es braucht einen Buchstaben, um anzufangen; ${kept}`;
  const odd = unknownIn(text, letters);
  if (odd !== undefined)
    return `${quoted(odd)} ist keiner seiner ${[...letters].length} Buchstaben; ${kept}`;
  const { length } = [...text];
  return `${length} Buchstaben lassen ihm keinen Platz zum Schreiben, ${longest} tun es; ${kept}`;
};

const kilobytes = (bytes) => format(bytes / 1000, 0);

export const offer = (bytes) =>
  `Die ersten Balken hat PyTorch berechnet, als diese Seite gebaut wurde. Für jeden anderen Text ` +
  `kommt das Modell zu dieser Seite: ${kilobytes(bytes)}\u00a0kB, ein einziges Mal. Was du tippst, ` +
  `bleibt in deinem Browser.`;

export const here = "Das Modell ist in dieser Seite, und jeder Text wird hier gelesen.";

export const storedNote = (name, count) =>
  `Diese Zahlen sind gespeichert: ${name} sagte sie, als diese Seite gebaut wurde, für ${count} Texte.`;

export const stateText = ({ is, isPresent, shown, why }) => {
  if (is === "loading") return SAID.loading;
  if (is !== "failed" || isPresent) return "";
  return (
    `Das Modell konnte nicht zu dieser Seite kommen: ${why}. ` +
    `Die Balken zeigen weiter, was nach ${quoted(ending(shown.text))} kommt.`
  );
};

const switched = (value, off, text) => (value === off ? "aus" : text);
export const settingNames = {
  temperature: (t) => (t ? format(t, 1) : "0: immer das Wahrscheinlichste"),
  top_k: (k) => switched(k, 0, k === 1 ? "das Wahrscheinlichste" : `die ${k} wahrscheinlichsten`),
  top_p: (p) => switched(p, 1, `bis ${format(p, 2)}`),
};

export const choosingText = ({ temperature, top_k: k, top_p: p }) => {
  const tops = [k && `Top k ${k}`, p < 1 && `Top p ${format(p, 2)}`].filter(Boolean);
  return `(${[`Temperatur ${format(temperature, 1)}`, ...tops].join(", ")})`;
};

export const openText = (found, { others }, isOfLetters) => {
  if (found.isBeyond)
    return "Top p reicht über die gespeicherten Tokens hinaus: Alle anderen bleiben als Ganzes drin.";
  const open = countOpen(found);
  if (others && found.rest > 0) return "";
  if (open === 1) return "Eines ist übrig: Nichts wird gezogen.";
  return isOfLetters
    ? `Es zieht einen von ${open} Buchstaben.`
    : `Es zieht eines von ${open} Tokens.`;
};

export const lookText = (row, text, at) => {
  const letters = [...text];
  const most = mostSeen(row).map(
    ({ weight, place }) => `${format(weight, 2)} an ${placeText(letters, place)}`,
  );
  const last = sayToken(letters.at(-1));
  return `In ${headName(at)} gibt der letzte Buchstabe, ${last}, ${most.join(", ")}.`;
};

const placeText = (letters, place) => {
  const back = letters.length - 1 - place;
  const where = back ? `, ${back} davor` : ", sich selbst";
  return sayToken(letters[place]) + where;
};

export const lookNote =
  "Je stärker ein Buchstabe gefärbt ist, desto mehr nimmt der letzte von ihm. Jedes kleine Bild " +
  "darunter ist ein Kopf, mit einer Zeile je Buchstabe, der fragt. Den im Rahmen siehst du oben.";

export const costHead = (from, to) => `${from} bis ${to}`;
export const costNote = (count) =>
  count
    ? "Im Durchschnitt, hier gemessen; die Spalten sagen, wie lang der Text ist."
    : "Lass es schreiben, dann steht hier seine Zeit für jeden Buchstaben.";
export const COSTS = { false: "der ganze Text noch einmal", true: "Keys und Values behalten" };
export const costText = (mean) => (mean === null ? "–" : format(mean, mean < 10 ? 2 : 1));

export const roundingText = ({ places, worst, mean, same }) =>
  "Auf dem Weg wird jede Zahl einer Matrix auf 8 Bits gerundet. An " +
  `${places} Stellen von Texten hat das die Chance eines Buchstabens um höchstens ` +
  `${format(worst, 3)} bewegt, und um ` +
  `${format(mean, 5)} im Durchschnitt; der wahrscheinlichste Buchstabe blieb an ` +
  `${format(100 * same, 1)} % davon derselbe.`;
