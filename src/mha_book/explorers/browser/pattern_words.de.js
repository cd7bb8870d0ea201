// German: what patterns of heads are called. What each export is stands in pattern_words.js.

export const TARGETS = {
  previous: "das vorige Token",
  itself: "sich selbst",
  next: "das nächste Token",
  first: "das erste Token",
  afterCopy: "das Token nach einer Kopie",
};

export const PATTERNS = {
  empty: "nichts, worauf er sehen könnte",
  even: "gleichmäßig verteilt",
  mixed: "gemischt",
  induction: "Induktion",
  mostly: (target) => `meistens auf ${target}`,
  overlap: "Diese Plätze überschneiden sich, also müssen ihre Anteile zusammen nicht 1 sein.",
  places:
    "Die Plätze überschneiden sich: Das Token vor dem zweiten zum Beispiel ist auch das erste. Eine " +
    "Zeile ohne so einen Platz zählt in seinem Durchschnitt nicht mit. Ein gleicher Anteil ist, was " +
    "jeder Key bekäme, wenn eine Zeile allen gleich viel gäbe.",
  ruled: "Wie ein Kopf zu seinem Namen kommt",
  rule: (most, rows, even) =>
    `Meistens auf einen Platz: Er bekommt mehr als ${most} des Gewichts, im Durchschnitt über die ` +
    "Zeilen, die so einen Platz haben. Induktion: Dieser Platz ist das Token nach einer früheren " +
    `Kopie dessen, das fragt, und ${rows} Zeilen oder mehr müssen eine haben. Gleichmäßig verteilt: ` +
    `Das größte Gewicht einer Zeile ist im Durchschnitt kleiner als das ${even}-Fache ihres gleichen ` +
    "Anteils, also von 1 geteilt durch die Anzahl der Keys (in einem Kopf, der nie nach vorn sieht, " +
    "der Keys bis zu ihrem eigenen). Sonst gemischt.",
};
