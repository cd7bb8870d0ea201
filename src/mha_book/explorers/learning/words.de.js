// German: what LearningExplorer says. What each export is stands in words.js.
import { format } from "../shared/format.js";
import { RIGHT, WATCHED, appears, lookAt, placesOf, scoreOf, thousands } from "./compute.js";
import { phaseText } from "./phase.js";

const n = (x) => format(x, 2);
const headName = ([layer, head]) => `(${layer}, ${head})`;

const missing = "nicht da";

export const SAID = {
  title: "Training",
  play: "▶ Abspielen",
  pause: "❚❚ Pause",
  one: "Ein Schritt",
  shown: "Gezeigter Schritt",
  options: "Einen Fehler einbauen oder den Seed ändern",
  fault: "Fehler",
  seed: "Seed",
  before:
    "Wähle einen Fehler. Bevor damit trainiert wird, wirst du gefragt, was der Loss tun wird.",
  ask: "Bevor du trainierst: Was wird der Loss tun, neben aufgezeichneten Läufen ohne Fehler?",
  again: "Noch einmal trainieren",
  first: "Beantworte zuerst die Frage: Das beginnt das Training.",
  sure: "Zurücksetzen wirft weg, was du hier trainiert hast. Drück noch einmal, um das zu tun.",
  heads: "Alle Köpfe: je Schicht eine Zeile, je Kopf eine Spalte.",
  label: "Köpfe",
  watched: (letters) =>
    `Sie lesen ${letters.join(" ")}. Zeilen fragen und Spalten antworten, in dieser Reihenfolge; je ` +
    `stärker die Farbe, desto mehr. Der dünne Umriss zeigt, wohin Kopf 1 von Schicht 1 sehen wird, ` +
    `wenn er kopiert: ${letters.lastIndexOf(letters[0]) - 1} Spalten links von dem Buchstaben, der ` +
    `fragt, auf das, was nach dessen früherer Kopie kam.`,
  loss: "Loss auf Texten, mit denen nicht trainiert wird",
  steps: "Schritte des Trainings (nach oben verdoppelt jede Linie den Loss)",
  places: "Wie oft der nächste Buchstabe stimmt, nach dem Platz im Text",
  place: "Platz (ab 13 war alles schon einmal da)",
};

export const FAULTS = {
  none: "keiner",
  "no mask": "keine kausale Maske: Jeder Buchstabe sieht die folgenden",
  "no scale": "die Scores werden nicht durch √D geteilt",
  "wrong scale": "die Scores werden mit √D malgenommen",
  "no positions": "keine Positionen: Kein Kopf wird in der Nähe gehalten",
  "one layer": "nur eine Schicht",
  "heads mixed up":
    "die Köpfe werden durch ein reshape zusammengefügt, ohne das transpose: Buchstaben bekommen " +
    "Teile von anderen",
};

const RECORDED =
  "Tausend Schritte dauern hier eine oder zwei Minuten. Um gleich einen aufgezeichneten Lauf zu " +
  "sehen, bewege „Gezeigter Schritt“.";

export const HINT = "Das ganze Training geschieht in deinem Browser: Nichts wird verschickt.";

export const linked = (isCopied) =>
  "In der Adresszeile steht jetzt ein Link zu diesem Fehler, diesem Seed und diesem Schritt, nicht " +
  "zu dem Lauf: Wer ihn öffnet, trainiert einen neu" +
  (isCopied ? "; er ist auch kopiert." : ".");

const pictureName = (layer, head) => `Schicht ${layer}, Kopf ${head}`;

export const headLabel = (layer, head, pattern) =>
  `${pictureName(layer, head)}, ${pattern?.name ?? missing}`;

export const headText = (step, layer, head, pattern) => {
  const name = pictureName(layer, head);
  if (!pattern) return `${name} ist ${missing}: Dieses Modell hat eine einzige Schicht`;
  const means = placesOf(pattern).map(([target, share]) => `${n(share)} auf ${target}`);
  const where = "In der zweiten Hälfte dieser Buchstaben gibt er im Durchschnitt";
  return `Schritt ${thousands(step)}, ${name}: ${pattern.name}. ${where} ${means.join(", ")}.`;
};

export const stepText = (step, last) => `Schritt ${thousands(step)} von ${thousands(last)}`;

export const plantedText = (fault) => (fault === RIGHT ? "" : `. Eingebaut: ${FAULTS[fault]}`);

export const fromText = ({ step, isLimited }) =>
  `von Schritt ${thousands(step)} deines Laufs ohne Fehler aus weitermachen` +
  (isLimited ? "; später hätte der Fehler zu wenig Zeit, um sich zu zeigen" : "");

