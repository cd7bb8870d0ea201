// LearningExplorer: a model learns to copy before its reader's eyes, and faults are planted.
import { box, el, facts, write } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { followPaper } from "../shared/paper.js";
import { isCalm } from "../shared/sight.js";
import {
  INPUTS,
  RIGHT,
  createPace,
  derive,
  isValid,
  keyOf,
  lookAt,
  readInputs,
  restingStep,
  stepToGoOn,
} from "./compute.js";
import { options, question, trainControls } from "./controls.js";
import { openWorker } from "./opening.js";
import { headPictures, lossChart, placesChart } from "./pictures.js";
import { beginning } from "./recorded.js";
import { createSession } from "./session.js";
import { tasksOf } from "./tasks.js";
import { createTelling } from "./telling.js";
import { createTraining } from "./training.js";
import { answerText, promiseText } from "./verdict_words.js";
import {
  HINT,
  SAID,
  linked,
  lookedText,
  milestone,
  numbersOf,
  restText,
  stateText,
} from "./words.js";

const render = ({ model, el: host }) => {
  const [recorded, last] = [model.get("recorded"), model.get("limits").step.max];
  const pace = createPace(isCalm());
  // The run that is shown, and the last step seen of each run.
  const shown = { key: null, steps: new Map() };
  const { say, read, again, isReading } = createTelling((text) => write(frame.live, text));

  const ontell = (message) => {
    const { is, run } = session.now(readInputs(model));
    const isOurs = message.run === run.run;
    const told = message.is === "kept" && isOurs ? milestone(run, last) : "";
    if (told && !isReading()) say(told);
    if (message.is === "rests") {
      const isShown = training.rests(isOurs, message.step);
      if (isShown && message.step < last) say(restText(run));
      if (isShown) frame.change({ step: message.step }, true);
    } else if (is === "trains" && !pace.isDue()) return;
    pace.drawn();
    update();
    if (told || message.is === "rests") again();
    frame.judge();
  };
  const stored = beginning(recorded);
  const session = createSession({ open: openWorker(model), recorded: stored, ontell });

  const training = createTraining({
    session,
    read: () => readInputs(model),
    last,
    update: () => update(),
  });
  const isAskedOf = (inputs) => inputs.fault !== RIGHT && !session.runOf(inputs);
  const onlook = (step) => {
    // Of a run that is not there yet no step can be shown.
    if (isAskedOf(readInputs(model))) return (say(SAID.first), update());
    training.look(step);
    say(lookedText(session.now(readInputs(model)).run, step));
    frame.change({ step });
    update();
  };
  const onguess = (guess) => {
    const run = training.train(last, asking.goesOn() ? goOnFrom(readInputs(model)) : null);
    run.guess = guess;
    more.fold(); // so that what is trained can be seen
    update();
  };

  const onagain = () => {
    session.drop(readInputs(model));
    say(HINT);
    frame.change({ step: 0 });
    update();
  };

  // Another run than before: what was said is not of this one.
  const follow = (inputs) => {
    const key = keyOf(inputs);
    if (key === shown.key) return;
    if (session.now(inputs).is === "trains") training.pause();
    const isAsked = isAskedOf(inputs);
    if (shown.key) say(isAsked ? SAID.first : HINT);
    shown.key = key;
  };

  // The run without a fault in which a new one can be planted, and at which step.
  const goOnFrom = (inputs) => {
    const run = session.runOf({ ...inputs, fault: RIGHT });
    if (!run) return null;
    const from = stepToGoOn(run, shown.steps.get(run.run) ?? 0);
    return from.step > 0 ? { run: run.run, ...from } : null;
  };
  const answerOf = (own, isDone) => {
    if (!own?.guess) return "";
    return isDone ? answerText(own, recorded.usual) : promiseText(own.guess, last);
  };

  const update = () => {
    const inputs = readInputs(model);
    follow(inputs);
    const isAsked = isAskedOf(inputs);
    const until = isAsked ? inputs.step : training.asked();
    const now = { ...session.now(inputs), isAsked, isPrinted: paper.isPrinted(), until };
    const { is, run, own } = now;
    const isTraining = is === "trains" && own?.kept.length;
    const step = isTraining ? own.step : restingStep(now, inputs);
    if (own?.kept.length) shown.steps.set(own.run, step);
    const look = lookAt(run, step);
    const text = stateText(now, look.step, last, training.seconds());
    const isDone = own?.step >= last && is !== "trains";
    const isOpen = !isAsked && !isDone;
    controls.refill({ is, text, isOpen, run, step: isTraining ? step : look.step });
    const answer = answerOf(own, isDone);
    asking.refill({ isAsked, from: goOnFrom(inputs), answer, isDone: isDone && answer !== "" });
    more.refill(inputs);
    heads.refill((isTraining && own.weights) || look.weights, isTraining ? step : look.step);
    const others = session.all().filter((each) => each !== run && each.kept.length);
    loss.refill({ run, look, others, usual: inputs.fault === RIGHT ? [] : [stored.line] });
    places.refill({ run, look });
    numbers.replaceChildren(facts(numbersOf(look, run.fault)));
  };

  const tasks = tasksOf(() => session.all(), recorded.usual);
  const stepOf = (values) => session.runOf({ ...readInputs(model), ...values })?.step ?? 0;
  const rules = { inputs: INPUTS, isValid: isValid(model), looks: ["step"], tasks };
  // Minutes of training are given up at the second press alone.
  const losing = () => (session.all().length ? SAID.sure : "");
  const forget = () => {
    session.forget();
    shown.steps.clear();
    say(HINT);
  };
  const frame = createFrame({
    model,
    host,
    title: SAID.title,
    hint: HINT,
    linked,
    update,
    forget,
    losing,
    derive: (values) => derive(values, stepOf),
    ...rules,
  });
  const controls = trainControls({ last, onplay: training.play, onstep: training.step, onlook });
  const asking = question(onguess, onagain);
  const more = options(model, frame);
  const heads = headPictures(recorded.watched, model.get("palette"), read);
  const [loss, places] = [lossChart(last), placesChart(recorded.places)];
  const numbers = el("div", { class: "mha-numbers" });
  const paper = followPaper(update);
  frame.onClose(session.close);
  frame.onClose(paper.close);
  const results = box(
    "parts",
    box("side", heads.node, numbers),
    box("side", loss.node, places.node),
  );
  return frame.open(box("learning", controls.node, more.node, asking.node), results);
};

export default { render };
