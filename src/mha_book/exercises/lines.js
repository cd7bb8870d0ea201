// Lines that are put in order: a list of those chosen, and one of those to choose from.
import { box, el } from "../explorers/shared/dom.js";
import { ASKED } from "./words.js";

const SIGNS = { up: "↑", down: "↓", out: "✕" };
const SAID = { up: "Move up", down: "Move down", out: "Take out" };

export const orderLines = ({ head, pieces }) => {
  let chosen = [];
  const own = el("ol", { class: "mha-chosen", "aria-label": "Your lines" });
  const pool = el("ul", { class: "mha-pool", "aria-label": "Lines to choose from" });
  // A phone breaks no line after a minus: a word joiner follows it.
  const code = (piece) => el("code", {}, pieces[piece].replaceAll("-", "-\u2060"));

  const moves = {
    up: (k) => swap(k, k - 1),
    down: (k) => swap(k, k + 1),
    out: (k) => ((chosen = chosen.filter((_, at) => at !== k)), -1),
  };
  const swap = (k, to) => {
    if (to < 0 || to >= chosen.length) return k;
    chosen = chosen.with(k, chosen[to]).with(to, chosen[k]);
    return to;
  };
  const button = (move, k) => {
    const press = () => {
      const piece = chosen[k];
      const to = moves[move](k);
      draw();
      if (to >= 0) own.children[to].querySelector(`[data-move=${move}]`).focus();
      else pool.querySelector(`[data-piece="${piece}"]`).focus();
    };
    const label = `${SAID[move]}: ${pieces[chosen[k]]}`;
    const named = { type: "button", "aria-label": label, "data-move": move };
    return el("button", { ...named, onclick: press }, SIGNS[move]);
  };
  const line = (piece, k) =>
    el("li", {}, code(piece), box("moves", ...Object.keys(moves).map((m) => button(m, k))));
  const offer = (piece) => {
    const press = () => {
      const at = [...pool.children].findIndex((item) => item.contains(document.activeElement));
      chosen.push(piece);
      draw();
      const left = pool.children[Math.min(Math.max(at, 0), pool.children.length - 1)];
      (left?.firstChild ?? own.lastChild.querySelector("button")).focus();
    };
    const named = { type: "button", "data-piece": piece, onclick: press };
    return el("li", {}, el("button", named, code(piece)));
  };
  const draw = () => {
    own.replaceChildren(...chosen.map(line));
    const left = pieces.map((_, piece) => piece).filter((piece) => !chosen.includes(piece));
    pool.replaceChildren(...left.map(offer));
  };
  draw();
  const hint = el("p", { class: "mha-note" }, "Press a line to add it below the first one:");
  return {
    node: box("order", el("pre", {}, head), own, hint, pool),
    answerOf: () =>
      chosen.length
        ? { answer: chosen }
        : { refused: ASKED.lines, at: pool.querySelector("button") },
    raw: () => chosen,
    fill: (kept) => {
      const isPiece = (piece) => Number.isInteger(piece) && piece in pieces;
      chosen = Array.isArray(kept) ? [...new Set(kept.filter(isPiece))] : [];
      draw();
    },
  };
};
