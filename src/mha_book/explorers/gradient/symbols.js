// Letters of a formula among words, as a page sets them.
import { el } from "../shared/dom.js";

const SYMBOL = /(?<!\w)(d?[LOPSWXY](?:_[A-Z])?)(?!\w)/;

// [text, letter and index, text, …]: every second one is a symbol. No page.
export const split = (text) => text.split(SYMBOL);

const set = (symbol) => {
  const [letter, index] = symbol.split("_");
  return [el("i", {}, letter), index ? el("sub", {}, index) : ""];
};

// Writes a text, where another stands; as it may be said aloud it is not written twice.
export const writeSymbols = (node, text) => {
  if (node.textContent !== split(text).join("").replaceAll("_", ""))
    node.replaceChildren(...symbols(text));
};

// "dW_V" as an italic letter with its index below; what is between stays as it is.
export const symbols = (text) =>
  split(text).flatMap((part, k) => (k % 2 ? set(part) : part === "" ? [] : [part]));
