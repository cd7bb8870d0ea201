// On paper a link leads nowhere. So a small number stands behind each whose words do not name
// its page, and a list at the end says what these lead to: titles of this book, and addresses.
// Beside it stand the works that are cited, which a screen shows on a page of their own.
(() => {
  const SILENT =
    "svg *, nav *, .headerlink, .bibtex-citation *, .mha-here-map *, .mha-mount *, .mha-on-screen *";
  const NUMBERED = /^(\w+ )?\d+$/; // "page 6" names it, as a title does
  const NUMBER = /^(\d+)\. /;
  const REPORT = / (PR )?#(?=\d+$)/; // "owner/name #6" is the address of an issue

  const said = (node) => node.textContent.trim().replace(/\s+/g, " ");
  const file = ({ origin, pathname }) => origin + pathname;

  // The titles of the book's pages, as the list beside each page has them.
  const readTitles = () => {
    const links = document.querySelectorAll("nav.bd-links a.internal");
    return new Map([...links].map((link) => [file(link), said(link)]));
  };
  const isNamed = (words, title) =>
    NUMBERED.test(words) || title.replace(NUMBER, "").startsWith(words);

  // What a link leads to, where its words do not say it; else "".
  const goalOf = (link, titles) => {
    const words = said(link);
    if (!words || link.matches(SILENT) || file(link) === file(location)) return "";
    const title = titles.get(file(link));
    if (title) return isNamed(words, title) ? "" : title.replace(NUMBER, "page $1: ");
    const isElsewhere = link.origin !== location.origin && link.protocol.startsWith("http");
    const address = words.replace(REPORT, "/issues/");
    return isElsewhere && !link.href.includes(address) ? link.href.replace(/^https?:\/\//, "") : "";
  };

  const make = (element, name, ...parts) => {
    const made = Object.assign(document.createElement(element), { className: name });
    made.append(...parts);
    return made;
  };

  // Where the page stands: "" for one that nobody else can open.
  const placeOf = ({ protocol, hostname, host, pathname }) =>
    !protocol.startsWith("http") || /^(localhost$|127\.|\[)/.test(hostname) ? "" : host + pathname;

  // The works that a page cites, each once.
  const worksOf = (page) => {
    const links = page.querySelectorAll(".bibtex-citation a[title]");
    return [...new Set([...links].map(({ title }) => title))].toSorted();
  };

  const listOf = (name, kind, items) =>
    items.length
      ? [make("p", "", name), make(kind, "", ...items.map((one) => make("li", "", one)))]
      : [];

  // What is said at the end.
  const endOf = (goals, works, place) => [
    ...listOf("Works cited", "ul", works),
    ...listOf("Where the links lead", "ol", goals),
    ...(place ? [make("p", "", `This page is at ${place}`)] : []),
  ];

  // The last section of a page. A browser takes words along to a list's sheet only from the
  // element that the list stands in.
  const findEnd = (place) =>
    place.lastElementChild?.matches("section") ? findEnd(place.lastElementChild) : place;

  // Puts numbers and list into a page, and returns what takes them out again. A printed book,
  // whose links have the numbers of its pages, asks for the addresses alone.
  globalThis.mhaPaperLinks = (page, reach = "all") => {
    const [goals, titles] = [new Map(), readTitles()];
    for (const link of page.querySelectorAll("a[href]")) {
      const isNear = titles.has(file(link));
      const goal = reach === "far" && isNear ? "" : goalOf(link, titles);
      if (goal && !goals.has(goal)) goals.set(goal, goals.size + 1);
      if (goal) link.after(make("sup", "mha-goal", goals.get(goal)));
    }
    const isAlone = reach !== "far"; // a printed book has its references
    const works = isAlone ? worksOf(page) : [];
    const end = endOf([...goals.keys()], works, isAlone ? placeOf(location) : "");
    if (end.length) findEnd(page).append(make("aside", "mha-goals", ...end));
    return () => page.querySelectorAll(".mha-goal, .mha-goals").forEach((node) => node.remove());
  };
  addEventListener("beforeprint", ({ detail }) => {
    const page = document.querySelector("article.bd-article");
    const remove = globalThis.mhaPaperLinks(page, detail);
    addEventListener("afterprint", remove, { once: true });
  });
})();
