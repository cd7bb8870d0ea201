// What a run without a fault has come to, as a sentence after others; "" for all other runs.
import { RIGHT, phaseOf } from "./compute.js";
import { PHASES } from "./phase_words.js";

export const phaseText = (run) => {
  const look = run?.fault === RIGHT && run.kept.at(-1);
  return look ? ` ${PHASES[phaseOf(look)]}` : "";
};
