// A button that walks through a list of states, one after the other.
import { el, write } from "../shared/dom.js";
import { SET } from "./words.js";

const PACE = 400; // ms

// `isLast()` and `next(isWalking)` look at the explorer as it stands; at the end `rewind()`
// comes first. A single Undo takes the walk back.
export const playButton = (onClose, { isLast, rewind, next }) => {
  let timer = null;
  const say = () => write(node, timer ? SET.stop : SET.play);
  const stop = () => ((timer = clearInterval(timer) ?? null), say());
  const step = () => (isLast() ? stop() : next(true));
  const start = () => {
    (isLast() ? rewind : next)(false);
    timer = setInterval(step, PACE);
    say();
  };
  const node = el("button", { type: "button", onclick: () => (timer ? stop() : start()) });
  say();
  onClose(stop);
  return node;
};
