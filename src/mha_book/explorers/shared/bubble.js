// Where a short message stands beside a field: where it hides least of what is read, and near.

import { range } from "./arrays.js";

const GAP = 4; // px
const EDGE = 8;
const SOLID = ":is(td,input,button,select,canvas)";

// The boxes of all words around, and of what is no text.
const boxesOf = (around, message) => {
  const boxes = [...around.querySelectorAll(SOLID)].map((node) => node.getBoundingClientRect());
  const words = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
  const letters = document.createRange();
  while (words.nextNode()) {
    if (message.contains(words.currentNode) || !words.currentNode.data.trim()) continue;
    letters.selectNode(words.currentNode);
    boxes.push(...letters.getClientRects());
  }
  return boxes.filter(({ width, height }) => width * height > 0);
};

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

// How far a box is from another, across and down.
const distance = (a, b) =>
  Math.max(0, a.left - b.right, b.left - a.right) + Math.max(0, a.top - b.bottom, b.top - a.bottom);

const span = (from, to, step) =>
  range(Math.max(Math.floor((to - from) / step) + 1, 0)).map((k) => from + k * step);

const STEP = 6; // px

// All places inside the explorer, as far as it is in the window.
const placesIn = (frame, width, height) => {
  const [top, bottom] = [Math.max(frame.top, 0), Math.min(frame.bottom, innerHeight)];
  const lefts = span(frame.left + EDGE, frame.right - EDGE - width, STEP);
  return span(top + GAP, bottom - GAP - height, STEP).flatMap((y) =>
    lefts.map((x) => ({ left: x, top: y, right: x + width, bottom: y + height })),
  );
};

const FAR = 30; // px² of words that are worth a px of distance

// Puts a message near its field, inside the explorer that holds both.
export const standBeside = (message, field) => {
  const around = message.parentNode;
  message.style.left = 0; // as wide as it may be
  const [frame, at] = [around, field].map((node) => node.getBoundingClientRect());
  const taken = boxesOf(around, message);
  const hides = (place) => taken.reduce((sum, box) => sum + overlap(place, box), 0);
  const places = placesIn(frame, message.offsetWidth, message.offsetHeight)
    .filter((place) => !overlap(place, at))
    .map((place) => ({ ...place, far: FAR * distance(place, at) }))
    .toSorted((a, b) => a.far - b.far);
  let best = { left: frame.left + EDGE, top: at.bottom + GAP };
  let least = Infinity;
  for (const place of places) {
    if (place.far >= least) break; // the nearest come first: no other can cost less
    const cost = place.far + hides(place);
    if (cost < least) [best, least] = [place, cost];
  }
  message.style.left = `${best.left - frame.left}px`;
  message.style.top = `${best.top - frame.top}px`;
};
