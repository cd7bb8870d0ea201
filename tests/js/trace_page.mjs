// The page of a trace without a browser: as much of a document as its script asks for.
import { readFileSync } from "node:fs";

const SCRIPT = readFileSync(new URL("../../src/mha/tracing/page.js", import.meta.url), "utf-8");

const classes = (list = new Set()) => ({
  add: (name) => list.add(name),
  remove: (name) => list.delete(name),
  toggle: (name, on) => list[on ? "add" : "delete"](name),
  contains: (name) => list.has(name),
});

// `found`: what its queries give, by selector.
const element = (found = {}, own = {}) => {
  const [attributes, listeners] = [new Map(), {}];
  const node = {
    classList: classes(),
    isAt: 0, // its upper edge
    querySelector: (selector) => node.querySelectorAll(selector)[0] ?? null,
    querySelectorAll: (selector) => [found[selector]].flat().filter(Boolean),
    getBoundingClientRect: () => ({ top: node.isAt }),
    setAttribute: (name, value) => attributes.set(name, value),
    removeAttribute: (name) => attributes.delete(name),
    getAttribute: (name) => attributes.get(name),
    addEventListener: (name, run) => (listeners[name] = run),
    fire: (name, event) => listeners[name]?.(event),
    closest: () => null,
    contains: (other) => node === other,
    focus: () => (node.hadFocus = true),
    blur: () => (node.hadFocus = false),
    scrollIntoView: () => (node.wasShown = true),
    ...own,
  };
  return node;
};

const articleOf = ({ id, name, find, shape, table }) => {
  const heading = element({}, { textContent: name });
  const form = shape && element({}, { textContent: shape });
  const found = { h2: heading, ".form b": form, ".tables, pre": table };
  return element(found, { id, heading, dataset: { find } });
};

// The script on a page of these parts, each {id, name, find, shape, table}: those whose id
// begins with "s" are steps, the others what it began with.
export const openPage = (parts, hash = "") => {
  const articles = parts.map(articleOf);
  const details = element({}, { open: false });
  const links = parts.map(({ id }) => {
    const isStep = id.startsWith("s");
    const item = { hidden: false };
    const closest = (what) => (what === "details" && !isStep ? details : null);
    return element({}, { hash: `#${id}`, parentElement: item, closest, isStep });
  });
  const first = () => links.find((one) => !one.isStep && !one.parentElement.hidden);
  details.querySelector = (what) => (what === "li:not([hidden])" && first() ? {} : null);
  const nav = element({ details, a: links }, { contains: (one) => links.includes(one) });
  const ids = ["find", "said", "back", "next"];
  const byId = Object.fromEntries(ids.map((id) => [id, element()]));
  const [bar, body, window] = [element({}, { hidden: true }), element(), element()];
  const document = element({ ".bar": bar, nav, article: articles });
  Object.assign(document, { body, getElementById: (id) => byId[id] });
  const location = {
    at: hash,
    get hash() {
      return this.at;
    },
    set hash(to) {
      this.at = to.startsWith("#") ? to : `#${to}`; // as browsers do
    },
  };
  const history = { replaceState: (_state, _title, to) => (location.hash = to) };
  let notice; // what runs when the words that are said have changed
  const Observer = class {
    constructor(run) {
      notice = run;
    }
    observe() {}
  };
  const given = { document, location, history, MutationObserver: Observer };
  Object.assign(given, { addEventListener: window.addEventListener });
  new Function(...Object.keys(given), SCRIPT)(...Object.values(given));

  const press = (key, { target = body, ...held } = {}) => {
    const event = { key, target, ...held, preventDefault: () => (event.isTaken = true) };
    if (target === byId.find) byId.find.fire("keydown", event);
    document.fire("keydown", event);
    return Boolean(event.isTaken);
  };
  const search = (text) => ((byId.find.value = text), byId.find.fire("input", {}));
  const go = (to) => ((location.hash = to), window.fire("hashchange", {}));
  const now = () => articles.filter((one) => one.classList.contains("now")).map(({ id }) => id);
  const listed = () => parts.filter((_, k) => !links[k].parentElement.hidden).map(({ id }) => id);
  const marked = () =>
    parts.filter((_, k) => links[k].getAttribute("aria-current")).map(({ id }) => id);
  const said = () => byId.said.textContent;
  const resize = () => window.fire("resize", {});
  const acts = { press, search, go, now, listed, marked, said, resize, notice };
  return { ...byId, articles, links, nav, details, bar, body, location, ...acts };
};
