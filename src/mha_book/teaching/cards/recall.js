// Cards one after the other, instead of a list: read, say the answer, turn, and judge yourself.
import { dropdown } from "../../explorers/shared/controls.js";
import { box, el, show, write } from "../../explorers/shared/dom.js";
import { openStore } from "../../exercises/store.js";
import { STORE } from "../../exercises/kept_words.js";
import { KINDS, sayDone, sayLeft, sayMissed } from "./recall_words.js";
import { after, answered, dayOf, roundOf, waiting } from "./round.js";

const PAGE = "recall"; // as the store calls it

const cardsIn = (list) =>
  new Map(
    [...list.querySelectorAll("li")].map((item) => [
      item.dataset.key,
      {
        kind: item.dataset.kind,
        front: item.querySelector("summary"),
        back: item.querySelector(".mha-back"),
      },
    ]),
  );

// The parts of the panel; `press` has what each button does.
const parts = (press) => {
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);
  const front = el("div", { class: "mha-front", "aria-live": "polite" });
  const back = el("div", { class: "mha-back", "aria-live": "polite" });
  const turn = button("Turn the card", press.turn);
  const known = button("I knew it", () => press.judge(true));
  const missed = button("Not yet", () => press.judge(false));
  const again = button("Another round", press.begin);
  const kinds = dropdown("Which cards?", KINDS, press.choose);
  const told = el("p", { class: "mha-live", role: "status" });
  const buttons = box("buttons", turn, known, missed, again);
  const node = box("explorer", kinds.node, box("card", front, back), buttons, told);
  return { node, front, back, turn, known, missed, again, told, kinds: kinds.input };
};

const run = (host, list) => {
  const cards = cardsIn(list);
  const store = openStore(() => globalThis.localStorage);
  const kept = (key) => store.get(PAGE, key);
  const day = dayOf(Date.now());
  let keys = [...cards.keys()];
  let left = [];
  let isTurned = false;

  const draw = (said = "") => {
    const card = cards.get(left[0]);
    view.front.replaceChildren(...(card ? card.front.cloneNode(true).childNodes : []));
    view.back.replaceChildren(...(card && isTurned ? card.back.cloneNode(true).childNodes : []));
    const later = waiting(keys, kept, day) - left.length;
    write(view.told, card ? `${said} ${sayLeft(left.length, later)}`.trim() : sayDone(later));
    show(view.turn, Boolean(card) && !isTurned);
    for (const node of [view.known, view.missed]) show(node, Boolean(card) && isTurned);
    show(view.again, !card && later > 0);
  };
  const begin = () => {
    left = roundOf(keys, kept, day);
    isTurned = false;
    draw();
  };
  const press = {
    turn: () => {
      isTurned = true;
      draw();
      view.known.focus();
    },
    judge: (isKnown) => {
      store.put(PAGE, left[0], answered(kept(left[0]), isKnown, day), cards.size);
      left = after(left, isKnown);
      isTurned = false;
      draw(isKnown ? "" : sayMissed);
      // What there is to do next; a button that is hidden takes no focus.
      [view.turn, view.again, view.kinds].find((node) => !node.hidden).focus();
    },
    choose: (kind) => {
      keys = [...cards.keys()].filter((key) => !kind || cards.get(key).kind === kind);
      begin();
    },
    begin: () => {
      begin();
      view.turn.focus();
    },
  };
  const view = parts(press);
  const notice = el("p", { class: "mha-notice" }, STORE[store.notice() || "kept"]);
  const all = el("details", { class: "mha-all" }, el("summary", {}, "All cards as a list"));
  host.prepend(view.node, notice, all);
  all.append(list);
  begin();
};

const start = () => {
  for (const host of document.querySelectorAll(".mha-recall"))
    run(host, host.querySelector(".mha-cards"));
};

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();

export default start;
