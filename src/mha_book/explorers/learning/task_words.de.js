// German: what LearningExplorer asks, and what it tells. What each export is stands in task_words.js.

export const TASKS = {
  head: {
    ask:
      "Drück auf ▶ Abspielen, das ein eigenes Modell trainiert. Sieh Kopf 1 von Schicht 1 zu, dem " +
      "letzten der vier Bilder, bis sich sein Umriss füllt: Dann sieht er auf das, was nach der " +
      "früheren Kopie kam.",
    told: (found, before) =>
      `In Schritt ${found.step} kam sein Induktionswert auf ${found.score}; in Schritt ` +
      `${before.step} war er ${before.score} gewesen. Vom Geratenen in den Wiederholungen war ` +
      `${before.repeats} richtig in Schritt ${before.step}, und ${found.repeats} in Schritt ` +
      `${found.step}.`,
  },
  leak: {
    ask:
      "Lass in einem weiteren eigenen Lauf den Loss tiefer fallen, als er sollte, und das Kopieren " +
      "misslingen. Welcher Fehler tut das?",
    told: (loss, usual, repeats) =>
      `Der Loss kam auf ${loss}, und aufgezeichnete Läufe ohne Fehler enden bei ${usual}. Aber mit ` +
      `der Maske war nur ${repeats} der Wiederholungen richtig: Ein Loss, der fällt, beweist allein ` +
      "noch nichts.",
  },
};
