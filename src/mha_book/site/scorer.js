// A chapter's title comes with its number, in markup.
const NUMBER = /<span class="section-number">.*?<\/span>/;

// What is asked for, as it was typed and as the stems of its words. Sphinx tells a scorer
// of hits alone, but it lets a language split a query, and so passes it by here.
let [typed, asked] = ["", new Set()];
const split = (text) => text.match(/[\p{Letter}\p{Number}_\p{Emoji_Presentation}]+/gu) ?? [];
const stem = (text) => {
  const stemmer = new Stemmer();
  const words = split(text.toLowerCase()).filter((word) => !/^\d+$/.test(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
};
globalThis.splitQuery = (query) => {
  typed = query.trim().toLowerCase();
  asked = stem(
    split(typed)
      .filter((word) => !stopwords.includes(word))
      .join(" "),
  );
  return split(query);
};

// The headings of each page, with the stems of their words.
const readHeadings = () => {
  // oxlint-disable-next-line no-underscore-dangle -- Sphinx's own: see private.py
  const { alltitles, docnames } = Search._index;
  const pages = {};
  for (const [heading, places] of Object.entries(alltitles)) {
    const stems = stem(heading);
    for (const [file, id] of places) {
      (pages[docnames[file]] ??= []).push({ heading, id, stems });
    }
  }
  return pages;
};
let headings = null;

// The heading of a page that has most of what is asked for, and its share of it; of two
// that have as much, the page's own.
const nearest = (page, title) => {
  headings ??= readHeadings();
  let best = { share: 0, isTitle: false };
  for (const one of headings[page] ?? []) {
    const share = [...asked].filter((word) => one.stems.has(word)).length / asked.size;
    const isTitle = one.heading === title.replace(NUMBER, "");
    if (share > best.share || (share === best.share && isTitle)) {
      best = { ...one, share, isTitle };
    }
  }
  return best;
};

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
  // have its words here and there, and these by how many of them stand in one heading,
  // to which the hit then leads; of two that weigh the same, a page that explains
  // stands before one that lists.
  score: (hit) => {
    const [page, title, anchor, , score] = hit;
    const isLoose = asked.size > 1 && !anchor; // several words, somewhere on a page
    const near = isLoose ? nearest(page, title) : { share: anchor ? 1 : 0, isTitle: false };
    const place = near.share === 1 && near.id && !near.isTitle ? `#${near.id}` : anchor;
    hit[1] = nameHit(page, title, place);
    hit[2] = place;
    const isOwn = !hit[1].includes(" > "); // the page's own heading
    const heading = title.includes(" > ") ? 2 - isOwn : 0;
    const lists = ["api", "glossary", "notation", "questions", "references"].includes(page) ? 1 : 0;
    const isAbout = near.isTitle && near.share === 1;
    const isSaid = isAbout && near.heading.toLowerCase().includes(typed);
    return score + heading + 6 * near.share ** 2 + isAbout + isSaid - lists;
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

// What stands below a hit, around the words that were asked for: of a term its meaning, and of
// a page nothing that only lists what is on it.
const ASIDE =
  ".headerlink, script, style, #jb-print-docs-body, .mha-jumps, .mha-here-map, .mha-letters";
Search.htmlToText = (html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const part of page.querySelectorAll(ASIDE)) part.remove();
  const place = anchor && page.getElementById(decodeURIComponent(anchor.slice(1)));
  let meaning = place?.tagName === "DT" ? place : null;
  while (meaning && meaning.tagName !== "DD") meaning = meaning.nextElementSibling;
  if (meaning) return `${place.textContent}: ${meaning.textContent.trim()}`;
  return (place || page.querySelector("article")).textContent;
};

// Sphinx writes how much was found where no screen reader listens.
const search = Search.performSearch;
Search.performSearch = (query) => {
  search(query);
  const { status } = Search;
  const said = status.textContent; // at once, where nothing was found
  status.setAttribute("role", "status");
  status.textContent = "";
  if (said) setTimeout(() => (status.textContent = said), 100);
};
