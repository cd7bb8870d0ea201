// What is said of a number, below the results. While it says something, it stands at the
// window's foot; else it lies where it is, and cuts through nothing that is read.
import { box } from "./dom.js";

// `begin()` keeps what is said while nothing is read; it returns how to end that.
export const createFoot = (echo, live, ...beside) => {
  const node = box("foot", echo, live, ...beside);
  const begin = () => {
    const atRest = live.textContent;
    const follow = () => node.classList.toggle("mha-says", live.textContent !== atRest);
    const observer = new MutationObserver(follow);
    observer.observe(live, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  };
  return { node, begin };
};
