// LearningExplorer: a model learns to copy before its reader's eyes, and faults are planted.
import { box, el, facts } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { INPUTS, RIGHT, derive, isValid, keyOf, lookAt, readInputs, smooth } from "./compute.js";
import { options, question, trainControls } from "./controls.js";
import { openWorker } from "./opening.js";
import { headPictures, lossChart, placesChart } from "./pictures.js";
import { beginning } from "./recorded.js";
import { createSession } from "./session.js";
import { tasksOf } from "./tasks.js";
import { HINT, answerText, dashedText, milestone, numbersOf, stateText } from "./words.js";

const [WHOLE, CALM] = [100, 3000]; // steps between states to go on from; ms between two looks

const render = ({ model, el: host }) => {
  const [recorded, last] = [model.get("recorded"), model.get("limits").step.max];
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const clock = { begun: 0, before: 0, drawn: 0 };
  const shown = { key: null, step: 0, from: null, looked: null };

  const ontell = (message) => {
    const { is, run } = session.now(readInputs(model));
    const isOurs = message.run === run.run;
    if (message.is === "kept" && isOurs) {
      const told = milestone(run, last);
      if (told) frame.live.textContent = told;
    }
    if (message.is === "rests") {
      clock.before += performance.now() - clock.begun;
      if (isOurs) frame.change({ step: message.step }, true);
    } else if (is === "trains" && isCalm && performance.now() - clock.drawn < CALM) return;
    clock.drawn = performance.now();
    update();
    frame.judge();
  };
  const session = createSession({ open: openWorker(model), recorded: beginning(recorded), ontell });

  const train = (until, from = null) => {
    const inputs = readInputs(model);
    const { own } = session.now(inputs);
    if (from || !own) clock.before = 0;
    clock.begun = performance.now();
    const run = session.train(inputs, until, from);
    update();
    return run;
  };
  const onplay = () => {
    const inputs = readInputs(model);
    const { is, own } = session.now(inputs);
    if (is === "trains") return (session.pause(), update());
    const isAtEnd = own?.step >= last;
    const isAhead = inputs.step > (own?.step ?? 0) && inputs.step !== shown.looked;
    if (!isAtEnd) train(isAhead ? inputs.step : last); // a link asks for a step
  };
  const onstep = () => {
    const { is, own } = session.now(readInputs(model));
    if (is !== "trains" && !(own?.step >= last)) train((own?.step ?? 0) + 1);
  };
  const onlook = (step) => {
    session.pause();
    shown.looked = step;
    frame.change({ step });
    update();
  };
  const onguess = (guess) => {
    const run = train(last, asking.goesOn() ? shown.from : null);
    run.guess = guess;
  };

  // Which step of the run before a new fault can be planted in.
  const follow = (inputs) => {
    const key = keyOf(inputs);
    if (key === shown.key) return;
    const before = session.all().find(({ run }) => run === shown.key);
    if (session.now(inputs).is === "trains") session.pause();
    const step = before?.step === shown.step ? shown.step : Math.floor(shown.step / WHOLE) * WHOLE;
    const isSame = before?.seed === inputs.seed && step > 0;
    Object.assign(shown, { key, from: isSame ? { run: before.run, step } : null });
  };

  const update = () => {
    const inputs = readInputs(model);
    follow(inputs);
    const now = session.now(inputs);
    const { is, run, own } = now;
    const isAsked = inputs.fault !== RIGHT && !own;
    const newest = isAsked ? 0 : run.step;
    const isTraining = is === "trains" && own?.kept.length;
    const step = isTraining ? own.step : Math.min(inputs.step, newest);
    if (own?.kept.length) shown.step = step;
    const look = lookAt(run, step);
    const seconds = (clock.before + performance.now() - clock.begun) / 1000;
    const text = isAsked ? "" : stateText(now, { ...inputs, step }, last, seconds);
    controls.refill({ is, text, isOpen: !isAsked, step, newest });
    const isDone = own?.guess && own.step >= last && is !== "trains";
    const answer = isDone ? answerText(own, recorded.usual) : "";
    asking.refill({ isAsked, from: shown.from, answer });
    more.refill(inputs);
    heads.refill((isTraining && own.weights) || look.weights);
    const rest = session.all().filter((each) => each !== run && each.losses.length);
    const others = rest.map(({ losses }) => smooth(losses));
    const dashed = dashedText(inputs.fault !== RIGHT, others.length);
    if (inputs.fault !== RIGHT) others.push(recorded.line);
    loss.refill({ run, look, others, dashed });
    places.refill({ run, look });
    numbers.replaceChildren(facts(numbersOf(look, run.fault)));
  };

  const tasks = tasksOf(() => session.all(), recorded.usual);
  const rules = { inputs: INPUTS, isValid: isValid(model), derive, looks: ["step"], tasks };
  const forget = () => session.forget();
  const frame = createFrame({
    model,
    host,
    title: "Training",
    hint: HINT,
    update,
    forget,
    ...rules,
  });
  const controls = trainControls({ onplay, onstep, onlook });
  const asking = question(onguess);
  const more = options(model, frame);
  const onread = (text) => (frame.live.textContent = text);
  const heads = headPictures(recorded.watched, model.get("palette"), onread);
  const [loss, places] = [lossChart(last), placesChart(recorded.places)];
  const numbers = el("div", { class: "mha-numbers" });
  frame.onClose(session.close);
  const results = box(
    "parts",
    box("side", heads.node, numbers),
    box("side", loss.node, places.node),
  );
  return frame.open(box("learning", controls.node, asking.node, more.node), results);
};

export default { render };
