// A chapter's title comes with its number, in markup.
const NUMBER = /<span class="section-number">.*?<\/span>/;

// A hit with its section: Sphinx says it of headings, and of the index's entries not.
const nameHit = (page, title, anchor) => {
  const [name, section] = title.replace(NUMBER, "").split(" > ");
  // oxlint-disable-next-line no-underscore-dangle -- Sphinx's own: see private.py
  const { alltitles, docnames } = Search._index;
  const term = anchor.match(/^#term-(.+)/)?.[1].replaceAll("-", " ");
  const isHere = ([file, id]) => docnames[file] === page && `#${id}` === anchor;
  const around = () => Object.keys(alltitles).find((heading) => alltitles[heading].some(isHere));
  const found = section ?? term ?? (anchor && around());
  return found && found !== name ? `${name} > ${found}` : name;
};

// How the site's search weighs what it finds; Sphinx puts this beside its own scripts.
globalThis.Scorer = {
  // A heading that has all that was typed, "page > heading", stands before pages that
  // have its words here and there; of two that weigh the same, a page that explains
  // stands before one that lists.
  score: (hit) => {
    const [page, title, anchor, , score] = hit;
    hit[1] = nameHit(page, title, anchor);
    const isOwn = !hit[1].includes(" > "); // the page's own heading
    const heading = title.includes(" > ") ? 2 - isOwn : 0;
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
