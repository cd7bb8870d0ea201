// The listings that a reader writes on a page: one at a time, each run and checked here.
import { el, write } from "../explorers/shared/dom.js";
import { marked } from "../exercises/given.js";
import { CHANGED, openStore } from "../exercises/store.js";
import { panel } from "./panel.js";
import { isHere } from "./python.js";
import { SAID } from "./words.js";

// What a browser keeps of a listing stands beside its page's exercises.
const keyOf = ({ name }) => `write ${name}`;

const render = ({ model, el: host }) => {
  const [page, parts, total] = ["page", "parts", "total"].map((name) => model.get(name));
  const frame = (...content) =>
    el(
      "section",
      { class: "mha-exercises mha-editor", "aria-label": model.get("label") },
      ...content,
    );
  if (!isHere()) {
    host.append(frame(...parts.map((part) => el("p", {}, ...marked(SAID.elsewhere(part.name))))));
    return () => host.replaceChildren();
  }
  const store = openStore(() => globalThis.localStorage);
  const slot = el("div");
  let current = null;
  const isSolved = (part) => store.get(page, keyOf(part)).solved === true;
  const update = () => {
    tabs.forEach((tab, place) => {
      const done = isSolved(parts[place]);
      tab.classList.toggle("mha-done", done);
      tab.setAttribute("aria-current", String(place === current?.place));
      write(tab, done ? `${parts[place].name} ✓` : parts[place].name);
    });
    dispatchEvent(new Event(CHANGED));
  };
  const open = (place) => {
    current?.close();
    const part = parts[place];
    const keep = (values) => {
      const news = values.solved && !isSolved(part);
      store.put(page, keyOf(part), values, total);
      if (news) update();
    };
    const made = panel(part, store.get(page, keyOf(part)), keep, model.get("palette").weights);
    current = { place, close: made.close };
    slot.replaceChildren(made.node);
    update();
  };
  const tabs = parts.map(({ name }, place) =>
    el("button", { type: "button", onclick: () => open(place) }, name),
  );
  const nav = el("nav", { "aria-label": "Listings of this page" }, ...tabs);
  host.append(frame(nav, slot));
  open(
    Math.max(
      parts.findIndex((part) => !isSolved(part)),
      0,
    ),
  );
  return () => {
    current.close();
    host.replaceChildren();
  };
};

export default { render };
