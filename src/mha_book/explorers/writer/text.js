// How WriterExplorer shows texts and shares, in any language. No DOM.
import { format } from "../shared/format.js";

// As a text shows it.
export const onPaper = (text) => text.replaceAll("\n", "↵\n");

export const percent = (share) => {
  if (share === 0) return "0";
  const number = 100 * share;
  if (number < 0.1) return "< 0.1 %";
  return `${format(number, number < 10 ? 1 : 0)} %`;
};

// Only the end of a long text, on one line.
export const ending = (text, longest = 24) =>
  (text.length > longest ? `…${text.slice(-longest)}` : text).replaceAll("\n", "↵");
