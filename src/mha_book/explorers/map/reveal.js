// Brings what a step makes into the part of the window that is free, where it is not.
import { box } from "../shared/dom.js";

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

// A function that does so, for the area that holds the picture.
export const revealer = (area) => {
  const anchor = box("anchor"); // stands over what is to be seen
  area.append(anchor);
  return () => {
    if (!area.querySelector(".mha-now")) return;
    const above = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    const below = area.closest(".mha-explorer").querySelector(".mha-foot").offsetHeight;
    const [start, end] = [above || 0, innerHeight - below];
    const { top, bottom } = madeSpan(area, end - start);
    if (top >= start && bottom <= end) return;
    anchor.style.top = `${top - area.getBoundingClientRect().top}px`;
    anchor.style.height = `${bottom - top}px`;
    anchor.style.scrollMarginBottom = `${below}px`;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const block = bottom - top <= end - start ? "center" : "start";
    anchor.scrollIntoView({ block, behavior: isCalm ? "auto" : "smooth" });
  };
};
