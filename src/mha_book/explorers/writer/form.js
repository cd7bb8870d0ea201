// What begins the text in WriterExplorer, and the buttons that write it and take it away.
import { closable, dropdown, labelled } from "../shared/controls.js";
import { box, el, freshId, note, show, write } from "../shared/dom.js";
import { hasModel, isFull, isValid } from "./compute.js";
import { SAID, helpText, refusal } from "./words.js";

// The field for a beginning. What cannot be read stays in it, and is told.
const beginningField = (model, frame, writing) => {
  const limit = model.get("limits").beginning;
  const input = el("input", { type: "text", autocomplete: "off", spellcheck: "false" });
  input.setAttribute("autocapitalize", "off");
  // Another text than the one that is being written.
  const begin = (beginning) => {
    writing.stop();
    frame.change({ beginning });
  };
  const judge = () => {
    const [beginning, present] = [input.value, model.get("beginning")];
    const isFit = isValid(model)("beginning", beginning);
    input.setAttribute("aria-invalid", String(!isFit));
    if (!isFit) frame.say(input, refusal(beginning, model.get("letters"), limit, present));
    else if (beginning !== present) begin(beginning);
    else frame.say(input, "");
    return isFit;
  };
  // A notebook lets no form be sent. An Enter that ends a word of an input method is not ours.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !judge()) return;
    if (!writing.isWriting()) writing.toggle();
  });
  input.addEventListener("input", judge);
  input.addEventListener("change", judge);
  let last = null;
  const refill = () => {
    const beginning = model.get("beginning");
    if (beginning !== last && input.value !== beginning) input.value = beginning;
    if (beginning !== last) input.setAttribute("aria-invalid", "false");
    last = beginning;
  };
  // As the frame leaves a field that it has refused: what is kept stands there again.
  input.addEventListener("blur", ({ isTrusted }) => {
    if (isTrusted || input.ariaInvalid !== "true") return;
    input.value = model.get("beginning");
    judge();
  });
  const help = note(helpText(model.get("letters"), limit));
  help.id = freshId("help");
  help.classList.add("mha-help");
  input.setAttribute("aria-describedby", help.id);
  const node = labelled(SAID.field, input);
  node.append(help); // where a refusal lies over it, and over nothing else
  return { node, refill };
};

const beginningList = (model, frame) => {
  const options = model.get("limits").beginning.among.map((text) => [text, text]);
  const list = dropdown(SAID.texts, options, (beginning) => frame.change({ beginning }));
  return { node: list.node, refill: ({ inputs }) => list.refill(inputs.beginning) };
};

// What begins the text, and the buttons that write it and take it away.
export const form = (model, frame, writing) => {
  const own = hasModel(model) ? beginningField : beginningList;
  const field = own(model, frame, writing);
  const main = el("button", { type: "button", class: "mha-main", onclick: writing.toggle });
  const erase = closable(SAID.erase, () => frame.change({ written: "" }));
  const node = box("ask mha-beginning", field.node, box("buttons", main, erase.node));
  // A text that is full gives way to another one.
  const beginText = ({ written }) => {
    const isAtEnd = hasModel(model) && isFull(written, model.get("limits").written);
    return isAtEnd ? SAID.writeAgain : SAID.write;
  };
  const refill = (now) => {
    field.refill(now);
    show(main, hasModel(model));
    write(main, writing.isWriting() ? SAID.stop : beginText(now.inputs));
    erase.close(now.inputs.written === "");
  };
  return { node, refill };
};
