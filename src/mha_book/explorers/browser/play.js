// A button that walks through a list of states, one after the other.
import { el, write } from "../shared/dom.js";

const PACE = 400; // ms, within which changes are one: a single Undo takes the walk back

// `isLast()` and `next()` look at the explorer as it stands; at the end `rewind()` comes first.
export const playButton = (onClose, { isLast, rewind, next }) => {
  let timer = null;
  const say = () => write(node, timer ? "■ Stop" : "▶ Play");
  const stop = () => ((timer = clearInterval(timer) ?? null), say());
  const step = () => (isLast() ? stop() : next());
  const start = () => {
    (isLast() ? rewind : next)();
    timer = setInterval(step, PACE);
    say();
  };
  const node = el("button", { type: "button", onclick: () => (timer ? stop() : start()) });
  say();
  onClose(stop);
  return node;
};
