// Brings what was changed into sight, where whoever changed it would not see it.

// Whether a reader wants nothing to move by itself.
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Whether a reader points with a finger, which cannot point without touching.
const hasFinger = () => Boolean(globalThis.matchMedia?.("(hover: none)").matches);

// What can be done here, in the words of what a reader points with.
export const hintFor = ({ pointer, finger }) => (hasFinger() ? finger : pointer);

// How much of a window the page's head covers.
export const coveredAbove = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

const seenOf = ({ top, bottom }) => Math.min(bottom, innerHeight) - Math.max(top, 0);

// Brings a node to this edge of what is seen, at once where nothing may move.
export const rollTo = (node, block) =>
  node.scrollIntoView({ block, behavior: isCalm() ? "instant" : "smooth" });

// Scrolls to a node of which less than half is in the window, or in half of a window where it
// is taller.
export const bringIntoSight = (node) => {
  const box = node.getBoundingClientRect();
  if (seenOf(box) >= Math.min(box.height, innerHeight) / 2) return;
  rollTo(node, "start");
};
