// What each step of the map is, in a sentence or two that hold for any numbers. No DOM.

export const TITLE = "The map";
export const HINT = "Press any number to see what it was made from.";
export const WALK = { steps: "Step", back: "Back", next: "Next" };

// Step -> [its name, what happens there], for the present inputs.
export const STEPS = {
  whole: [
    "Whole",
    () =>
      "Three words go in as three rows of numbers, and three rows of the same size come " +
      "out. In between, every word collects what it needs from the others. Walk through it " +
      "step by step, or press any number.",
  ],
  place: [
    "Place",
    ({ placed }) =>
      placed
        ? "Each word is a row of numbers, its embedding. Attention alone does not know the " +
          "order of words, so a pattern that belongs to place 0, 1 or 2 is added to each row."
        : "Each word is a row of numbers, its embedding. Attention alone does not know the " +
          "order of words: switch positions on in Options, and a pattern that belongs to each " +
          "place is added.",
  ],
  project: [
    "Project",
    ({ num_heads, design }) =>
      "Three matrices turn every word into a query (what it looks for), a key (what it can " +
      `be found by) and a value (what it hands over). ${
        num_heads === 1
          ? "With one head, each matrix serves that head alone."
          : design === "split"
            ? "One matrix holds both heads’ rows, one product computes them, and a view gives each " +
              "head its column."
            : "Each head has small matrices of its own, and computes its own products."
      }`,
  ],
  score: [
    "Score",
    ({ num_heads }) =>
      "How well does a query match a key? Multiply them number by number and add up. Each " +
      "row belongs to the word that asks, each column to the word that is asked. Dividing " +
      `by the root of the head’s width keeps the scores small in wide heads${
        num_heads === 2 ? "; a head of width 1 divides by 1." : "."
      }`,
  ],
  mask: [
    "Mask",
    ({ causal }) =>
      causal
        ? "A word may not look at words that come after it. Where it may not, −∞ takes the " +
          "place of the score, so that softmax will give it a weight of exactly 0."
        : "No mask is on: every word may look at every word, so every score passes. Switch one " +
          "on in Options, and no word can look at words that come after it. A model that writes " +
          "text needs that.",
  ],
  softmax: [
    "Softmax",
    () =>
      "Each row of scores becomes a row of attention weights: e to the power of each " +
      "score, divided by the row’s total. Weights lie between 0 and 1, and every row sums " +
      "to 1. The stronger a cell’s colour, the larger its weight.",
  ],
  mix: [
    "Mix",
    () =>
      "Each word’s result is the average of all values, weighted by its own row of " +
      "attention weights. This is where information moves from word to word.",
  ],
  join: [
    "Join",
    ({ num_heads }) =>
      num_heads === 1
        ? "With one head there is nothing to join: its numbers pass as they are."
        : "The heads’ results are put side by side, head 0 first. Nothing is computed here, and" +
          " each head keeps its own column.",
  ],
  output: [
    "Output",
    () =>
      "One last matrix mixes what the heads have found. The output has the shape of the " +
      "input, so that layers can follow one another.",
  ],
};
