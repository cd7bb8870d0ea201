// How far a reader is, wherever a page names another: on the index, its cards, the contents.
import { el, write } from "../explorers/shared/dom.js";
import { CHANGED, openStore } from "./store.js";
import { save } from "./save.js";
import { STORE, sayAll, sayShort, saySolved } from "./kept_words.js";

const LINKS = "nav.bd-links a.internal, .mha-chapters .sd-card-title a";

const pageOf = (link) =>
  new URL(link.href).pathname
    .split("/")
    .pop()
    .replace(/\.html$/, "");

// Says beside a link how many of its page's exercises are solved; nothing, where none is.
const mark = (link, done, all) => {
  const place = link.closest(".sd-card-title") ?? link;
  const old = place.querySelector(".mha-solved");
  if (!done) return old?.remove();
  const node = old ?? place.appendChild(el("span", { class: "mha-solved" }));
  node.title = saySolved(done, all);
  node.setAttribute("aria-label", node.title);
  node.setAttribute("role", "img");
  write(node, sayShort(done, all));
};

const start = () => {
  const store = openStore(() => globalThis.localStorage);
  const host = document.querySelector(".mha-progress");
  const totals = host ? JSON.parse(host.dataset.exercises) : {};
  const of = (page) => totals[page] ?? store.total(page);
  // An old store may have exercises that the page has no more.
  const done = (page) => Math.min(store.solved(page).length, of(page));
  const line = el("span", { role: "status" });
  const update = () => {
    for (const link of document.querySelectorAll(LINKS)) {
      const page = pageOf(link);
      mark(link, done(page), of(page));
    }
    const solved = Object.keys(totals).map(done);
    const all = Object.values(totals).reduce((a, b) => a + b, 0);
    const said = sayAll(
      solved.reduce((a, b) => a + b, 0),
      all,
    );
    const notice = store.notice();
    write(line, notice ? `${STORE[notice]} ${said}` : said);
  };
  const forget = () => {
    if (!confirm(STORE.sure)) return;
    store.forget();
    update();
  };
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);
  host?.replaceChildren(
    line,
    button("Export", () => save(store.asText())),
    button("Reset", forget),
  );
  update();
  for (const event of [CHANGED, "storage"]) addEventListener(event, update);
};

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();

export default start;
