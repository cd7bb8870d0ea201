// Brings what a step makes, or a number that is read, into the part of the window that is free,
// where it is not.
import { box } from "../shared/dom.js";
import { isCalm } from "../shared/sight.js";

const spanOf = (nodes) => {
  const all = nodes.map((node) => node.getBoundingClientRect());
  const [top, bottom] = [all.map((each) => each.top), all.map((each) => each.bottom)];
  return { top: Math.min(...top), bottom: Math.max(...bottom) };
};

const headOf = ({ dataset }) => dataset.name.match(/\d*$/)[0];

// All that a step makes, or, where it is taller than that, what it makes in the first head.
const madeSpan = (area, height) => {
  const tiles = [...area.querySelectorAll(".mha-tile:has(.mha-now)")];
  const all = spanOf(tiles);
  if (all.bottom - all.top <= height) return all;
  return spanOf(tiles.filter((tile) => headOf(tile) === headOf(tiles[0])));
};

// The part of the window that neither the page's head covers, nor the steps while they stay in
// sight, nor what is said.
const freeSpan = (area) => {
  const explorer = area.closest(".mha-explorer");
  const head = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const top = explorer.querySelector(".mha-map-top");
  const steps = getComputedStyle(top).position === "sticky" ? top.offsetHeight : 0;
  const below = explorer.querySelector(".mha-foot").offsetHeight;
  return { start: head + steps, end: innerHeight - below, steps, below };
};

const MARGIN = 8; // px

// Scrolls as little as it needs to.
export const clear = (area, node) => {
  const { start, end } = freeSpan(area);
  const { top, bottom } = node.getBoundingClientRect();
  const by = Math.max(bottom + MARGIN - end, 0) || Math.min(top - MARGIN - start, 0);
  if (by) scrollBy({ top: by, behavior: "instant" });
};

// A function that shows what a step makes, for the area that holds the picture.
export const revealer = (area) => {
  const anchor = box("anchor"); // stands over what is to be seen
  area.append(anchor);
  return () => {
    if (!area.querySelector(".mha-now")) return;
    const { start, end, steps, below } = freeSpan(area);
    const { top, bottom } = madeSpan(area, end - start);
    if (top >= start && bottom <= end) return;
    anchor.style.top = `${top - area.getBoundingClientRect().top}px`;
    anchor.style.height = `${bottom - top}px`;
    anchor.style.scrollMarginBottom = `${below}px`;
    anchor.style.scrollMarginTop = `${steps}px`;
    const block = bottom - top <= end - start ? "center" : "start";
    anchor.scrollIntoView({ block, behavior: isCalm() ? "auto" : "smooth" });
  };
};