export const lossText = ({ fault }, { step, loss }) => {
  const what = fault === RIGHT ? "" : `, mit diesem Fehler: ${FAULTS[fault]}`;
  return `Der Loss bis zu Schritt ${thousands(step)}${what}: jetzt ${n(loss)}.`;
};

export const placesText = ({ places, alone }) => {
  const [first, last] = [places[0], places.at(-1)];
  const honest = alone?.places
    ? ` Wo nichts Folgendes zu sehen ist: ${n(alone.places[0])} und ${n(alone.places.at(-1))}.`
    : "";
  return `Anteil des richtig Geratenen, am ersten Platz ${n(first)}, am letzten ${n(last)}.${honest}`;
};

export const linesText = (usual, others) =>
  [
    ...(usual ? ["Gestrichelt: ein aufgezeichneter Lauf ohne Fehler."] : []),
    ...(others ? ["Gepunktet: was du sonst trainiert hast."] : []),
  ].join(" ");

export const pointsText = (fault) =>
  fault === "no mask"
    ? "Punkte: dasselbe Modell, mit der Maske."
    : "Punkte: wo der Text mit jedem Buchstaben endet, sodass nichts auf ihn folgt.";

export const numbersOf = (look, fault) => {
  const score = scoreOf(look);
  const alone = fault === "no mask" ? "… mit der Maske" : "… ohne das, was folgt";
  return [
    ["gemessen bei Schritt", thousands(look.step)],
    ["Loss", n(look.loss)],
    ["richtig in den Wiederholungen", n(look.repeats)],
    ...(look.alone ? [[alone, n(look.alone.repeats)]] : []),
    ["richtig in ersten Perioden, wo alles neu ist", n(look.first)],
    [
      `Induktionswert von Kopf ${headName(WATCHED)}, auf anderen Texten`,
      score === null ? "–" : n(score),
    ],
  ];
};

const FURTHER = "Für einen anderen bau einen Fehler ein, oder ändere den Seed.";

const inviteText = (until) =>
  until
    ? ` ${SAID.play} trainiert einen eigenen, bis zu Schritt ${thousands(until)}.`
    : ` Drück auf ${SAID.play}, um selbst einen zu trainieren.`;

export const stateText = (now, step, last, seconds) => {
  const { is, why, own, isRecorded, isAsked, isPrinted, until } = now;
  const at = `Schritt ${thousands(own?.step ?? 0)} von ${thousands(last)}`;
  const shown = thousands(step);
  if (is === "failed")
    return `Das Training hat aufgehört: ${why}. Drück auf Zurücksetzen, dann auf ${SAID.play}.`;
  if (isAsked && until)
    return "Dieser Lauf ist nicht gespeichert: Deine Antwort auf die Frage darunter trainiert ihn neu.";
  if (isAsked) return "Deine Antwort auf die Frage darunter beginnt das Training.";
  if (is === "trains") return `${at}, nach ${format(seconds, 0)} s Training.${phaseText(own)}`;
  if (isRecorded && step > 0)
    return `Das ist Schritt ${shown} eines aufgezeichneten Laufs.${isPrinted ? "" : inviteText(until)}`;
  if (isRecorded) return RECORDED;
  const pictured = `Die Bilder zeigen Schritt ${shown}.`;
  const goesOn = step < own.step ? ` Es geht von Schritt ${thousands(own.step)} aus weiter.` : "";
  if (own.step < last) return `${at}. ${pictured}${goesOn}`;
  return `${at}: Dieser Lauf ist am Ende. ${step < last ? pictured : FURTHER}`;
};

const measuredText = (run, step) => `Der Loss ist ${n(lookAt(run, step).loss)}.`;

export const restText = (run) =>
  `Pause bei Schritt ${thousands(run.step)}: ${measuredText(run, run.step)}`;
export const lookedText = (run, step) =>
  `Die Bilder zeigen Schritt ${thousands(step)}: ${measuredText(run, step)}`;

export const milestone = (run, last) => {
  const { step, loss } = run.kept.at(-1);
  if (step === 0) return "Das Training beginnt.";
  const found = run.fault === RIGHT && appears(run);
  const head = `Kopf ${headName(WATCHED)} sieht auf das, was nach der früheren Kopie kam`;
  if (found?.step === step)
    return `${head}: Sein Wert ist ${n(scoreOf(found))} in Schritt ${step}.`;
  const tenths = (10 * step) / last;
  if (step >= last) return `Trainiert bis Schritt ${thousands(step)}: Der Loss ist ${n(loss)}.`;
  return Number.isInteger(tenths) ? `Schritt ${step}: Der Loss ist ${n(loss)}.` : "";
};
