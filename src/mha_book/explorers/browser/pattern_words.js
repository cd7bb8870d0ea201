// What patterns of heads are called, and the places at which heads look. No DOM.

export const TARGETS = {
  previous: "the previous token",
  itself: "itself",
  next: "the next token",
  first: "the first token",
  afterCopy: "the token after a copy",
};

export const PATTERNS = {
  empty: "nothing to attend to",
  even: "spread evenly",
  mixed: "mixed",
  induction: "induction",
  mostly: (target) => `mostly ${target}`,
  overlap: "These places overlap, so their shares need not add up to 1.",
  places:
    "The places overlap: the token before the second one, for example, is also the first. A row " +
    "without such a place is left out of that mean. An even share is what each key would get if " +
    "a row gave all of them the same.",
  ruled: "How a head gets its name",
  rule: (most, rows, even) =>
    `Mostly one place: it gets more than ${most} of the weight, on average over the rows ` +
    "that have such a place. Induction: this place is the token after an earlier copy of the " +
    `one that asks, which ${rows} rows or more must have. Spread evenly: a row’s largest ` +
    `weight is on average less than ${even} times its even share, which is 1 divided by the ` +
    "number of keys (of those up to its own, in a head that never looks ahead). Otherwise mixed.",
};
