// WriterExplorer: a model that writes on the page, or what a larger one has said.
import { loadPart } from "../shared/page_model.js";
import { box, write } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { hintFor, isCalm } from "../shared/sight.js";
import { createDecoder } from "../../in_page/decoder.js";
import {
  INPUTS,
  TOLD,
  chancesOf,
  derive,
  hasModel,
  isFull,
  isValid,
  readInputs,
} from "./compute.js";
import { createChosen } from "./chosen.js";
import { createCosts } from "./costs.js";
import { choosing, costing, looking, roundingNote } from "./folded.js";
import { whileDrawn } from "./drawn.js";
import { form } from "./form.js";
import { createKept, keptTexts } from "./kept.js";
import { bars, modelState, paper } from "./panels.js";
import { createReader, createReading } from "./reading.js";
import { tasksOf } from "./tasks.js";
import { HINT, changedText, joinedText, wroteText } from "./told_words.js";
import { createWriting } from "./writing.js";
import { SAID } from "./words.js";

// In a notebook the model comes along; on the site it is a script.
const loader = (model) => async () => {
  const { name, key, sizes } = model.get("listing");
  const given = model.get("parts");
  const parts = Object.keys(given).length ? given : await loadPart({ name, key }, key);
  const letters = [...model.get("letters")];
  return createReader(createDecoder(parts, sizes), letters, sizes.heads);
};

const render = ({ model, el: host }) => {
  const hint = hintFor(HINT);
  const { longest } = model.get("listing");
  const costs = createCosts(longest);
  const [kept, chosen] = [createKept(), createChosen()];
  const drawing = whileDrawn(host, () => frame.judge());
  const reading = createReading({
    model,
    load: loader(model),
    ontell: () => update(),
    oncost: costs.note,
  });
  const now = () => {
    const inputs = readInputs(model);
    const state = reading.now();
    const isWriting = writing.isWriting();
    return { ...state, inputs, isWriting, found: chancesOf(state.shown, inputs) };
  };

  const update = () => {
    reading.follow();
    const present = now();
    chosen.follow(present.inputs.written, joined !== null);
    parts.forEach(({ refill }) => refill(present));
    results.classList.toggle("mha-past", !present.isPresent);
    results.setAttribute("aria-busy", String(present.is === "loading"));
    tellChanged(present);
    retell(present);
    frame.judge();
  };

  // `said(present)` is what the line below says, as long as that is so.
  let said = () => null;
  const retell = (present) =>
    write(frame.live, present.isWriting ? SAID.writing : (said(present) ?? hint));
  const say = (words) => {
    said = words;
    retell(now());
  };
  const stateOf = ({ inputs }) => JSON.stringify(TOLD.map((name) => inputs[name]));
  const sayOf = (present, words) => {
    const state = stateOf(present);
    said = (later) => (stateOf(later) === state ? words : null);
  };

  // What was changed is told with what comes next, once that is known; not each letter that
  // is written.
  let [joined, before] = [null, readInputs(model)];
  const tellChanged = (present) => {
    const { shown, found, inputs, isWriting, isPresent } = present;
    if (!isPresent && !isWriting) return;
    const isOther = stateOf({ inputs: before }) !== stateOf(present);
    const isJoined = joined && inputs.written.endsWith(joined);
    const isRead = said(present) !== null; // a bar that is pointed at tells what it has now
    if (isOther && !isWriting && isJoined) sayOf(present, joinedText(joined, shown, found));
    else if (isOther && !isWriting && !isRead) sayOf(present, changedText(present, before));
    if (isOther) [joined, before] = [null, inputs];
  };

  const frame = createFrame({
    model,
    host,
    title: SAID.title,
    hint,
    update,
    inputs: INPUTS,
    isValid: isValid(model),
    derive,
    tasks: tasksOf(model, costs, drawing.isDrawn),
    looks: ["layer", "head"],
    forget: () => {
      writing.stop();
      kept.clear();
      say(() => null);
      queueMicrotask(() => say(() => null)); // nor of what the reset itself changes
    },
  });
  const writing = createWriting({
    model,
    reading,
    change: frame.change,
    isCalm,
    onstate: ({ isThere, wrote }) => {
      if (isThere) noteWritten(wrote);
      update();
    },
  });
  const noteWritten = (wrote) => {
    const present = now();
    const limits = model.get("limits");
    sayOf(present, wroteText(wrote, isFull(present.inputs.written, limits.written) && limits));
    if (wrote) kept.add(present.inputs);
  };
  const press = (values) => {
    joined = values.written.slice(model.get("written").length);
    frame.change(values);
  };
  const parts = [
    form(model, frame, writing),
    modelState(model, reading.again),
    paper(model, chosen),
    bars(model, { say, press }),
    choosing(model, frame),
  ];
  if (hasModel(model)) parts.push(looking(model, { ...frame, say }), costing(model, frame, costs));
  const [asked, state, text, next, handles, ...folded] = parts.map(({ node }) => node);
  const rounded = hasModel(model) ? [roundingNote(model)] : [];
  const last = keptTexts(kept);
  parts.push(last);
  const results = box("writer", text, handles, next);
  frame.onClose(writing.stop);
  frame.onClose(drawing.begin());
  return frame.open(
    box("asked", asked),
    box("read-by", results, last.node, ...folded, state, ...rounded),
  );
};

export default { render };
