// What LearningExplorer says while it trains. No DOM.
import { RIGHT, phaseOf } from "./compute.js";

// What a run without a fault has come to, while it trains.
export const PHASES = {
  falls: "The loss is falling.",
  pairs: "It knows which letters often follow which, and copies nothing yet.",
  fills: "The outline begins to fill.",
  filled: "The outline has filled: it copies.",
};

export const phaseText = (run) => {
  const look = run?.fault === RIGHT && run.kept.at(-1);
  return look ? ` ${PHASES[phaseOf(look)]}` : "";
};
