// Rotary positions: a dial for each pair, its query's and its key's hand.
import { el, facts, svg } from "../shared/dom.js";
import { DIAL, tip } from "./compute.js";

export const MOST = 8; // dials

const CENTRE = DIAL.size / 2;

// A hand and its letter, so that not the colour alone tells query from key.
const hand = (letter, angle, stroke, reach) => {
  const [x2, y2] = tip(angle, reach * DIAL.radius);
  const [x, y] = tip(angle, reach * DIAL.radius + 8);
  const line = { class: `mha-hand mha-hand-${letter}`, x1: CENTRE, y1: CENTRE, x2, y2, stroke };
  const name = { x, y: y + 4, "text-anchor": "middle" };
  return [svg("line", line), svg("text", name, letter)];
};

// A dial's angles, in radians; `n` turns a number into text.
const dial = (i, { query, key, between }, palette, n) => {
  const label = `pair ${i}: query turned by ${n(query)} radians, key by ${n(key)}`;
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${DIAL.size} ${DIAL.size}`, role: "img", "aria-label": label },
    svg("circle", { class: "mha-rim", cx: CENTRE, cy: CENTRE, r: DIAL.radius }),
    ...hand("q", query, palette.query, 1),
    ...hand("k", key, palette.key, 0.65), // shorter and on top, so that both are seen
  );
  const numbers = facts([
    ["q − k", n(between)],
    ["cos", n(Math.cos(between))],
  ]);
  return el("li", {}, el("b", {}, `pair ${i}`), drawing, numbers);
};

export const dialsOf = ({ other }, { w, angles, between }, palette, n) =>
  angles
    .slice(0, MOST)
    .map((query, i) => dial(i, { query, key: other * w[i], between: between[i] }, palette, n));
