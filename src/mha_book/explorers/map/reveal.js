// Brings what a step makes, or a number that is read, into the part of the window that is free,
// where it is not.
import { box } from "../shared/dom.js";
import { coveredAbove, isCalm } from "../shared/sight.js";

const spanOf = (nodes) => {
  const all = nodes.map((node) => node.getBoundingClientRect());
  const [top, bottom] = [all.map((each) => each.top), all.map((each) => each.bottom)];
  return { top: Math.min(...top), bottom: Math.max(...bottom) };
};

const headOf = ({ dataset }) => dataset.name.match(/\d*$/)[0];
const kindOf = ({ dataset }) => dataset.name.replace(/\d*$/, "");

const tilesWith = (area, mark) => [...area.querySelectorAll(`.mha-tile:has(.mha-${mark})`)];

// Of what has changed, what comes last: the same table of each head.
const lastChanged = (area) => {
  const tiles = tilesWith(area, "changed");
  const last = tiles.at(-1);
  return tiles.filter((tile) => kindOf(tile) === kindOf(last));
};

// All of these, or, where they are taller than that, those of the first head.
const spanWithin = (tiles, height) => {
  const all = spanOf(tiles);
  if (all.bottom - all.top <= height) return all;
  return spanOf(tiles.filter((tile) => headOf(tile) === headOf(tiles[0])));
};

// The part of the window that neither the page's head covers, nor the steps while they stay in
// sight, nor what is said.
const freeSpan = (area) => {
  const explorer = area.closest(".mha-explorer");
  const head = coveredAbove();
  const row = explorer.querySelector(".mha-steps");
  const steps = getComputedStyle(row).position === "sticky" ? row.offsetHeight : 0;
  const below = explorer.querySelector(".mha-foot").offsetHeight;
  return { start: head + steps, end: innerHeight - below, steps, below };
};

const MARGIN = 8; // px

// Scrolls as little as it needs to.
export const clear = (area, node) => {
  const { start, end } = freeSpan(area);
  const { top, bottom } = node.getBoundingClientRect();
  const by = Math.max(bottom + MARGIN - end, 0) || Math.min(top - MARGIN - start, 0);
  if (!by) return;
  scrollBy({ top: by, behavior: "instant" });
  // What is said need not give way any more, and does not wait for the scroll to be told of.
  area.closest(".mha-explorer").querySelector(".mha-foot").style.bottom = "";
};

const ROOM = 56; // px: what says that a task is done comes later

// What shows tables of the picture that this area holds.
export const revealer = (area) => {
  const anchor = box("anchor"); // stands over what is to be seen
  area.append(anchor);
  const reveal = (tiles, place, room = 0) => {
    if (!tiles.length) return;
    const { start, end, steps, below } = freeSpan(area);
    const { top, bottom } = spanWithin(tiles, end - start);
    if (top >= start && bottom <= end) return;
    anchor.style.top = `${top - area.getBoundingClientRect().top}px`;
    anchor.style.height = `${bottom - top}px`;
    anchor.style.scrollMarginBottom = `${below + room}px`;
    anchor.style.scrollMarginTop = `${steps + MARGIN}px`;
    const block = bottom - top <= end - start ? place : "start";
    anchor.scrollIntoView({ block, behavior: isCalm() ? "auto" : "smooth" });
  };
  // What a step makes; and what a switch has changed, or what a task asks for there, with as
  // much as can be of the switch.
  const step = () => reveal(tilesWith(area, "now"), "center");
  const change = (asked) => {
    const tile = asked && area.querySelector(`[data-name="${asked}"]`);
    const isThere = tile && !tile.querySelector(".mha-later");
    reveal(isThere ? [tile] : lastChanged(area), "nearest", ROOM);
  };
  return { step, change };
};
