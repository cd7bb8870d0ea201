// What a reader can do here, in the words of what they do it with. No DOM.
import { HINTS } from "./words.js";

const isTouched = () => Boolean(globalThis.matchMedia?.("(hover:none)").matches);

export const hint = () => (isTouched() ? HINTS.touch : HINTS.mouse);
