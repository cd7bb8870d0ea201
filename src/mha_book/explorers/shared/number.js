// Fields for numbers: they read "1,5" as 1.5, and say beside themselves what they refuse.
import { el } from "./dom.js";
import { asSaid } from "./format.js";
import { SAID } from "./words.js";

// What a reader typed, as a number; NaN where it is none.
export const readNumber = (text) => {
  const typed = text.trim().replace(",", ".").replaceAll("−", "-");
  return typed === "" ? NaN : Number(typed);
};

const STEPS = { ArrowUp: 1, ArrowDown: -1 };

const PAUSE = 1000; // ms: who types no more has typed the number
const isWhole = (text) => /\d$/.test(text.trim()); // "0." goes on

// Says when a number is being typed into a field, and when it has been: it was entered, left, or
// waited at.
const tellTyping = (input, say) => {
  let waits;
  const tell = (isOn) => {
    clearTimeout(waits);
    say(isOn);
    if (isOn && isWhole(input.value)) waits = setTimeout(() => tell(false), PAUSE);
  };
  input.addEventListener("input", () => tell(true), { capture: true }); // before it is set
  input.addEventListener("keydown", ({ key }) => (key === "Enter" || STEPS[key]) && tell(false));
  input.addEventListener("blur", () => tell(false));
};

// A sum without the crumbs that doubles leave: 0.1 + 0.2 is 0.3.
const stepped = (number, by) => Number((number + by).toFixed(6));

// Whether a text is the same number, typed on or taken back: "5", "50", "5.".
const isTypedOn = (before, now) => before.startsWith(now) || now.startsWith(before);

// What is typed next replaces the number, however a reader came to it. A pointer gives the focus
// first and then sets the cursor; to press again is to choose a place in the number.
const selectWhenReached = (input) => {
  const hasFocus = () => input === input.getRootNode().activeElement;
  let isNew = false;
  input.addEventListener("pointerdown", () => (isNew = !hasFocus()));
  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => {
    const isPlace = input.selectionStart === input.selectionEnd; // and no part that was drawn over
    if (isNew && isPlace) input.select();
    isNew = false;
  });
};

// Makes fields for numbers. One that is not valid changes nothing: what stood there before its
// first digit comes back. `refuse(input, words, isLeft)` says what would be, is given no words once
// that is settled, and is told when the field was left like that. `current()` is the number that
// is computed with; `asOne(goesOn, run)` runs what sets it, and is told whether the same number
// is still being typed; `type(isOn)` is told whether any is.
export const numberFields =
  (refuse, asOne = (_, run) => run(), type = () => {}) =>
  ({ name, expected, attributes, isValid, current, apply }) => {
    const kind = { type: "text", role: "spinbutton", inputmode: "decimal", autocomplete: "off" };
    const input = el("input", { ...kind, ...attributes });
    let typing = null; // {before, text, isOn}
    let isStepped = false; // by arrows, which go on as a slider does
    const begin = () =>
      (typing = { before: current(), text: input.value, isOn: isStepped ? undefined : false });
    const set = (number) => {
      asOne(typing.isOn, () => apply(number));
      typing.isOn = true;
    };
    const judge = () => {
      if (!typing || !isTypedOn(typing.text, input.value)) begin();
      typing.text = input.value;
      const number = readNumber(input.value);
      input.setAttribute("aria-invalid", String(!isValid(number)));
      if (isValid(number)) {
        input.setAttribute("aria-valuenow", number);
        return (refuse(input, ""), set(number));
      }
      if (current() !== typing.before) set(typing.before);
      complain(number, false);
    };
    const complain = (number, isLeft) => {
      const typed = Number.isNaN(number) ? SAID.noNumber : asSaid(number);
      refuse(input, SAID.refused(name, typed, expected, asSaid(current())), isLeft);
    };
    // An arrow goes no further than what is valid: the field shows what is kept.
    const step = (event) => {
      const number = readNumber(input.value);
      if (!STEPS[event.key] || Number.isNaN(number)) return;
      event.preventDefault();
      const next = stepped(number, STEPS[event.key] * (Number(attributes.step) || 1));
      const isLast = isValid(number) && !isValid(next);
      input.value = asSaid(isLast ? number : next);
      typing = null; // no digit of what was typed before
      judge();
      [typing, isStepped] = [null, true];
      if (isLast) refuse(input, SAID.atLimit(name, asSaid(number), expected));
    };
    selectWhenReached(input);
    tellTyping(input, type);
    input.addEventListener("focus", () => ((isStepped = false), begin()));
    input.addEventListener("input", () => ((isStepped = false), judge()));
    input.addEventListener("keydown", step);
    input.addEventListener("blur", () => {
      const number = readNumber(input.value);
      input.setAttribute("aria-invalid", "false");
      if (isValid(number)) return refuse(input, "");
      input.value = asSaid(current());
      complain(number, true);
    });
    return input;
  };
