// BERT's tokenizer: a text is cleaned, cut into words, and each word into the longest pieces
// that the vocabulary has. Equal to the library's; no page.

const SPECIAL = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const LONGEST = 100; // letters of a word that is cut at all
const INSIDE = "##"; // before a piece that does not begin its word

// What is no character to read, and what counts as a space.
const REMOVED = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const SPACE = /\p{White_Space}/gu;
const HAN =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
const ACCENT = /\p{Mn}/gu;
const PUNCTUATION = /([!-/:-@[-`{-~\p{P}])/u;

// Each letter by itself: the library does not look at those beside it.
const lower = (text) => [...text].map((letter) => letter.toLowerCase()).join("");

const clean = (text) => {
  const spaced = text.replace(REMOVED, "").replace(SPACE, " ").replace(HAN, " $& ");
  return lower(spaced.normalize("NFD").replace(ACCENT, ""));
};

const wordsOf = (text) =>
  clean(text)
    .split(" ")
    .flatMap((word) => word.split(PUNCTUATION))
    .filter(Boolean);

// The longest piece first; null where the vocabulary has none for a rest.
const piecesOf = (word, numbers) => {
  const letters = [...word];
  if (letters.length > LONGEST) return null;
  const pieces = [];
  for (let from = 0; from < letters.length;) {
    const before = from ? INSIDE : "";
    let to = letters.length;
    while (to > from && !numbers.has(before + letters.slice(from, to).join(""))) to -= 1;
    if (to === from) return null;
    pieces.push(before + letters.slice(from, to).join(""));
    from = to;
  }
  return pieces;
};

// `words` is the vocabulary, a word a line. Gives a function: text -> {tokens, ids}.
export const wordPiece = (words) => {
  const numbers = new Map(words.split("\n").map((word, id) => [word, id]));
  const cut = (part) =>
    SPECIAL.test(part)
      ? [part]
      : wordsOf(part).flatMap((word) => piecesOf(word, numbers) ?? ["[UNK]"]);
  return (text) => {
    const tokens = ["[CLS]", ...text.split(SPECIAL).flatMap(cut), "[SEP]"];
    return { tokens, ids: tokens.map((token) => numbers.get(token)) };
  };
};
