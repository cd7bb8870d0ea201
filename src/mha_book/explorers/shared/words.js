// Words of an example, as sentences name them: no DOM.

export const quoted = (word) => `“${word}”`;

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
