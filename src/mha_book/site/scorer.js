// How the site's search weighs what it finds; Sphinx puts this beside its own scripts.
globalThis.Scorer = {
  // A heading that has all that was typed, "page > heading", stands before pages that
  // have its words here and there; of two that weigh the same, a page that explains
  // stands before one that lists.
  score: ([page, title, , , score]) => {
    const heading = title.includes(" > ") ? 2 : 0;
    const lists = ["api", "glossary", "notation", "references"].includes(page) ? 1 : 0;
    return score + heading - lists;
  },

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
