// FaultFinder: a seed plants one fault or none, and experiments are bought to name it.
import { box, el, note, write } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { hintFor } from "../shared/sight.js";
import { INPUTS, boughtOf, createOrder, isValid } from "./compute.js";
import { listing } from "./listing.js";
import { experimentPanel, givenPanel, seedField, shop } from "./panels.js";
import { tasksOf } from "./tasks.js";
import { HINT, TITLE, pointsLeft } from "./words.js";

const render = ({ model, el: host }) => {
  const hint = hintFor(HINT);
  const [left, shown] = [note(""), box("experiments")];
  const drawn = box("drawn");
  const latestFirst = createOrder(); // what a press brings is in sight where it is pressed

  const update = () => {
    controls.forEach((control) => control.refill());
    write(left, pointsLeft(model));
    write(frame.live, hint); // what was read may be gone
    const read = (words) => write(frame.live, words);
    const experiments = latestFirst(boughtOf(model));
    const panels = experiments.map((each) => experimentPanel(model, each, read));
    shown.replaceChildren(...panels);
    drawn.replaceChildren(givenPanel(model, read));
  };

  const rules = { inputs: INPUTS, isValid: isValid(model), tasks: tasksOf(model) };
  const frame = createFrame({ model, host, title: TITLE, hint, update, ...rules });
  const [seeds, toBuy] = [seedField, shop].map((make) => make(model, frame));
  const controls = [seeds, toBuy, listing(model, frame, toBuy.show)];
  const [seed, experiments, lines] = controls.map(({ node }) => node);
  const top = box("top", seed, experiments);
  const results = box("bench", el("div", {}, left, shown), lines, drawn);
  return frame.open(top, results);
};

export default { render };
