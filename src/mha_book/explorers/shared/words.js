// What every explorer says, and the words of an example as sentences name them: no DOM.

export const SAID = {
  tryIt: (ask) => `Try it: ${ask}`,
  nextTask: "Next task",
  undo: "Undo",
  reset: "Reset",
  copyLink: "Copy link",
  linked: (isCopied) =>
    `The address bar now holds a link to these numbers${isCopied ? ", copied too" : ""}.`,
  badLink: (what) => `The link’s ${what} cannot be used; the present value is kept.`,
  noNumber: "no number",
  refused: (name, found, expected, kept) =>
    `${name}: found ${found}, expected ${expected}; ${kept} is kept.`,
  atLimit: (name, number, expected) => `${name}: ${number} is the limit; expected ${expected}.`,
  otherContent: (path) => `${path} has another content`,
  notLoaded: (path) => `${path} could not be loaded`,
  withoutModel: "this copy comes without the model",
  ended: "the worker ended",
  wholeNumber: (limit) => `a whole number from ${limit}`,
  limit: ({ min, max }) => `${min} to ${max}`,
  decimals: "Decimals",
  embeddings: "Embeddings X",
  editThese: "edit these",
  embeddingOf: (word, feature) => `embedding of ${word}, ${feature}`,
  nothingToSee: (word) => `${word} has nothing to attend to, so `,
};

export const quoted = (word) => `“${word}”`;

// "scores, weights and outputs"
export const listed = (parts, gap = ", ") =>
  parts.length > 1 ? `${parts.slice(0, -1).join(gap)} and ${parts.at(-1)}` : (parts[0] ?? "");

export const capital = (text) => text.replace(/^./, (letter) => letter.toUpperCase());

// "1st", "12th"
export const ordinal = (n) => {
  const ending = { 1: "st", 2: "nd", 3: "rd" }[n % 10];
  return n + (n % 100 > 10 && n % 100 < 14 ? "th" : (ending ?? "th"));
};

// A word that the sentence has twice is told with its place: “the” (4th).
export const wordName = (tokens, place) =>
  quoted(tokens[place]) +
  (tokens.filter((token) => token === tokens[place]).length > 1 ? ` (${ordinal(place + 1)})` : "");
