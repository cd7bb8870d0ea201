// What LearningExplorer says while it trains. No DOM.

// What a run without a fault has come to, while it trains.
export const PHASES = {
  falls: "The loss is falling.",
  pairs: "It knows which letters often follow which, and copies nothing yet.",
  fills: "The outline begins to fill.",
  filled: "The outline has filled: it copies.",
};
