// German: what FaultFinder says. What each export is stands in words.js.
import { format } from "../shared/format.js";
import { caseOf, fitsOf, isOff, isRight, n, partedBy, pointsOf, rowParted } from "./compute.js";

export const TITLE = "Finde den Fehler";

export const HINT =
  "Zeig auf eine Zelle, oder geh mit Tab und den Pfeiltasten hin, dann liest du, was dort stehen " +
  "sollte.";

export const SEED = "Seed";
export const EXPERIMENTS = "Versuche";
export const FAULT = "Der Fehler";
export const ANOTHER = "Ein anderer Fehler";
export const GIVEN = "Was die Schicht bekommt";
export const CHOOSE = "Wähle eine Zeile und ihren Fehler …";
const NOTHING = "keine Zeile: Alles ist richtig";

export const choiceName = ({ name, line }) => (line ? `Zeile ${line}: ${name}` : NOTHING);

export const experimentName = ({ name, cost }) =>
  `${name} (${cost} ${cost === 1 ? "Punkt" : "Punkte"})`;

export const pointsLeft = (model) => {
  const [points, { start }] = [pointsOf(model), model.get("rules")];
  return `${points} von ${start} Punkten sind übrig.`;
};

export const explain = ({ experiment, table, row, column, is, should }) => {
  const where = `${experiment}, ${table}, ${row} und ${column}: ${n(is)}`;
  return isOff(is, should) ? `${where}; richtig wäre ${n(should)}.` : `${where}, wie es sein soll.`;
};

export const explainGiven = (table, row, column, value) =>
  `${table}, ${row} und ${column}: ${format(value, 1)}`;

export const howMuch = (off) => {
  if (!off.includes(true)) return "alles, wie es sein soll";
  return off.includes(false)
    ? "unterstrichen: nicht, wie es sein soll"
    : "keine Zahl, wie sie sein soll";
};

export const verdict = (model) => {
  const guess = model.get("guess");
  if (guess === "")
    return "Kauf so wenig, wie du brauchst, und nenne dann die Zeile und ihren Fehler.";
  const named = model.get("cases").find(({ name }) => name === guess);
  if (isRight(model)) return rightly(model, named);
  const parted = partedBy(model, named, caseOf(model));
  if (!parted)
    return (
      `Nein. Damit kämen zwar die Zahlen heraus, die du siehst, aber versteckt ist ein ` +
      `anderer, der das auch tut.`
    );
  const what = named.line ? "Mit diesem Fehler" : "Ohne Fehler";
  const { table, word } = rowParted(model, named, caseOf(model), parted);
  return (
    `Nein. ${what} stünden in „${parted.name}“ andere Zahlen. ` +
    `Sieh dir ${table} an, die Zeile von „${word}“: Welche Zeile im Code macht diese Zahlen?`
  );
};

const rightly = (model, named) => {
  const others = fitsOf(model).length - 1;
  const luck = others
    ? ` Nach dem, was du gekauft hast, hätte es noch ${others} ${others === 1 ? "anderer" : "andere"} sein können.`
    : " Was du gekauft hast, lässt nichts anderes übrig.";
  return `Richtig. ${named.told}${luck}`;
};

export const TASKS = {
  finds: {
    ask: "Finde heraus, was dieser Seed versteckt hat, und nenne es.",
    told: (points) => `${points} Punkte sind übrig. Ein anderer Seed versteckt etwas anderes.`,
  },
  sure: {
    ask: (points) =>
      "Nimm einen Seed, dessen erste Tabelle mehrere Fehler übrig lässt, und kauf, bis nichts " +
      `anderes mehr versteckt sein kann, mit ${points} Punkten oder mehr übrig.`,
    told: (cases) =>
      `Von ${cases} Fällen ist einer übrig. Also kannst du ihn nennen und dir sicher sein.`,
  },
};
