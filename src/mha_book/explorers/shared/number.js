// Fields for numbers: they read "1,5" as 1.5, and say beside themselves what they refuse.
import { el } from "./dom.js";
import { SAID } from "./words.js";

// What a reader typed, as a number; NaN where it is none.
export const readNumber = (text) => {
  const typed = text.trim().replace(",", ".").replace("−", "-");
  return typed === "" ? NaN : Number(typed);
};

const STEPS = { ArrowUp: 1, ArrowDown: -1 };

// A sum without the crumbs that doubles leave: 0.1 + 0.2 is 0.3.
const stepped = (number, by) => Number((number + by).toFixed(6));

// Makes fields for numbers. One that is not valid changes nothing; `refuse(input, words)`
// says what would be, and is given no words once that is settled. `current()` is the number
// that is computed with.
export const numberFields =
  (refuse) =>
  ({ name, expected, attributes, isValid, current, apply }) => {
    const kind = { type: "text", role: "spinbutton", inputmode: "decimal", autocomplete: "off" };
    const input = el("input", { ...kind, ...attributes });
    const judge = () => {
      const number = readNumber(input.value);
      input.setAttribute("aria-invalid", String(!isValid(number)));
      if (isValid(number)) {
        input.setAttribute("aria-valuenow", number);
        return (refuse(input, ""), apply(number));
      }
      const typed = Number.isNaN(number) ? SAID.noNumber : number;
      refuse(input, SAID.refused(name, typed, expected, current()));
    };
    // An arrow goes no further than what is valid: the field shows what is kept.
    const step = (event) => {
      const number = readNumber(input.value);
      if (!STEPS[event.key] || Number.isNaN(number)) return;
      event.preventDefault();
      const next = stepped(number, STEPS[event.key] * (Number(attributes.step) || 1));
      const isLast = isValid(number) && !isValid(next);
      input.value = isLast ? number : next;
      judge();
      if (isLast) refuse(input, SAID.atLimit(name, number, expected));
    };
    input.addEventListener("input", judge);
    input.addEventListener("keydown", step);
    input.addEventListener("blur", () => {
      if (!isValid(readNumber(input.value))) input.value = current();
      input.setAttribute("aria-invalid", "false");
      refuse(input, "");
    });
    return input;
  };
