// German: what LearningExplorer asks, and what it tells. What each export is stands in task_words.js.

export const TASKS = {
  head: {
    ask:
      "Drück auf ▶ Abspielen, das ein eigenes Modell trainiert. Sieh Kopf 1 von Schicht 1 zu, dem " +
      "letzten der vier Bilder, bis sich sein Umriss füllt: Dann sieht er auf das, was nach der " +
      "früheren Kopie kam.",
    told: ({ step, repeats }) =>
      `Der Umriss hat sich in Schritt ${step} gefüllt: ${repeats} der Wiederholungen sind richtig.`,
  },
  leak: {
    ask:
      "Lass in einem weiteren eigenen Lauf den Loss tiefer fallen, als er sollte, und das Kopieren " +
      "misslingen. Welcher Fehler tut das?",
    told: (loss, repeats) =>
      `Der Loss fiel auf ${loss}, aber mit der Maske ist nur ${repeats} der Wiederholungen richtig: ` +
      "Ein kleiner Loss allein beweist noch nichts.",
  },
};
