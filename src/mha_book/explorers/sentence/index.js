// SentenceExplorer: a sentence of one's own in every head of MiniLM, on the page.
import { createModel } from "../shared/page_model.js";
import { hint } from "../browser/hint.js";
import { headsView } from "../browser/view.js";
import { box, show } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { isOnSite } from "../shared/site_scripts.js";
import { INPUTS, compute, isLinked, isOff, isValid, readInputs, recordOf } from "./compute.js";
import { headSteps, markPictures, switchedOff, switches } from "./heads.js";
import { modelState, roundingNote, sentenceForm, sharedNote } from "./panels.js";
import { createReading } from "./reading.js";
import { tasksOf } from "./tasks.js";
import { SAID, TITLE } from "./words.js";

const DECIMALS = 2;

const render = ({ model, el: host }) => {
  const load = isOnSite() && (() => createModel(model.get("listing")));
  const reading = createReading({ model, load, ontell: () => update() });
  const view = headsView({
    palette: model.get("palette"),
    decimals: () => DECIMALS,
    onhead: (chosen) => choose(chosen),
    onbuild: ({ node }) => {
      switching.place(node);
      view.node.firstChild.after(steps.node); // beside the title
    },
    onread: (text) => (frame.live.textContent = text),
  });
  // To press the head that is shown already is an answer, too.
  const choose = (chosen) => {
    kept.isPressed = true;
    frame.change(chosen);
    frame.judge();
  };
  const kept = {}; // the answer that is shown, as a record, which of its heads, and whose choice

  // Nothing is drawn again while a model is on its way.
  const draw = (inputs) => {
    const at = JSON.stringify([inputs.layer, inputs.head]);
    if (kept.at === at) return;
    kept.at = at;
    view.show({ ...inputs, model: kept.record.model }, resultOf(inputs));
    markPictures(view.pictures(), kept.answer);
  };

  // A head that is off says so above its large picture, which is grey.
  const resultOf = (inputs) => {
    const [result, isMute] = [compute(kept.record, inputs), isOff(kept.answer.silenced, inputs)];
    view.node.classList.toggle("mha-mute", isMute);
    const name = `${result.pattern.name}, ${SAID.isOff}`;
    return isMute ? { ...result, pattern: { ...result.pattern, name } } : result;
  };

  const update = () => {
    reading.follow();
    const [state, inputs] = [reading.now(), readInputs(model)];
    const isOnItsWay = ["asleep", "loading", "reading"].includes(state.is);
    const isShared = isOnItsWay && !state.isPresent && isLinked(model, location.hash);
    const { isTyped, isUnfit } = form.pending();
    const isPresent = state.isPresent && !isTyped;
    const now = { ...state, isShared, isPresent, isTyped, isUnfit };
    if (kept.answer !== now.shown)
      Object.assign(kept, { answer: now.shown, record: recordOf(now.shown), at: null });
    draw(inputs);
    show(view.node, !isShared);
    view.node.classList.toggle("mha-past", !now.isPresent);
    parts.forEach(({ refill }) => refill(now));
    frame.judge();
  };

  const tasks = tasksOf(
    model,
    () => reading.now(),
    () => kept.isPressed,
  );
  const rules = { inputs: INPUTS, isValid: isValid(model), tasks };
  const frame = createFrame({ model, host, title: TITLE, hint: hint(), update, ...rules });
  const form = sentenceForm(model, frame, {
    onread: () => reading.read(),
    ontype: () => update(),
  });
  const shared = sharedNote(model);
  const switching = switches(model, frame);
  const off = switchedOff(model, frame, { onhead: view.goTo, onback: switching.focus });
  const steps = headSteps(model, choose);
  const parts = [form, modelState(model), switching, off, steps, shared];
  frame.onResize(view.node, view.fit);
  model.on("change:answer", update);
  frame.onClose(() => model.off("change:answer", update));
  frame.onClose(reading.close);
  const rounded = load ? [roundingNote(model)] : [];
  const results = box("read-by", shared.node, view.node, ...rounded);
  const close = frame.open(box("asked", form.node, parts[1].node), results);
  frame.live.before(off.node); // in the part that stays in sight
  return close;
};

export default { render };
