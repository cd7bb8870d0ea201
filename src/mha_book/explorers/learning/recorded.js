// The run that Python has recorded, as one that was trained here. No DOM.
export const beginning = ({ series, line }) => ({
  run: "recorded",
  fault: "none",
  seed: 1,
  guess: null,
  line,
  kept: series,
  step: series.at(-1).step,
});
