// What MapExplorer says of a state that was kept, or of a known fault, and of how far the numbers have moved. No DOM.
import { capital, listed, quoted } from "../shared/words.js";

// What somebody knows who looks at shapes and sums alone, and what they miss; `other` is a table
// that the other state has not, and `by` is null where the outputs are the same.
export const sayAlike = ({ other, hasSameSums, by }) => {
  const same = [!other && "shapes", hasSameSums && "row sums", by === null && "outputs"].filter(
    Boolean,
  );
  const others = [
    by !== null && `the outputs are up to ${by} apart`,
    !hasSameSums && "the row sums differ",
    other && `only one of the two has ${other}`,
  ].filter(Boolean);
  const alike = listed(same) && `${listed(same)} are the same`;
  return `${capital([alike, listed(others)].filter(Boolean).join("; "))}.`;
};

export const FIRST = (number, before, after) =>
  `The first has a ring: ${number}, from ${before} to ${after}.`;

export const BARS = "The longer its bar, the farther a number has moved.";

// Where a fault moves nothing: with which switch it does.
export const SHOWS = {
  causal: () => "the causal mask",
  num_heads: (heads) => (heads === 1 ? "one head" : "two heads"),
  text: (what) => ` It shows with ${what}.`,
};

export const FAULT = {
  title: (title) => `With the fault ${quoted(title)},`,
  untitled: "",
  none: (common) => `none of ${common} numbers moves.`,
  some: (changed, common) => `${changed} of ${common} numbers move.`,
  there: (number) => `With the fault it is ${number}.`,
  same: "With the fault it is the same.",
};

export const KEPT = {
  none: (common) => `None of ${common} numbers differs from what you kept.`,
  some: (changed, common) => `${changed} of ${common} numbers differ from what you kept.`,
  there: (number) => `It was ${number} in what you kept.`,
  same: "It was the same in what you kept.",
  absent: "What you kept has no such number.",
};
