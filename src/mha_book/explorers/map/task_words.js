// What MapExplorer asks its reader to try, and what it tells when that is done. No DOM.
import { hintFor } from "../shared/sight.js";
import { quoted } from "../shared/words.js";
import { KEEP } from "./option_words.js";

// What a later step makes is asked for there; null: it is there already.
const inStep = (step) => (step === null ? "" : `, in step ${step}`);

// What a first task needs.
const HOW = hintFor({
  pointer: "Press an underlined number, and type.",
  finger: "Tap an underlined number, then its box at the bottom.",
});

export const TASKS = {
  look: {
    ask: (second, first, isOfTwo, step) =>
      `make ${second} give more than half of its attention to ${first}` +
      `${isOfTwo ? " in head\u00a00" : ""}${inStep(step)}. ${HOW}`,
    told: (second, first, weight) =>
      `The weight ${second} → ${first} is now ${weight}: its score became the largest of its row.`,
    waits: (second, first, weight) => `The weight ${second} → ${first} is ${weight}.`,
  },
  hide: {
    ask: (first) => `hide from ${first} the words that come after it.`,
    told: (first) => `Nothing but ${first} itself was left to look at, so its own weight became 1.`,
  },
  match: {
    ask: (second, third, step) =>
      `change one number of W_k, so that the score of ${second} for ${third} rises above 0` +
      `${inStep(step)}. ${HOW}`,
    told: (second, third, score) =>
      `You raised the score to ${score}: the query of ${second} and the key ` +
      `of ${third} came to point to the same side.`,
    waits: (second, third, score) => `The score of ${second} for ${third} is ${score}.`,
  },
  loop: {
    ask: "among the options, switch to the wrapper, and see which numbers change.",
    told: "None changed: the same matrices are only cut earlier, before the product.",
  },
  apart: {
    ask: `change one number of W_q, so that the queries of head 1 alone change. ${HOW}`,
    answers: "Not yet: your change moved the queries of head\u00a00.",
    told: "You changed the row of W_q that head 1 owns: nothing of head 0 is made from it.",
  },
  show: {
    ask: (first, step) =>
      `in Options, switch the causal mask off. Then press the largest weight of ${first} ` +
      `in head\u00a00${inStep(step)}.`,
    told: (first, weight, later) =>
      `Without the mask ${first} gives most, ${weight}, to ` +
      `${later ? `${later}: a word that lies in its future` : "itself"}.`,
  },
  leak: {
    ask: (third) =>
      `switch the mask on, and change a number of ${third} in X. Which outputs change?`,
    told: (third, before, after) =>
      `Only the row of ${third} changed, from ${before} to ${after}: no word before it can look ` +
      "at it.",
  },
  alone: {
    ask:
      `among the options press ${quoted(KEEP.begin)}. Then change one number so that the ` +
      "output alone moves.",
    told: (by) =>
      `Nothing but the output is made from W_o. The outputs are up to ${by} apart, ` +
      "and every weight is the same.",
  },
  stay: {
    ask: (step) =>
      `among the options press ${quoted(KEEP.begin)}, and turn the mask. Which row of the ` +
      `output does not move? Press one of its numbers${inStep(step)}.`,
    told: (third, by) =>
      `${third} comes last, so the mask hides nothing from it. The outputs of the others are up ` +
      `to ${by} apart.`,
  },
  unseen: {
    ask:
      "among the options, choose a fault that leaves every weight as it is, and press the first " +
      "number that it moves.",
    told: (by) =>
      `Every weight is right, and the outputs are up to ${by} apart. Whoever looks at the ` +
      "weights finds nothing.",
  },
  root: {
    ask: (fault) =>
      `choose ${quoted(fault)}. It moves nothing here. Which switch brings it to light?`,
    told:
      "With two heads a query has one number, and the root of 1 is 1. A test with small sizes may " +
      "let such a fault through.",
  },
};
