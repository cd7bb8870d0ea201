// Choices: each control has a node to show, and its inputs to refill.
import { el, freshId } from "./dom.js";

export const labelled = (text, input) => {
  input.id = freshId("field");
  return el("div", { class: "mha-field" }, el("label", { for: input.id }, text), input);
};

// A button that keeps the focus while it cannot be pressed: a disabled one would lose it, and
// who came by Tab would be back at the page's top. `close(isClosed)` says whether it can.
export const closable = (text, onclick, face = "") => {
  const press = () => node.ariaDisabled === "true" || onclick();
  const node = el("button", { type: "button", class: face, onclick: press }, text);
  const close = (isClosed) => (node.ariaDisabled = String(isClosed));
  return { node, close };
};

export const checkbox = (text, onchange) => {
  const input = el("input", { type: "checkbox" });
  input.addEventListener("change", () => onchange(input.checked));
  return { input, node: el("label", { class: "mha-choice" }, input, text) };
};

// A list to choose one from: `options` is a list of [value, text].
export const dropdown = (text, options, onchange) => {
  const input = el("select", {}, ...options.map(([value, name]) => el("option", { value }, name)));
  input.addEventListener("change", () => onchange(input.value));
  // To choose what is chosen already would lay the list out anew.
  const refill = (value) => {
    if (input.value !== String(value)) input.value = value;
  };
  return { input, node: labelled(text, input), refill };
};

export const group = (legend, ...nodes) => el("fieldset", {}, el("legend", {}, legend), ...nodes);

// What a reader unfolds: its name with what is `said` of what is set there, and the controls inside.
export const fold = (name, attributes, ...inside) => {
  const said = el("span", { class: "mha-said" });
  const summary = el("summary", {}, name, said);
  return { node: el("details", { class: "mha-options", ...attributes }, summary, ...inside), said };
};

// Radio buttons: `options` is a list of [value, text].
export const radios = (legend, options, onchange) => {
  const name = freshId("radio");
  const inputs = new Map(
    options.map(([value]) => [
      value,
      el("input", { type: "radio", name, value, onchange: () => onchange(value) }),
    ]),
  );
  const labels = options.map(([value, text]) =>
    el("label", { class: "mha-choice" }, inputs.get(value), text),
  );
  return { node: group(legend, ...labels), inputs };
};

// A range slider with its name and its value in words; the latter is read out too, as is a
// `hint` that says what is at its ends.
export const slider = ({ text, hint, min, max, step = 1, describe, apply }) => {
  const input = el("input", { type: "range", min, max, step, "aria-description": hint });
  const output = el("span", { class: "mha-said", "aria-hidden": "true" });
  input.addEventListener("input", () => apply(input.valueAsNumber));
  const node = labelled(text, input);
  node.append(output, hint ? el("span", { class: "mha-said", "aria-hidden": true }, hint) : "");
  const refill = (value, limit = max) => {
    input.max = limit;
    input.value = value;
    output.textContent = describe(value);
    input.setAttribute("aria-valuetext", describe(value));
  };
  return { node, input, refill };
};
