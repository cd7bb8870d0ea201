// German: what each step of the map is. What each export is stands in step_words.js.

export const TITLE = "Die Karte";
export const HINT = "Drück auf eine Zahl, um zu sehen, woraus sie gemacht ist.";
export const WALK = { steps: "Schritt", back: "Zurück", next: "Weiter" };

export const STEPS = {
  whole: [
    "Ganz",
    () =>
      "Drei Wörter gehen als drei Zeilen von Zahlen hinein, und drei gleich große Zeilen kommen " +
      "heraus. Dazwischen sammelt jedes Wort von den anderen, was es braucht. Geh Schritt für " +
      "Schritt hindurch, oder drück auf eine Zahl.",
  ],
  place: [
    "Platz",
    ({ placed }) =>
      placed
        ? "Jedes Wort ist eine Zeile von Zahlen, sein Embedding. Attention allein kennt die " +
          "Reihenfolge der Wörter nicht, darum kommt zu jeder Zeile ein Muster, das zu Platz 0, 1 " +
          "oder 2 gehört."
        : "Jedes Wort ist eine Zeile von Zahlen, sein Embedding. Attention allein kennt die " +
          "Reihenfolge der Wörter nicht: Schalte in den Optionen Positionen ein, dann kommt ein " +
          "Muster dazu, das zu jedem Platz gehört.",
  ],
  project: [
    "Projizieren",
    ({ num_heads, design }) =>
      "Drei Matrizen machen aus jedem Wort eine Query (was es sucht), einen Key (womit es gefunden " +
      `wird) und einen Value (was es weitergibt). ${
        num_heads === 1
          ? "Mit einem Kopf dient jede Matrix nur ihm."
          : design === "split"
            ? "Eine Matrix hat die Zeilen beider Köpfe, ein Produkt berechnet sie, und ein view gibt " +
              "jedem Kopf seine Spalte."
            : "Jeder Kopf hat eigene kleine Matrizen und berechnet seine eigenen Produkte."
      }`,
  ],
  score: [
    "Score",
    ({ num_heads }) =>
      "Wie gut passt eine Query zu einem Key? Man nimmt sie Zahl für Zahl mal und zählt zusammen. " +
      "Jede Zeile gehört dem Wort, das fragt, jede Spalte dem Wort, das gefragt wird. Das Teilen " +
      `durch die Wurzel der Breite hält die Scores in breiten Köpfen klein${
        num_heads === 2 ? "; ein Kopf der Breite 1 teilt durch 1." : "."
      }`,
  ],
  mask: [
    "Maske",
    ({ causal }) =>
      causal
        ? "Ein Wort darf nicht auf Wörter sehen, die nach ihm kommen. Wo es nicht darf, steht −∞ " +
          "statt des Scores, sodass ihm die Softmax ein Gewicht von genau 0 gibt."
        : "Keine Maske ist an: Jedes Wort darf auf jedes sehen, also geht jeder Score durch. Schalte " +
          "in den Optionen eine ein, dann kann kein Wort auf spätere sehen. Ein Modell, das Text " +
          "schreibt, braucht das.",
  ],
  softmax: [
    "Softmax",
    () =>
      "Aus jeder Zeile von Scores wird eine Zeile von Attention-Gewichten: e hoch jeden Score, " +
      "geteilt durch die Summe der Zeile. Gewichte liegen zwischen 0 und 1, und jede Zeile ergibt zusammen " +
      "1. Je stärker die Farbe einer Zelle, desto größer ihr Gewicht.",
  ],
  mix: [
    "Mischen",
    () =>
      "Das Ergebnis jedes Wortes ist der Durchschnitt aller Values, gewichtet mit seiner eigenen " +
      "Zeile von Gewichten. Hier wandert Information von Wort zu Wort.",
  ],
  join: [
    "Verbinden",
    ({ num_heads }) =>
      num_heads === 1
        ? "Mit einem Kopf gibt es nichts zu verbinden: Seine Zahlen gehen unverändert weiter."
        : "Die Ergebnisse der Köpfe werden nebeneinandergestellt, Kopf 0 zuerst. Hier wird nichts " +
          "berechnet, und jeder Kopf behält seine eigene Spalte.",
  ],
  output: [
    "Ausgabe",
    () =>
      "Eine letzte Matrix mischt, was die Köpfe gefunden haben. Die Ausgabe hat die Form der " +
      "Eingabe, sodass Schichten aufeinander folgen können.",
  ],
};
