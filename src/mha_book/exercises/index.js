// The exercises of a page: one at a time, with how many are solved.
import { box, el, write } from "../explorers/shared/dom.js";
import { panel } from "./panel.js";
import { save } from "./save.js";
import { CHANGED, openStore } from "./store.js";
import { STORE, sayProgress } from "./kept_words.js";

const render = ({ model, el: host }) => {
  const [page, exercises] = [model.get("page"), model.get("exercises")];
  const store = openStore(() => globalThis.localStorage);
  const slot = box("slot");
  const counted = el("summary");
  const notice = el("p", { class: "mha-note", role: "status" });
  let current = 0;

  const names = new Set(exercises.map(({ name }) => name));
  const solved = () => store.solved(page).filter((name) => names.has(name));
  const open = (place) => {
    current = place;
    const { name } = exercises[place];
    const keep = (values) => (store.put(page, name, values, model.get("total")), update());
    slot.replaceChildren(panel(exercises[place], store.get(page, name), keep));
    update();
  };
  const tabs = exercises.map((exercise, place) =>
    el("button", { type: "button", onclick: () => open(place) }, String(place + 1)),
  );
  const update = () => {
    const done = new Set(solved());
    tabs.forEach((tab, place) => {
      const { name, title } = exercises[place];
      tab.classList.toggle("mha-done", done.has(name));
      tab.setAttribute("aria-current", String(place === current));
      tab.setAttribute("aria-label", `${place + 1}, ${title}${done.has(name) ? ", solved" : ""}`);
      write(tab, done.has(name) ? `${place + 1} ✓` : String(place + 1));
    });
    write(counted, sayProgress(done.size, exercises.length));
    dispatchEvent(new Event(CHANGED));
    write(notice, STORE[store.notice() || "kept"]);
  };
  const forget = () => {
    if (!confirm(STORE.sure)) return;
    store.forget();
    open(current);
  };
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);
  const kept = el(
    "details",
    { class: "mha-kept" },
    counted,
    notice,
    box(
      "buttons",
      button("Export", () => save(store.asText())),
      button("Reset", forget),
    ),
  );
  const nav = el("nav", { "aria-label": "Exercises of this page" }, ...tabs);
  const content = [nav, slot, kept];
  host.append(
    el("section", { class: "mha-exercises", "aria-label": model.get("label") }, ...content),
  );
  open(
    Math.max(
      exercises.findIndex(({ name }) => !solved().includes(name)),
      0,
    ),
  );
  kept.open = store.notice() === "damaged";
  addEventListener("storage", update); // another tab has written
  return () => {
    removeEventListener("storage", update);
    host.replaceChildren();
  };
};

export default { render };
