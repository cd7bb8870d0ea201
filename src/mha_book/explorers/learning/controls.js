// What a reader of LearningExplorer presses: to train, to look back, to plant a fault.
import { checkbox, closable, labelled, radios, slider } from "../shared/controls.js";
import { box, el, note, show, write } from "../shared/dom.js";
import { fill } from "../shared/fields.js";
import { formatLimit, isWholeWithin } from "../shared/limits.js";
import { GUESSES, RIGHT, nearestStep, nextStep } from "./compute.js";
import { GUESSED } from "./verdict_words.js";
import { FAULTS, SAID, fromText, plantedText, stepText } from "./words.js";

const button = (text, onclick, face = "") =>
  el("button", { type: "button", onclick, class: face }, text);

// It stands at what was measured, and nowhere else. Drawn along, it snaps to the nearest; an
// arrow, or a finger's swipe in a screen reader, goes to the next one.
const stepLine = (last, onlook) => {
  const described = { text: SAID.shown, describe: (step) => stepText(step, last) };
  let [shown, run] = [0, null];
  const apply = (step) => {
    const [nearest, way] = [nearestStep(run, step), step - shown];
    const isNext = !line.input.matches(":active") && nearest === shown;
    onlook(isNext ? nextStep(run, shown, way) : nearest);
  };
  const line = slider({ ...described, min: 0, max: last, apply });
  const refill = (step, own) => (([shown, run] = [step, own]), line.refill(step));
  return { node: line.node, refill };
};

// Play, one step, where the training stands, and the slider that goes back. What cannot be pressed
// keeps the focus, and why stands beside it.
export const trainControls = ({ last, onplay, onstep, onlook }) => {
  const play = closable(SAID.play, onplay, "mha-main");
  const one = closable(SAID.one, onstep);
  const line = stepLine(last, onlook);
  const said = el("p", { class: "mha-note mha-state" });
  const node = box("train", box("buttons", play.node, one.node), said, line.node);
  const refill = ({ is, text, isOpen, step, run }) => {
    write(play.node, is === "trains" ? SAID.pause : SAID.play);
    for (const each of [play, one]) each.close(!isOpen);
    line.refill(step, run);
    write(said, text);
  };
  return { node, refill };
};

// What will the loss do? The answer begins the run, and stands where the question stood.
export const question = (onguess, onagain) => {
  const guessed = (guess) => {
    onguess(guess);
    told.focus(); // the button that was pressed is gone, and what was folded drew this upwards
  };
  const buttons = GUESSES.map((guess) => button(GUESSED[guess], () => guessed(guess)));
  const { input, node: choice } = checkbox("", () => {});
  const named = el("span");
  choice.append(named);
  const asked = el("fieldset", {}, el("legend", {}, SAID.ask), choice, box("buttons", ...buttons));
  const told = el("p", { class: "mha-answer", role: "status", tabindex: -1 });
  const askAgain = () => {
    onagain();
    buttons[0].focus({ preventScroll: true });
  };
  const again = button(SAID.again, askAgain);
  const hint = note(SAID.before);
  const node = box("question", hint, asked, told, again);
  const refill = ({ isAsked, from, answer, isDone }) => {
    show(asked, isAsked);
    show(choice, Boolean(from));
    if (from) write(named, fromText(from));
    else input.checked = false;
    write(told, answer);
    show(told, Boolean(answer));
    show(again, isDone);
    show(hint, !isAsked && !answer);
  };
  return { node, refill, goesOn: () => input.checked };
};

// Folded, and once more when the training begins: the seed, and the fault, next to what is asked of it.
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
  const planted = el("span", { class: "mha-planted" });
  const summary = el("summary", {}, SAID.options, planted);
  const node = el("details", { class: "mha-faults" }, summary, labelled(SAID.seed, seed));
  node.append(faults.node);
  let last = RIGHT;
  const refill = (inputs) => {
    write(planted, plantedText(inputs.fault));
    faults.inputs.get(inputs.fault).checked = true;
    fill(seed, inputs.seed);
    if (inputs.fault !== last && inputs.fault !== RIGHT) node.open = true;
    last = inputs.fault;
  };
  const fold = () => (node.open = false);
  return { node, refill, fold };
};
