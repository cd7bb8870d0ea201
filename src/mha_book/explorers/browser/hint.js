// What a reader can do here, in the words of what they do it with. No DOM.
import { hintFor } from "../shared/sight.js";
import { HINTS } from "./words.js";

export const hint = () => hintFor(HINTS);
