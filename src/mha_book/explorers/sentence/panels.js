// What SentenceExplorer has around the head browser: the field for a sentence, and what is told
// of the model on its way.
import { closable, labelled } from "../shared/controls.js";
import { box, el, note, show, write } from "../shared/dom.js";
import { sum } from "../shared/arrays.js";
import { isValid } from "./compute.js";
import {
  SAID,
  offer,
  progressText,
  roundingText,
  sharedText,
  stateText,
  tooLong,
} from "./words.js";

// The field, and the button that asks for the model.
export const sentenceForm = (model, frame, { onread, ontype }) => {
  // Of several lines where it is long; a line break is a space like any other.
  const input = el("textarea", { rows: 1, autocomplete: "off", spellcheck: "false" });
  const typed = () => input.value.trim().replace(/\s+/g, " ");
  const commit = () => {
    const sentence = typed();
    if (sentence === model.get("sentence")) return true;
    const isFit = isValid(model)("sentence", sentence);
    input.setAttribute("aria-invalid", String(!isFit));
    if (isFit) frame.change({ sentence });
    else frame.say(input, tooLong(model.get("limits").sentence));
    return isFit;
  };
  const { node: button, close } = closable(SAID.read, () => commit() && onread(), "mha-main");
  input.addEventListener("change", commit);
  input.addEventListener("input", ontype);
  // A notebook lets no form be sent. An Enter that ends a word of an input method is not ours.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    button.click();
  });
  const node = box("ask mha-sentence", labelled(SAID.field, input), button);
  let last = null;
  const refill = ({ is }) => {
    const sentence = model.get("sentence");
    if (sentence !== last) input.value = last = sentence;
    close(is === "loading" || is === "reading");
  };
  // Whether what stands in the field is other than what is asked for, and cannot be asked for.
  const pending = () => {
    const isTyped = last !== null && typed() !== model.get("sentence");
    return { isTyped, isUnfit: isTyped && !isValid(model)("sentence", typed()) };
  };
  return { node, refill, pending };
};

const bytesOf = (model) => {
  const { first, each } = model.get("listing");
  return sum(Object.values(first)) + 4 * each;
};

// In the place of a picture that is of another sentence than the page's address brings.
export const sharedNote = (model) => {
  const node = el("p", { class: "mha-shared" });
  const refill = ({ is, isShared }) => {
    show(node, isShared);
    if (isShared) write(node, sharedText(model.get("sentence"), bytesOf(model), is));
  };
  return { node, refill };
};

// How it stands with the model, and how much of it has come.
export const modelState = (model) => {
  const all = bytesOf(model);
  const [before, said] = [note(offer(all)), el("p", { class: "mha-note", role: "status" })];
  const bar = el("progress", { max: all, value: 0, "aria-label": SAID.loading });
  const come = el("span", { "aria-hidden": "true" });
  const node = box("model", before, said, box("coming", bar, come));
  const refill = (state) => {
    write(said, stateText(state));
    show(before, state.is === "asleep");
    show(bar.parentNode, state.is === "loading");
    bar.value = state.bytes ?? 0;
    write(come, progressText(state.bytes ?? 0, all));
  };
  return { node, refill };
};

export const roundingNote = (model) => {
  const words = note(roundingText(model.get("rounding")));
  return el("details", { class: "mha-rounded" }, el("summary", {}, SAID.rounded), words);
};
