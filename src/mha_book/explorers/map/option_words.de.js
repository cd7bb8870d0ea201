// German: what MapExplorer says of its switches. What each export is stands in option_words.js.

export const COMPARISONS = {
  "": "nichts",
  num_heads: "der Anzahl der Köpfe",
  design: "dem Entwurf",
  causal: "der kausalen Maske",
  placed: "den Positionen",
};

const OTHERWISE = {
  num_heads: (n) => (n === 2 ? "mit einem Kopf" : "mit zwei Köpfen"),
  design: (design) => (design === "split" ? "mit dem Wrapper" : "mit dem Gewichte-Teilen"),
  causal: (on) => (on ? "ohne Maske" : "mit der kausalen Maske"),
  placed: (on) => (on ? "ohne Positionen" : "mit Positionen"),
};

export const SET = {
  options: "Optionen ",
  heads: "Köpfe",
  design: "Entwurf",
  compare: "Zeigen, was abhängt von",
  also: "Einschalten",
  designs:
    "Wrapper: eine Schleife über Köpfe; Gewichte-Teilen: ein Produkt, danach in Köpfe geschnitten",
  causal: "kausale Maske",
  placed: "Positionen",
};
export const COUNTS = { 1: "einer", 2: "zwei" };
export const DESIGNS = { wrapper: "Wrapper", split: "Gewichte-Teilen" };

export const sayOptions = ({ num_heads, design, causal, placed }) =>
  [
    num_heads === 2 ? "zwei Köpfe" : "ein Kopf",
    design === "split" && DESIGNS.split,
    causal ? "kausale Maske" : "keine Maske",
    placed ? "Positionen" : "keine Positionen",
  ]
    .filter(Boolean)
    .join(", ");

export const MORE = { more: "Mehr sagen", less: "Weniger sagen" };

export const KEEP = {
  begin: "Das zum Vergleich behalten",
  end: "Den Vergleich beenden",
  fault: "oder mit einem bekannten Fehler vergleichen",
  none: "keiner",
  first: "Zur ersten, die sich bewegt hat",
  numbers: "Zeigen",
  faulty: ["richtig", "fehlerhaft"],
  kept: ["jetzt", "behalten"],
  with: (options) => `Behalten: ${options}`,
};

export const sayChange = (inputs, { common, changed }, from) => {
  const { compare } = inputs;
  if (!compare) return "";
  const otherwise = OTHERWISE[compare](inputs[compare]);
  return changed.size
    ? `Punkte, ab Schritt ${from}: ${changed.size} von ${common} Zahlen sind ${otherwise} anders.`
    : `Keine von ${common} Zahlen ist ${otherwise} anders.`;
};

export const WRONG_CUTS = "zeigen, wie man falsch in zwei Köpfe schneidet";
export const OUTPUT = "Ausgabe";
export const CUT_NAMES = {
  right: "Richtig: projizieren, dann jedem Kopf seine Spalten geben",
  sliced: "Falsch: die Eingabe schneiden, jeden Teil projizieren",
  untransposed: "Falsch: reshape ohne das transpose",
};

export const countWrong = (count, of) =>
  count ? `${count} von ${of} Zahlen sind falsch` : `${of} Zahlen, wie auf der Karte`;
