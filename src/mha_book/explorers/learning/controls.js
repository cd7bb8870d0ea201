// What a reader of LearningExplorer presses: to train, to look back, to plant a fault.
import { checkbox, labelled, radios, slider } from "../shared/controls.js";
import { box, el, show, write } from "../shared/dom.js";
import { fill } from "../shared/fields.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { GUESSES, RIGHT } from "./compute.js";
import { FAULTS, GUESSED, SAID } from "./words.js";

const EVERY = 25; // steps between two measurements
const button = (text, onclick, face = "") =>
  el("button", { type: "button", onclick, class: face }, text);

// Play, one step, and the slider that goes back.
export const trainControls = ({ onplay, onstep, onlook }) => {
  const play = button(SAID.play, onplay, "mha-main");
  const one = button(SAID.one, onstep);
  const describe = (step) => `step ${step}`;
  const line = slider({ text: SAID.shown, min: 0, max: 0, step: EVERY, describe, apply: onlook });
  const said = el("p", { class: "mha-note mha-state" });
  const node = box("train", box("buttons", play, one), line.node, said);
  const refill = ({ is, text, isOpen, step, newest }) => {
    write(play, is === "trains" ? SAID.pause : SAID.play);
    play.disabled = one.disabled = !isOpen;
    line.refill(step, newest);
    write(said, text);
  };
  return { node, refill };
};

// What will the loss do? The answer begins the run.
export const question = (onguess) => {
  const buttons = GUESSES.map((guess) => button(GUESSED[guess], () => onguess(guess)));
  const { input, node: choice } = checkbox("", () => {});
  const named = el("span");
  choice.append(named);
  const asked = el("fieldset", {}, el("legend", {}, SAID.ask), box("buttons", ...buttons), choice);
  const told = el("p", { class: "mha-answer", role: "status" });
  const node = box("question", asked, told);
  const refill = ({ isAsked, from, answer }) => {
    show(asked, isAsked);
    show(choice, Boolean(from));
    if (from) write(named, SAID.from(from.step));
    else input.checked = false;
    write(told, answer);
    show(told, Boolean(answer));
  };
  return { node, refill, goesOn: () => input.checked };
};

// Folded: the fault and the seed.
export const options = (model, frame) => {
  const limits = model.get("limits");
  const choices = limits.fault.among.map((fault) => [fault, FAULTS[fault]]);
  const faults = radios(SAID.fault, choices, (fault) => frame.change({ fault }));
  const seed = frame.numberField({
    name: SAID.seed,
    expected: formatLimit(limits.seed),
    attributes: { step: 1 },
    isValid: isWholeWithin(limits.seed),
    current: () => model.get("seed"),
    apply: (number) => frame.change({ seed: number }),
  });
  const summary = el("summary", {}, SAID.options);
  const rest = box("fields", labelled(SAID.seed, seed));
  const node = el("details", { class: "mha-faults" }, summary, faults.node, rest);
  const refill = (inputs) => {
    faults.inputs.get(inputs.fault).checked = true;
    fill(seed, inputs.seed);
    if (inputs.fault !== RIGHT) node.open = true;
  };
  return { node, refill };
};
