// German: what GradientInspector asks, and what it tells. What each export is stands in task_words.js.

export const TASKS = {
  lowest: {
    ask: "Drück auf den Score mit dem kleinsten Gradienten: Wüchse nur er, fiele der Loss am schnellsten.",
    other: (name) =>
      `Noch nicht: ${name} ist kein Score. Die Scores stehen in Schritt 3, ihre Gradienten in dS.`,
    waits: (name, gradient) =>
      `Noch nicht: ${name} hat den Gradienten ${gradient}. Such in dS einen, der weiter unter 0 liegt.`,
    told: (gradient) =>
      `Sein Gradient, ${gradient}, ist der kleinste von allen. Scores sind keine Parameter: Das Training ` +
      "ändert sie nur durch W_Q und W_K, die alle neun gemeinsam haben.",
  },
  nine: {
    ask: "Finde eine Zahl, die den Loss durch alle neun Scores erreicht, und drück darauf.",
    waits: (name) =>
      `Noch nicht: Der Weg von ${name} führt nicht durch alle neun. Zwei der Matrizen in Schritt 4 ` +
      "machen jeden Score.",
    told:
      "Sie ist an jeder Query oder jedem Key beteiligt, also an jedem Score: neun Wege zum Loss, und " +
      "ihr Gradient zählt neun Produkte zusammen.",
  },
  sure: {
    ask:
      "Mach die Softmax so sicher, dass in jeder Zeile ein Gewicht über 0.9 ist und die Gradienten " +
      "aller Scores kleiner als 0.01 sind. (Eine Zahl von W_Q genügt.)",
    waits: (weights, gradient) =>
      `Noch nicht: Die größten Gewichte der Zeilen sind ${weights}, und die Gradienten der Scores ` +
      `reichen bis ${gradient}.`,
    told:
      "In jeder Zeile ist ein Gewicht fast 1, und die anderen sind fast 0; das sind auch alle " +
      "Steigungen p(1 − p): Eine Softmax, die so sicher ist, lässt kaum einen Gradienten durch.",
  },
};
