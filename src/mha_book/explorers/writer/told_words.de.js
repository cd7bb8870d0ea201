// German: what WriterExplorer says once. What each export is stands in told_words.js.
import { format, formatBrief } from "../shared/format.js";
import { quoted } from "../shared/words.js";
import { countOpen } from "./compute.js";
import { ending, percent } from "./text.js";
import { sayText, sayToken } from "./words.js";

// A space alone would not be seen between quotation marks.
const sayRun = (run) => (run.trim() ? sayText(run) : sayToken(run));
const first = ({ next }, { chances }) => `${sayToken(next[0][0])}, mit ${percent(chances[0])}.`;

export const joinedText = (token, shown, found) =>
  `Nun geht der Text mit ${sayToken(token)} weiter. Danach ist am wahrscheinlichsten ${first(shown, found)}`;

export const changedText = ({ shown, found, inputs }, before) => {
  const isDrawn = countOpen(found) > 1 || found.rest > 0;
  const alone = isDrawn ? "" : " Eines ist übrig: Nichts wird gezogen.";
  if (inputs.seed === before.seed)
    return `Nach ${quoted(ending(shown.text))} ist nun am wahrscheinlichsten ${first(shown, found)}${alone}`;
  const anew = " Die Chancen bleiben, und andere Buchstaben können gezogen werden.";
  return `Der Seed ist nun ${inputs.seed}.${alone || anew}`;
};

export const wroteText = (wrote, limits) => {
  if (!wrote) return "Es hat nichts geschrieben.";
  const told = `Es hat ${[...wrote].length} Buchstaben geschrieben: ${sayText(wrote)}`;
  if (!limits) return told;
  const { beginning, written } = limits;
  return (
    `${told} Hier hört es auf: Das Modell liest höchstens ${beginning.longest + written.longest} ` +
    `Buchstaben, ${beginning.longest} am Anfang und ${written.longest} eigene.`
  );
};

export const fullText = ({ written }) =>
  `Hier hört es auf: Es schreibt höchstens ${written.longest} Buchstaben. Änderst du nichts, ` +
  "schriebe es dasselbe noch einmal.";

export const CHOSEN = "Unterstrichen ist, was du gewählt hast.";
export const chosenText = (own) => ` Das sind ${own.map(sayRun).join("; ")}.`;

export const KEPT = "Deine letzten Texte";

export const keptName = ({ temperature, top_k: k, top_p: p, seed }) => {
  const tops = [k && `Top k ${k}`, p < 1 && `Top p ${format(p, 2)}`].filter(Boolean);
  const luck = temperature ? [`Seed ${seed}`] : [];
  return `${[`T ${formatBrief(temperature)}`, ...tops, ...luck].join(", ")}:`;
};

export const HINT = {
  pointer:
    "Zeig auf einen Balken, oder geh mit Tab und den Pfeiltasten hin, dann liest du seine Chance. " +
    "Drück darauf, und wofür er steht, kommt zum Text.",
  finger:
    "Tipp auf einen Balken, und wofür er steht, kommt zum Text; dann liest du, was danach kommen kann.",
};
