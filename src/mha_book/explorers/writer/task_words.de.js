// German: what WriterExplorer asks, and what it tells. What each export is stands in task_words.js.
import { quoted } from "../shared/words.js";
import { SAID } from "./words.js";

export const TASKS = {
  hot: {
    ask: (text, likeliest, half) =>
      `Nach ${text} ist sich das Modell fast sicher: ${likeliest}. Öffne ${quoted(SAID.choosing)}, und ` +
      `erhöhe die Temperatur, bis das weniger als ${half} hat.`,
    told: (text, temperature, likeliest, share) =>
      `Nach ${text} hatte ${likeliest} bei einer Temperatur von ${temperature} noch ${share}. Öfter ` +
      "als nicht wird also etwas anderes gezogen. Lass es jetzt schreiben, und sieh, was aus seinen " +
      "Wörtern wird.",
  },
  cold: {
    ask:
      "Nun das andere Ende: Lösch, was dazukam, stell die Temperatur auf 0, und lass es schreiben, " +
      "bis es im Kreis geht. Ein anderer Anfang kann helfen.",
    told: (circle) =>
      `${circle} steht da ein zweites Mal. Bei 0 wird nichts gezogen, also folgt auf dieselben ` +
      "Buchstaben wieder dasselbe.",
  },
  timed: {
    ask:
      `Öffne ${quoted(SAID.costing)}, und lass es bis zum Ende schreiben, einmal, wie es ist, und ` +
      "einmal mit behaltenen Keys und Values, was die nächste Seite erklärt. Welche Zeit wächst mit dem Text?",
    told: (whole, kept) =>
      `Je länger der Text, desto länger dauert jeder Buchstabe: am Ende ${whole} ms. Mit behaltenen ` +
      `Keys und Values sind es ${kept} ms. Wie das geht, zeigt die nächste Seite.`,
  },
  alone: {
    ask:
      `Öffne ${quoted(SAID.choosing)}, und senke Top p, bis nur noch ein Token übrig ist. Lass die ` +
      "Temperatur auf 1 und Top k aus.",
    told: (token, share, enough) =>
      `${token} hat allein schon ${share} und erreicht so ${enough}; kein anderes wird gebraucht.`,
  },
  sure: {
    ask: (sure) =>
      `Drück auf Balken, bis sich das Modell zu mehr als ${sure} sicher ist, was als Nächstes ` +
      `kommt, bei einer Temperatur von 1.`,
    told: (text, token) => `Nach ${text} bleibt kaum eine Wahl: ${token}.`,
  },
};
