// German: what every explorer says, and the words of an example as sentences name them.

export const SAID = {
  tryIt: (ask) => `Probier es: ${ask}`,
  nextTask: "Nächste Aufgabe",
  undo: "Rückgängig",
  reset: "Zurücksetzen",
  copyLink: "Link kopieren",
  linked: (isCopied) =>
    "In der Adresszeile steht jetzt ein Link zu diesen Zahlen" +
    (isCopied ? "; er ist auch kopiert." : "."),
  badLink: (what) =>
    `Aus dem Link lässt sich ${what} nicht verwenden; der bisherige Wert bleibt stehen.`,
  noNumber: "keine Zahl",
  refused: (name, found, expected, kept) =>
    `${name}: Hier steht ${found}, erwartet wird ${expected}; ${kept} bleibt stehen.`,
  atLimit: (name, number, expected) =>
    `${name}: ${number} ist die Grenze; erwartet wird ${expected}.`,
  otherContent: (path) => `${path} hat einen anderen Inhalt`,
  notLoaded: (path) => `${path} ließ sich nicht laden`,
  withoutModel: "diese Kopie kommt ohne das Modell",
  ended: "der Worker hat aufgehört",
  wholeNumber: (limit) => `eine ganze Zahl von ${limit}`,
  limit: ({ min, max }) => `${min} bis ${max}`,
  decimals: "Nachkommastellen",
  embeddings: "Embeddings X",
  editThese: "zum Ändern",
  embeddingOf: (word, feature) => `Embedding von ${word}, ${feature}`,
  nothingToSee: (word) => `${word} hat nichts, worauf es sehen könnte, also `,
};

export const quoted = (word) => `„${word}“`;

export const listed = (parts, gap = ", ") =>
  parts.length > 1 ? `${parts.slice(0, -1).join(gap)} und ${parts.at(-1)}` : (parts[0] ?? "");

export const capital = (text) => text.replace(/^./, (letter) => letter.toUpperCase());

// "1.", "12."
export const ordinal = (n) => `${n}.`;

// A word that the sentence has twice is told with its place: „the“ (4.).
export const wordName = (tokens, place) =>
  quoted(tokens[place]) +
  (tokens.filter((token) => token === tokens[place]).length > 1 ? ` (${ordinal(place + 1)})` : "");
