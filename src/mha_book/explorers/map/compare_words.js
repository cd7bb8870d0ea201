// What MapExplorer says of a state that was kept, or of a known fault, and of how far the numbers have moved. No DOM.
import { quoted } from "../shared/words.js";

// What somebody knows who looks at shapes and sums alone, and what they miss; `by` is null where
// the outputs are the same.
export const WHOLE = {
  shapes: (isSame) => (isSame ? "Same shapes" : "Other tables on the way"),
  sums: (isSame) => (isSame ? "same row sums" : "other row sums"),
  outputs: (by) => (by === null ? "same outputs" : `outputs up to ${by} apart`),
};

export const FIRST = (number, before, after) =>
  `The first has a ring: ${number}, from ${before} to ${after}.`;

// Where a fault moves nothing: with which switch it does.
export const SHOWS = {
  causal: () => "the causal mask",
  num_heads: (heads) => (heads === 1 ? "one head" : "two heads"),
  text: (what) => ` It shows with ${what}.`,
};

export const FAULT = {
  title: (title) => `With the fault ${quoted(title)},`,
  none: (common) => `none of ${common} numbers moves.`,
  some: (changed, common) => `${changed} of ${common} numbers move; the longer a bar, the farther.`,
  there: (number) => `With the fault it is ${number}.`,
  same: "With the fault it is the same.",
};

export const KEPT = {
  title: "Compared with what you kept,",
  none: (common) => `none of the ${common} numbers that both have is different.`,
  some: (changed, common) =>
    `${changed} of the ${common} numbers that both have are different; the longer a bar, the farther.`,
  there: (number) => `It was ${number} in what you kept.`,
  same: "It was the same in what you kept.",
  absent: "What you kept has no such number.",
};
