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

export const BOUGHT = "Du hast gesehen, was er ergibt, also bleibt er gekauft.";
export const TO_EXPERIMENTS = "Zu den Versuchen";

const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

export const experimentName = ({ name, cost }) => `${name} (${counted(cost, "Punkt", "Punkte")})`;

export const pointsLeft = (model) => {
  const spent = [
    [boughtOf(model).length - 1, "Versuch", "Versuchen"],
    [wrongOf(model).length, "falschen Antwort", "falschen Antworten"],
  ].filter(([n]) => n > 0);
  const after = spent.length ? `, nach ${spent.map((each) => counted(...each)).join(" und ")}` : "";
  return `${purse(model)} Punkten sind übrig${after}.`;
};

const purse = (model) => `${left(model)} von ${model.get("rules").start}`;
const left = (model) => Math.max(0, pointsOf(model));

export const atStake = (model) =>
  `${purse(model)} Punkten sind übrig. Eine falsche Antwort kostet ${model.get("rules").wrong}.`;

export const tooSoon = (model) =>
  `${fitsOf(model).length} verschiedene Antworten ergäben die Zahlen, die du siehst, also wäre ` +
  "eine Antwort Glückssache. Kauf zuerst einen Versuch.";

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

export const LOOKS = {
  none: "Wäre jede Zeile richtig, stünde an jeder Tabelle „alles, wie es sein soll“.",
  "Divided by the root of the model’s width":
    "Das machte die Gewichte von zwei Köpfen zu gleichmäßig, und ein einziger Kopf wäre richtig.",
  "Divided by the root of the number of heads":
    "Das machte die Gewichte von zwei Köpfen zu gleichmäßig, und die von einem Kopf zu ungleich.",
  "The scores are not divided": "Das sähe man nur in einem Kopf: Seine Gewichte wären zu ungleich.",
  "The heads are cut by one view":
    "Das mischte die Wörter in zwei Köpfen durcheinander, und ein einziger Kopf wäre richtig.",
  "The heads are joined without the exchange":
    "Das ließe alle Gewichte, wie sie sein sollen: Nur die Ausgabe von zwei Köpfen wäre falsch.",
  "The matrices are turned round":
    "Das sähe man überall: Sogar die Ausgabe von „how“ allein wäre falsch.",
  "The softmax runs over the queries":
    "Damit ergäbe jede Spalte von Gewichten zusammen 1, statt jeder Zeile.",
  "The mask comes after the softmax":
    "Das sähe man nur unter der kausalen Maske: Die ersten Zeilen ergäben dort zusammen weniger " +
    "als 1.",
  "The mask is never used":
    "Das sähe man nur unter der kausalen Maske: Spätere Wörter hätten dort Gewichte.",
  "The queries and the keys are exchanged":
    "Das vertauschte, wer fragt und wer antwortet, und „how“ allein wäre richtig.",
  "The queries are used as keys, too":
    "Damit gäben zwei Wörter einander gleiche Scores, und „how“ allein wäre richtig.",
  "The heads come in the wrong order":
    "Das ließe alle Gewichte, wie sie sein sollen, und die Ausgabe von zwei Köpfen wäre falsch, " +
    "sogar für „how“ allein.",
};

export const verdict = (model) => {
  const guess = guessOf(model);
  if (!guess)
    return `Kauf so wenig, wie du brauchst. Eine falsche Antwort kostet ${model.get("rules").wrong} Punkte.`;
  const named = model.get("cases").find(({ name }) => name === guess);
  if (isRight(model)) return rightly(model, named);
  const cost = `Das hat ${model.get("rules").wrong} Punkte gekostet. Du hast noch ${left(model)}.`;
  return `Nein. ${instead(model, named)} ${cost}`;
};

const instead = (model, named) => {
  const parted = partedBy(model, named, caseOf(model));
  if (!parted)
    return (
      "Damit kämen die Zahlen heraus, die du siehst, aber mit dem, was versteckt ist, auch. Ein " +
      "weiterer Versuch trennt die beiden."
    );
  const { table, word, rows } = rowParted(model, named, caseOf(model), parted);
  const [would, are] = rows.map((row) => row.map((x) => format(x, 3)).join(", "));
  return (
    `${LOOKS[named.name]} Aber in „${parted.name}“ ist die Zeile von „${word}“ in ${table} ` +
    `${are}, und nicht ${would}.`
  );
};

const rightly = (model, named) => {
  const others = fitsOf(model).length - 1;
  const luck = others
    ? ` Nach dem, was du gekauft hast, hätte es noch ${counted(others, "anderer", "andere")} sein können.`
    : " Was du gekauft hast, lässt nichts anderes übrig.";
  return `✓ Richtig. ${named.told}${luck}`;
};

export const TASKS = {
  finds: {
    ask: "Finde heraus, was dieser Seed versteckt hat, und nenne es.",
    told: (points, start) => `Gefunden, mit ${points} von ${start} Punkten übrig.`,
  },
  sure: {
    ask: (points) =>
      "Nimm einen Seed, dessen erste Tabelle mehrere Fehler übrig lässt, und kauf, bis nichts " +
      `anderes mehr versteckt sein kann, mit ${points} Punkten oder mehr übrig.`,
    told: (cases) =>
      `Von ${cases} Fällen ist einer übrig. Also kannst du ihn nennen und dir sicher sein.`,
  },
};
