// German: what LearningExplorer says while it trains. What each export is stands in phase_words.js.
import { RIGHT, phaseOf } from "./compute.js";

export const PHASES = {
  falls: "Der Loss fällt.",
  pairs: "Es weiß, welche Buchstaben oft auf welche folgen, und kopiert noch nichts.",
  fills: "Der Umriss beginnt sich zu füllen.",
  filled: "Der Umriss hat sich gefüllt: Es kopiert.",
};

export const phaseText = (run) => {
  const look = run?.fault === RIGHT && run.kept.at(-1);
  return look ? ` ${PHASES[phaseOf(look)]}` : "";
};
