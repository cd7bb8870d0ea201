// German: what FaultFinder says. What each export is stands in words.js.
import { format } from "../shared/format.js";
import { boughtOf, caseOf, fitsOf, guessOf, isOff, isRight, n } from "./compute.js";
import { partedBy, pointsOf, rowParted, wrongOf } from "./compute.js";

export const TITLE = "Finde den Fehler";

export const HINT = {
  pointer:
    "Zeig auf eine Zelle, oder geh mit Tab und den Pfeiltasten hin, dann liest du, was dort stehen " +
    "sollte.",
  finger: "Tipp auf eine Zelle, dann liest du, was dort stehen sollte.",
};

export const SEED = "Seed";
export const EXPERIMENTS = "Versuche";
export const ANOTHER = "Ein anderer Fehler";
export const GIVEN = "Was die Schicht bekommt";
export const CHOOSE = "Welche Zeile ist falsch? Drück sie, und dann, was an ihr falsch ist.";
export const NOTHING = "Keine Zeile: Alles ist richtig";

const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

export const experimentName = ({ name, cost }) => `${name} (${counted(cost, "Punkt", "Punkte")})`;

export const pointsLeft = (model) => {
  const [points, { start }] = [Math.max(0, pointsOf(model)), model.get("rules")];
  const tried = counted(boughtOf(model).length - 1, "Versuch", "Versuchen");
  const named = counted(wrongOf(model).length, "falschen Antwort", "falschen Antworten");
  return `${points} von ${start} Punkten sind übrig, nach ${tried} und ${named}.`;
};

export const tooSoon = (model) =>
  `${fitsOf(model).length} verschiedene Antworten ergäben diese erste Tabelle, also wäre eine ` +
  "Antwort Glückssache. Kauf zuerst einen Versuch.";

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
  const guess = guessOf(model);
  if (!guess)
    return `Kauf so wenig, wie du brauchst. Eine falsche Antwort kostet ${model.get("rules").wrong} Punkte.`;
  const named = model.get("cases").find(({ name }) => name === guess);
  if (isRight(model)) return rightly(model, named);
  const parted = partedBy(model, named, caseOf(model));
  if (!parted)
    return (
      `Nein. Damit kämen zwar die Zahlen heraus, die du siehst, aber versteckt ist ein ` +
      `anderer, der das auch tut.`
    );
  const what = named.line ? "Mit diesem Fehler" : "Ohne Fehler";
  const { table, word, rows } = rowParted(model, named, caseOf(model), parted);
  const [would, are] = rows.map((row) => row.map((x) => format(x, 3)).join(", "));
  return (
    `Nein. ${what} wäre die Zeile von „${word}“ in ${table} von „${parted.name}“ ${would}. ` +
    `Sie ist ${are}: Welche Zeile im Code macht das?`
  );
};

const rightly = (model, named) => {
  const others = fitsOf(model).length - 1;
  const luck = others
    ? ` Nach dem, was du gekauft hast, hätte es noch ${counted(others, "anderer", "andere")} sein können.`
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
