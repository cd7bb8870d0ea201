// What WriterExplorer asks its reader to try, and what it tells when that is done. No DOM.
import { quoted } from "../shared/words.js";
import { SAID } from "./words.js";

export const TASKS = {
  hot: {
    ask: (text, likeliest, half) =>
      `after ${text} the model is nearly sure of ${likeliest}. Open ${quoted(SAID.choosing)}, and raise ` +
      `the temperature until that has less than ${half}.`,
    told: (text, temperature, likeliest, share) =>
      `After ${text}, at a temperature of ${temperature}, ${likeliest} had ` +
      `${share}, so more often than not something else is drawn. Let it write now, ` +
      "and see what becomes of its words.",
  },
  cold: {
    ask:
      "now the other end: erase what was added, set the temperature to 0, and let it write " +
      "until it goes in a circle. Another beginning may help.",
    told: (circle) =>
      `${circle} stands there a second time. Nothing is drawn at 0, so the ` +
      "same letters are followed by the same again.",
  },
  timed: {
    ask:
      `open ${quoted(SAID.costing)}, and let it write to the end, once as it is and once with ` +
      "keys and values kept, which the next page explains. Which time grows with the text?",
    told: (whole, kept) =>
      `The longer the text, the longer each letter takes: ${whole} ms at the end. ` +
      `With keys and values kept it is ${kept} ms. How, the next page shows.`,
  },
  alone: {
    ask:
      `open ${quoted(SAID.choosing)}, and lower top p until one token alone is left. Leave the ` +
      "temperature at 1, and top k off.",
    told: (token, share, enough) =>
      `${token} has ${share} by itself, so it reaches ${enough} alone, and no other is needed.`,
  },
  sure: {
    ask: (sure) =>
      `press bars until the model is surer than ${sure} of what comes next, at a temperature of 1.`,
    told: (text, token) => `After ${text} there is hardly a choice: ${token}.`,
  },
};
