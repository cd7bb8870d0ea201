// How the site's search weighs what it finds; Sphinx puts this beside its own scripts.
globalThis.Scorer = {
  // Of two that weigh the same, a page that explains stands before one that lists.
  score: ([page, , , , score]) =>
    ["api", "glossary", "notation", "references"].includes(page) ? score - 1 : score,

  // The package's functions and classes: before what only has their name in its text.
  objNameMatch: 14,
  objPartialMatch: 1,
  objPrio: {},
  objPrioDefault: 0,

  // A word of the search in a title or in the text, whole or in part.
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
