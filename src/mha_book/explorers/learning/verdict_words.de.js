// German: what LearningExplorer says of a run. What each export is stands in verdict_words.js.
import { format } from "../shared/format.js";
import { outcomeOf, thousands } from "./compute.js";

const n = (x) => format(x, 2);
const percent = (share) => `${format(100 * share, 0)} %`;

export const GUESSED = {
  "as before": "Er fällt wie vorher",
  lower: "Er fällt tiefer",
  higher: "Er bleibt höher",
  rises: "Er steigt",
};

const HAPPENED = {
  "as before": "Der Loss fiel wie vorher",
  lower: "Der Loss fiel tiefer",
  higher: "Der Loss blieb höher",
  rises: "Der Loss stieg",
};

export const promiseText = (guess, last) =>
  `Du sagtest: „${GUESSED[guess]}.“ In Schritt ${thousands(last)} siehst du, was er getan hat.`;

export const answerText = (run, usual) => {
  const last = run.kept.at(-1);
  const outcome = outcomeOf(run, usual);
  const right =
    run.guess === outcome ? "Wie du sagtest. " : `Du sagtest: „${GUESSED[run.guess]}.“ `;
  const began = run.switched ? `Der Fehler begann in Schritt ${thousands(run.switched)}. ` : "";
  const told =
    `${HAPPENED[outcome]}: In Schritt ${thousands(last.step)} war er ${n(last.loss)}, und ` +
    `aufgezeichnete Läufe ohne Fehler enden im Durchschnitt bei ${n(usual)}.`;
  return `${began}${right}${told} ${(run.switched ? BARE : WHY[run.fault])(last)}`;
};

const COPIES = 0.65;
const PAIRS = ({ repeats }) =>
  repeats > COPIES
    ? `In den Wiederholungen waren trotzdem ${percent(repeats)} richtig.`
    : `In den Wiederholungen waren ${percent(repeats)} richtig: Es wusste, welcher Buchstabe oft ` +
      "auf welchen folgt, und kopierte nicht.";
const BARE = ({ repeats, alone }) =>
  `In den Wiederholungen waren ${percent(repeats)} richtig` +
  (alone ? `, und ${percent(alone.repeats)}, wo nichts Folgendes zu sehen ist.` : ".");
const WHY = {
  "no mask": ({ alone }) =>
    "Jeder Buchstabe sieht den, den er erraten soll, darum fällt der Loss früh, lange vor jedem " +
    `Kopieren. Das sagt nichts: Mit der Maske waren ${percent(alone.repeats)} der Wiederholungen ` +
    "richtig, und so müsste das Modell ja schreiben.",
  "no scale": (last) =>
    `Solche Scores machen die Softmax scharf, und eine scharfe Softmax lernt langsam. ${PAIRS(last)}`,
  "wrong scale": (last) =>
    "Diese Scores sind D-mal so groß, wie sie sein sollten, und durch die Softmax kommt kaum ein " +
    `Gradient. ${PAIRS(last)}`,
  "no positions": (last) =>
    `Kein Kopf wird in der Nähe gehalten, und keiner fand den Buchstaben davor. ${PAIRS(last)}`,
  "one layer": (last) =>
    "Es gibt keine zweite Schicht, die nach dem suchen könnte, was die erste in die Keys " +
    `geschrieben hat. ${PAIRS(last)}`,
  "heads mixed up": ({ first, alone }) =>
    "Jeder Buchstabe bekommt Teile, die zu anderen gehören; in der ersten Hälfte eines Textes zu " +
    `späteren. Darum waren ${percent(first)} in den ersten Perioden richtig, wo man wenig wissen ` +
    `kann. Wo der Text mit jedem Buchstaben endet, waren es ${percent(alone.first)}.`,
};
