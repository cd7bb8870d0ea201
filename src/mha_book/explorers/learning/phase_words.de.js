// German: what LearningExplorer says while it trains. What each export is stands in phase_words.js.

export const PHASES = {
  falls: "Der Loss fällt.",
  pairs: "Es weiß, welche Buchstaben oft auf welche folgen, und kopiert noch nichts.",
  fills: "Der Umriss beginnt sich zu füllen.",
  filled: "Der Umriss hat sich gefüllt: Es kopiert.",
};
