// Moves a step's picture once, from what it is made of to what it makes. It is decoration:
// all numbers stand in their places from the start, and are only seen later.
import { freshId, svg } from "../shared/dom.js";
import { isCalm } from "../shared/sight.js";
import { beatsOf, travellersOf } from "./beats.js";

const LEAD = 350; // ms: a reader first finds the place
const LONGEST = 650; // ms for a beat
const ALL = 3300; // ms for all beats
// In shares of a beat: when what travels has arrived and leaves, and when the number that it
// makes begins to appear and is seen.
const [ARRIVED, LEAVES, APPEARS, SEEN] = [0.45, 0.9, 0.55, 0.75];

const easing = "ease-in-out";

// Where a traveller is at which time: it starts from its place, and slides from stop to stop.
const framesOf = (stops, offset, way) => {
  const [first, last] = [stops[0].at, stops.at(-1).at + 1];
  const [home, end] = ["translate(0, 0)", way(stops.at(-1).to)];
  const frame = (at, transform, opacity) => ({ offset: offset(at), transform, opacity, easing });
  const moves = stops.flatMap(({ at, to }) => [
    frame(at + ARRIVED, way(to), 1),
    frame(at + LEAVES, way(to), 1),
  ]);
  const away = [{ transform: home, opacity: 0 }, frame(first, home, 0)];
  const over = [frame(last, end, 0), { transform: end, opacity: 0 }];
  return [...away, frame(first + 0.1, home, 1), ...moves, ...over];
};

const fade = (from, to) => [
  { opacity: 1 },
  { opacity: 1, offset: from },
  { opacity: 0, offset: to },
  { opacity: 0 },
];

const frameOf = ({ box }) => {
  const frame = box.cloneNode();
  frame.setAttribute("class", "mha-frame");
  frame.removeAttribute("style"); // the colour of a weight
  return frame;
};

// All but this table: what leaves it is not seen over the numbers beside its own.
const cutOut = (tile) => {
  const { x, y, width, height } = tile.getBBox();
  const id = freshId("cut");
  const around = `M-9999,-9999 H9999 V9999 H-9999 Z M${x},${y} h${width} v${height} h${-width} Z`;
  const path = svg("path", { d: around, "clip-rule": "evenodd", "fill-rule": "evenodd" });
  return { id, node: svg("clipPath", { id }, path) };
};

// The role of what travels, whose colour it has.
const kindOf = ({ node }) => `${node.closest(".mha-tile").getAttribute("class")} mha-traveller`;

// `cells` has each number's node by its name, `layer` is what travellers are drawn on.
export const createMotion = (cells, layer) => {
  let running = [];
  let pressed = null;

  // Whatever is pressed ends it, and what it leads to is there at once.
  const finish = () => {
    pressed?.abort();
    running.splice(0).forEach((animation) => animation.cancel());
    layer.replaceChildren();
  };
  const animate = (node, frames, duration) => {
    const timing = { duration, fill: "backwards" };
    running.push(node.animate(frames, timing));
  };
  // An empty box says where a number will be; a weight's has its colour, which comes with it,
  // and so has one that has moved from what was kept.
  const appear = ({ node, box, ground }, from, to, duration) => {
    for (const part of node.children) {
      if (part === box && ground === null) continue;
      const faint = part === box ? 0.25 : 0;
      const frames = [
        { opacity: faint },
        { opacity: faint, offset: from },
        { opacity: 1, offset: to },
        { opacity: 1 },
      ];
      animate(part, frames, duration);
    }
  };
  // A frame stays around what travels, one for all its ways, and one goes with it: where that
  // arrives, it covers no number.
  const stay = ({ from, stops }, offset, duration) => {
    const home = frameOf(cells.get(from));
    layer.append(svg("g", { class: kindOf(cells.get(from)) }, home));
    const frames = framesOf(stops, offset, () => "none");
    animate(home, frames, duration);
  };
  const travel = ({ from, stops }, offset, duration) => {
    const start = cells.get(from);
    const way = (to) => {
      const { x, y } = cells.get(to);
      return `translate(${x - start.x}px, ${y - start.y}px)`;
    };
    const body = svg("g", { class: "mha-cell" }, start.box.cloneNode(), start.text.cloneNode(true));
    const node = svg("g", { class: kindOf(start) }, body, frameOf(start));
    const cut = cutOut(start.node.closest(".mha-tile"));
    layer.append(cut.node, svg("g", { "clip-path": `url(#${cut.id})` }, node));
    animate(node, framesOf(stops, offset, way), duration);
    const [{ at }] = stops;
    animate(body, fade(offset(at + ARRIVED), offset(at + APPEARS)), duration);
  };

  const start = (blocks, inputs) => {
    finish();
    const beats = beatsOf(blocks, inputs, inputs.step);
    if (!beats.length || isCalm()) return;
    const count = 1 + Math.max(...beats.map(({ at }) => at));
    const beat = Math.min(LONGEST, ALL / count);
    const duration = LEAD + beat * count;
    const offset = (at) => (LEAD + beat * at) / duration;
    for (const { at, cells: made } of beats)
      for (const cell of made) {
        const [from, to] = [offset(at + APPEARS), offset(at + SEEN)];
        appear(cells.get(cell), from, to, duration);
      }
    const travellers = travellersOf(beats);
    for (const traveller of travellers) travel(traveller, offset, duration);
    const homes = new Map(travellers.map((each) => [each.from, each]));
    for (const traveller of homes.values()) stay(traveller, offset, duration);
    pressed = new AbortController();
    const once = { capture: true, signal: pressed.signal };
    for (const event of ["click", "keydown"]) document.addEventListener(event, finish, once);
    running[0].finished.then(finish, () => {}); // cancelled: it is over already
  };
  return { start, finish };
};
