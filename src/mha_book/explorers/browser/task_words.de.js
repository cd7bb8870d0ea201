// German: what HeadBrowser asks, and what it tells. What each export is stands in task_words.js.

export const TASKS = {
  appears: {
    ask: "Drück auf Abspielen. In welcher Epoche wird daraus ein Induktionskopf?",
    told: (epoch, share, before) =>
      `In Epoche ${epoch} gibt dieser Kopf ${share} seines Gewichts dem Token nach einer früheren ` +
      `Kopie. Eine Epoche davor waren es erst ${before}.`,
  },
  follows: {
    ask:
      "Wähl in einem Induktionskopf einen Buchstaben der zweiten Hälfte, der den Buchstaben " +
      "nach seiner Kopie fragt.",
    told: (asks, next, copy) =>
      `${asks} fragt ${next}, das auf ${copy} folgte. So kann das Modell es wieder schreiben.`,
  },
  sinks: {
    ask: "Finde einen Kopf, der meistens auf das erste Token sieht.",
    told: (head, some, all) =>
      `In ${head} geht das meiste Gewicht an das erste Token. Jede Zeile muss zusammen 1 ergeben, und ` +
      `ein Kopf, der nichts findet, kann es dort lassen. Hier tun das ${some} von ${all} Köpfen.`,
  },
  finds: {
    ask: (asking, asked, able, all, layer) =>
      `Finde einen Kopf, in dem ${asking} meistens auf ${asked} sieht: ` +
      `${able} von ${all} Köpfen tun es, einer davon in Schicht ${layer}.`,
    told: (head, asking, asked, share) =>
      `In ${head} gibt ${asking} an ${asked} ${share} seines Gewichts. Ein Kopf kann zwei Wörter ` +
      "verbinden; ob das Modell ihn braucht, ist eine andere Frage.",
  },
};
