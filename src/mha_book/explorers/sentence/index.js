// SentenceExplorer: a sentence of one's own in every head of MiniLM, on the page.
import { createModel } from "../shared/page_model.js";
import { headsView } from "../browser/view.js";
import { box, show } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { isOnSite } from "../shared/site_scripts.js";
import { INPUTS, compute, isLinked, isValid, readInputs, recordOf } from "./compute.js";
import {
  markPictures,
  modelState,
  roundingNote,
  sentenceForm,
  sharedNote,
  switches,
} from "./panels.js";
import { createReading } from "./reading.js";
import { tasksOf } from "./tasks.js";
import { HINT, TITLE } from "./words.js";

const DECIMALS = 2;

const render = ({ model, el: host }) => {
  const load = isOnSite() && (() => createModel(model.get("listing")));
  const reading = createReading({ model, load, ontell: () => update() });
  const view = headsView({
    palette: model.get("palette"),
    decimals: () => DECIMALS,
    onhead: (chosen) => frame.change(chosen),
    onread: (text) => (frame.live.textContent = text),
  });
  const kept = {}; // the answer that is shown, as a record, and which of its heads

  // Nothing is drawn again while a model is on its way.
  const draw = (inputs) => {
    const at = JSON.stringify([inputs.layer, inputs.head]);
    if (kept.at === at) return;
    kept.at = at;
    view.show({ ...inputs, model: kept.record.model }, compute(kept.record, inputs));
    placeSwitches(view.pictures().node);
    markPictures(view.pictures(), kept.answer);
  };

  // Where the small pictures are, which say what a switched head has changed.
  const placeSwitches = (pictures) =>
    pictures.contains(switching.node) || pictures.prepend(switching.node);

  const update = () => {
    reading.follow();
    const [state, inputs] = [reading.now(), readInputs(model)];
    const isOnItsWay = ["asleep", "loading", "reading"].includes(state.is);
    const isShared = isOnItsWay && !state.isPresent && isLinked(model, location.hash);
    const now = { ...state, isShared };
    if (kept.answer !== now.shown)
      Object.assign(kept, { answer: now.shown, record: recordOf(now.shown), at: null });
    draw(inputs);
    show(view.node, !isShared);
    view.node.classList.toggle("mha-past", !now.isPresent);
    parts.forEach(({ refill }) => refill(now));
    frame.judge();
  };

  const tasks = tasksOf(model, () => reading.now());
  const rules = { inputs: INPUTS, isValid: isValid(model), tasks };
  const frame = createFrame({ model, host, title: TITLE, hint: HINT, update, ...rules });
  const form = sentenceForm(model, frame, () => reading.read());
  const shared = sharedNote(model);
  const switching = switches(model, frame);
  const parts = [form, modelState(model), switching, shared];
  frame.onResize(view.node, view.fit);
  model.on("change:answer", update);
  frame.onClose(() => model.off("change:answer", update));
  frame.onClose(reading.close);
  const rounded = load ? [roundingNote(model)] : [];
  const results = box("read-by", shared.node, view.node, ...rounded);
  return frame.open(box("asked", form.node, parts[1].node), results);
};

export default { render };
