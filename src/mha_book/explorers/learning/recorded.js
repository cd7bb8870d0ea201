// The run that Python has recorded, as one that was trained here. No DOM.
import { range } from "../shared/arrays.js";

// (T · T) shares from hundredths of which each row has one more than the row above.
const unfold = (hundredths) => {
  const T = Math.floor(Math.sqrt(2 * hundredths.length));
  const rowOf = (i) => range(T).map((j) => (j > i ? 0 : hundredths[(i * (i + 1)) / 2 + j] / 100));
  return range(T).flatMap(rowOf);
};

export const beginning = ({ series }) => ({
  run: "recorded",
  fault: "none",
  seed: 1,
  guess: null,
  line: series.map(({ step, loss }) => [step, loss]),
  kept: series.map((look) => ({
    ...look,
    weights: look.weights.map((heads) => heads.map(unfold)),
  })),
  step: series.at(-1).step,
});
