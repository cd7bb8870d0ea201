// Parts of which one is open: a row of tabs, with one Tab stop, in which arrow keys move.
import { el, freshId, show } from "../shared/dom.js";
import { move } from "../shared/grid.js";

// `parts` is a list of [name, title, node]; `onopen(name)` runs when a tab is reached.
export const tabsOf = (label, parts, onopen) => {
  const stem = freshId("tabs");
  const tabs = parts.map(([name, title]) => {
    const ids = { id: `${stem}-${name}`, "aria-controls": `${stem}-${name}-panel` };
    const open = () => onopen(name);
    return el(
      "button",
      { type: "button", role: "tab", ...ids, onfocus: open, onclick: open },
      title,
    );
  });
  const panels = parts.map(([name, , node]) => {
    const ids = { id: `${stem}-${name}-panel`, "aria-labelledby": `${stem}-${name}` };
    return el("div", { role: "tabpanel", class: "mha-part", "data-part": name, ...ids }, node);
  });
  const onkeydown = (event) => move(event, [tabs]);
  const list = el("div", { role: "tablist", class: "mha-tabs", "aria-label": label, onkeydown });
  list.append(...tabs);
  const refill = (open) =>
    parts.forEach(([name], k) => {
      tabs[k].setAttribute("aria-selected", String(name === open));
      tabs[k].tabIndex = name === open ? 0 : -1;
      show(panels[k], name === open);
    });
  return { list, panels, refill };
};
