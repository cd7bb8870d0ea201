// What is said of a number, below the results. While it says something of what is pointed at,
// it stands at the window's foot, or right above that; else it lies where it is, and cuts
// through nothing that is read.
import { box } from "./dom.js";

const GAP = 4; // px
// What is pressed there is no number, and what is said of it covers none.
const CONTROL = ":is(input,select,textarea,summary,label,button:not(td > *))";

export const createFoot = (echo, live, ...beside) => {
  const node = box("foot", echo, live, ...beside);
  const isWalked = beside.length > 0; // it holds the buttons that walk on

  // At the window's foot, unless it would cover what it speaks of.
  const stand = (at) => {
    if (!at) return void (node.style.bottom = "");
    const { top, bottom } = (at.closest("td, [role=gridcell]") ?? at).getBoundingClientRect();
    const isLarge = bottom - top > innerHeight / 3;
    const isUnder = !isLarge && top < innerHeight && bottom > innerHeight - node.offsetHeight;
    node.style.bottom = isUnder ? `${innerHeight - top + GAP}px` : "";
  };

  // `begin()` keeps what is said while nothing is read; it returns how to end that.
  const begin = () => {
    const atRest = live.textContent;
    let at = null; // what is pointed at, or has the focus
    const follow = () => {
      const isControl = !at || (at.closest(CONTROL) && !isWalked);
      node.classList.toggle("mha-says", !isControl && live.textContent !== atRest);
      stand(at);
    };
    const meet = ({ target }) => {
      if (node.contains(target)) return;
      at = target;
      follow();
    };
    const observer = new MutationObserver(follow);
    observer.observe(live, { childList: true, characterData: true, subtree: true });
    const around = node.closest(".mha-explorer");
    for (const type of ["pointerover", "focusin"]) around.addEventListener(type, meet);
    // Who points elsewhere reads what has the focus, if anything.
    around.addEventListener("pointerleave", () => {
      const focused = node.getRootNode().activeElement;
      at = around.contains(focused) && !node.contains(focused) ? focused : null;
      if (isWalked) follow();
    });
    addEventListener("scroll", follow, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener("scroll", follow);
    };
  };
  return { node, begin };
};
