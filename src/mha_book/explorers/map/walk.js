// How a reader walks through MapExplorer's steps.
import { closable, radios } from "../shared/controls.js";
import { box, el, show, write } from "../shared/dom.js";
import { STEPS, WALK } from "./step_words.js";
import { MORE } from "./option_words.js";

// The steps as pills, and the bar that walks through them; `onstep()` runs when a reader has
// gone to a step, `onfull()` when all is to be said of it, or no longer.
export const stepChoice = (model, { change, undo }, onstep, onfull) => {
  const names = ["whole", ...model.get("steps")].map((step, k) => [
    k,
    k ? `${k} ${STEPS[step][0]}` : STEPS[step][0],
  ]);
  const go = (step) => (change({ step }), onstep());
  const { node, inputs } = radios(WALK.steps, names, go);
  node.classList.add("mha-steps");
  const button = (text, by) => closable(text, () => go(model.get("step") + by));
  const [back, next] = [button(WALK.back, -1), button(WALK.next, 1)];
  const more = moreButton(onfull);
  const name = el("b", { class: "mha-step-name", "aria-hidden": "true" }); // the words say it
  const refill = ({ step }) => {
    inputs.get(step).checked = true;
    centre(node, inputs.get(step).closest("label"));
    write(name, names[step][1]);
    back.close(step === 0);
    next.close(step === names.length - 1);
  };
  const bar = box("walk", back.node, name, next.node, undo, more.node); // what comes and goes is last
  const offer = (isBrief) => show(more.node, isBrief);
  const { isFull, shorten } = more;
  return { node, bar, refill, offer, isFull, shorten };
};

// Where there is little room, or more to say, all that a step says is said when it is pressed.
const moreButton = (onfull) => {
  let isFull = false;
  const turn = () => {
    isFull = !isFull;
    write(node, isFull ? MORE.less : MORE.more);
    onfull();
  };
  const attributes = { type: "button", class: "mha-more", onclick: turn };
  const node = el("button", attributes, MORE.more);
  const shorten = () => isFull && turn();
  return { node, isFull: () => isFull, shorten };
};

// On a phone the pills are one line, which scrolls sideways.
const centre = (line, pill) => {
  const middle = pill.offsetLeft + pill.offsetWidth / 2 - line.offsetLeft;
  line.scrollTo?.({ left: middle - line.clientWidth / 2 }); // not where a test has no browser
};
