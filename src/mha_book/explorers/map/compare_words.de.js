// German: what MapExplorer says of a comparison. What each export is stands in compare_words.js.
import { quoted } from "../shared/words.js";

export const WHOLE = {
  shapes: (isSame) => (isSame ? "Dieselben Formen" : "Andere Tabellen unterwegs"),
  sums: (isSame) => (isSame ? "dieselben Zeilensummen" : "andere Zeilensummen"),
  outputs: (by) => (by === null ? "dieselben Ausgaben" : `Ausgaben bis zu ${by} auseinander`),
};

export const FIRST = (number, before, after) =>
  `Die erste hat einen Ring: ${number}, von ${before} zu ${after}.`;

export const SHOWS = {
  causal: () => "der kausalen Maske",
  num_heads: (heads) => (heads === 1 ? "einem Kopf" : "zwei Köpfen"),
  text: (what) => ` Er zeigt sich mit ${what}.`,
};

export const FAULT = {
  title: (title) => `Mit dem Fehler ${quoted(title)}`,
  none: (common) => `bewegt sich keine von ${common} Zahlen.`,
  some: (changed, common) =>
    `bewegen sich ${changed} von ${common} Zahlen; je länger ein Balken, desto weiter.`,
  there: (number) => `Mit dem Fehler ist es ${number}.`,
  same: "Mit dem Fehler ist es dasselbe.",
};

export const KEPT = {
  title: "Verglichen mit dem, was du behalten hast,",
  none: (common) => `ist keine der ${common} Zahlen anders, die beide haben.`,
  some: (changed, common) =>
    `sind ${changed} der ${common} Zahlen anders, die beide haben; je länger ein Balken, desto weiter.`,
  there: (number) => `In dem, was du behalten hast, war es ${number}.`,
  same: "In dem, was du behalten hast, war es dasselbe.",
  absent: "Was du behalten hast, hat keine solche Zahl.",
};
