// German: what PositionExplorer asks, and what it tells. What each export is stands in task_words.js.
const were = ({ position, key }) => `Mit q an ${position} und k an ${key} lagen sie`;

const turnedAlike = (apart, isOnItsSide) =>
  isOnItsSide
    ? `noch immer ${apart} auseinander, also hatte jedes Paar seinen alten Winkel dazwischen.`
    : `${apart} auseinander, aber andersherum. Nur hier, wo q und k gleich beginnen, ist das dasselbe.`;

const slowerPairs = (pairs) =>
  pairs > 1
    ? "die langsameren Paare sind da, um es zu merken"
    : "in 2 Merkmalen gibt es kein langsameres Paar, das es merken könnte";

export const TASKS = {
  similarity: {
    ask: (far, similarity) =>
      `Bring q an Position ${far} oder weiter, und behalte die Ähnlichkeit ${similarity}.`,
    told: (now, apart) => `${were(now)} noch immer ${apart} auseinander. Sonst zählt nichts.`,
  },
  round: {
    ask:
      "Finde mit einer geraden Breite zwei Positionen, die 20 oder mehr auseinander sind, mit einer " +
      "Ähnlichkeit über 0.98. (Versuch es mit einer kleinen Breite.)",
    told: (width, apart) =>
      `In ${width} Merkmalen sehen ${apart} Positionen Abstand aus wie derselbe Platz: Der schnelle ` +
      "Zeiger ist einmal herum. Mehr Paare, jedes langsamer, unterscheiden solche Positionen.",
  },
  slow: {
    ask: "Öffne Wellen, und wähle ein Merkmal, das in 64 Positionen keine ganze Welle schafft.",
    told: (feature, positions) =>
      `Merkmal ${feature} braucht ${positions} Positionen für eine Welle. Es unterscheidet nah und ` +
      "fern; die schnellen unterscheiden Nachbarn.",
  },
  score: {
    ask: (far, score) => `Bring q an Position ${far} oder weiter, und behalte den Score ${score}.`,
    told: (now, apart, isOnItsSide) => `${were(now)} ${turnedAlike(apart, isOnItsSide)}`,
  },
  turn: {
    ask: "Beweg q oder k, bis beide in Paar 0 fast in dieselbe Richtung zeigen, an verschiedenen Positionen.",
    told: (apart, pairs) =>
      `${apart} Positionen drehen Paar 0 um ${apart} Radiant, und 2π ≈ 6.28 sind eine ganze Drehung. ` +
      `Es hält fern für nah; ${slowerPairs(pairs)}.`,
  },
  base: {
    ask:
      "Lass q und k ein paar Positionen auseinander, und senke die Basis, bis sie in Paar 1 um mehr " +
      "als einen rechten Winkel auseinander sind.",
    told: (base, radians) =>
      `Mit Basis ${base} dreht sich Paar 1 um ${radians} Radiant je Position. Die Basis sagt, wie ` +
      "langsam die langsamen Paare sind.",
  },
};
