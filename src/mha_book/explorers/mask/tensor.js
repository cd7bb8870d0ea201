// A convention's tensor as code has it: its name, its elements, what it leaves out. No DOM.
import { hasQueries } from "./compute.js";

// The index of a cell in a convention's tensor; `b` or ":" where a place is not one's own.
export const indexName = ({ index }, places) =>
  `[${index.map((axis) => places[axis] ?? axis).join(", ")}]`;

export const elementName = ({ seen, hidden }, isSeen) => (isSeen ? seen : hidden);

// "mask[0, 0, :, :]", or "attention_mask[:, :]" where the whole is shown.
export const sliceName = ({ convention, sentence }) => {
  const b = hasQueries(convention) ? sentence : ":";
  return convention.argument + indexName(convention, { b, i: ":", j: ":" });
};

// What a tensor without queries cannot say of this mask, and who says it instead.
export const leftOut = ({ convention, causal, window, painted }) => {
  const isAsked = {
    padding: true,
    later: causal && window === 0,
    window: window > 0,
    painted: painted.flat(2).includes(true),
  };
  return convention.left_out.filter(([what]) => isAsked[what]).map(([, words]) => words);
};
