// German: what MapExplorer says of a comparison. What each export is stands in compare_words.js.
import { capital, listed, quoted } from "../shared/words.js";

export const sayAlike = ({ other, hasSameSums, by }) => {
  const same = [
    !other && "Formen",
    hasSameSums && "Zeilensummen",
    by === null && "Ausgaben",
  ].filter(Boolean);
  const others = [
    by !== null && `die Ausgaben sind bis zu ${by} auseinander`,
    !hasSameSums && "die Zeilensummen sind andere",
    other && `nur eins von beiden hat ${other}`,
  ].filter(Boolean);
  const alike = listed(same) && `${listed(same)} sind gleich`;
  return `${capital([alike, listed(others)].filter(Boolean).join("; "))}.`;
};

export const FIRST = (number, before, after) =>
  `Die erste hat einen Ring: ${number}, von ${before} zu ${after}.`;

export const BARS = "Je länger ihr Balken, desto weiter hat sich eine Zahl bewegt.";

export const SHOWS = {
  causal: () => "der kausalen Maske",
  num_heads: (heads) => (heads === 1 ? "einem Kopf" : "zwei Köpfen"),
  text: (what) => ` Er zeigt sich mit ${what}.`,
};

export const FAULT = {
  title: (title) => `Mit dem Fehler ${quoted(title)}`,
  untitled: "Es",
  none: (common) => `bewegt sich keine von ${common} Zahlen.`,
  some: (changed, common) => `bewegen sich ${changed} von ${common} Zahlen.`,
  there: (number) => `Mit dem Fehler ist es ${number}.`,
  same: "Mit dem Fehler ist es dasselbe.",
};

export const KEPT = {
  none: (common) => `Keine von ${common} Zahlen ist anders als in dem, was du behalten hast.`,
  some: (changed, common) =>
    `${changed} von ${common} Zahlen sind anders als in dem, was du behalten hast.`,
  there: (number) => `In dem, was du behalten hast, war es ${number}.`,
  same: "In dem, was du behalten hast, war es dasselbe.",
  absent: "Was du behalten hast, hat keine solche Zahl.",
};
