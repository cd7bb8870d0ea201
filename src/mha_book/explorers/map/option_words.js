// What MapExplorer says of its switches, of what they change, and of what is compared. No DOM.

export const COMPARISONS = {
  "": "nothing",
  num_heads: "the number of heads",
  design: "the design",
  causal: "the causal mask",
  placed: "the positions",
};

// What the present picture is compared with: the switch's other position.
const OTHERWISE = {
  num_heads: (n) => (n === 2 ? "with one head" : "with two heads"),
  design: (design) => (design === "split" ? "with the wrapper" : "with the weight split"),
  causal: (on) => (on ? "without a mask" : "with the causal mask"),
  placed: (on) => (on ? "without positions" : "with positions"),
};

// The switches.
export const SET = {
  options: "Options ",
  heads: "Heads",
  design: "Design",
  compare: "Show what depends on",
  also: "Switch on",
  designs: "wrapper: a loop over heads; weight split: one product, cut into heads",
  causal: "causal mask",
  placed: "positions",
};
export const COUNTS = { 1: "one", 2: "two" };
export const DESIGNS = { wrapper: "wrapper", split: "weight split" };

// The options in a few words, for where they are folded.
export const sayOptions = ({ num_heads, design, causal, placed }) =>
  [
    num_heads === 2 ? "two heads" : "one head",
    design === "split" && "weight split",
    causal ? "causal mask" : "no mask",
    placed ? "positions" : "no positions",
  ]
    .filter(Boolean)
    .join(", ");

// What the button says that has all told of a step.
export const MORE = { more: "Say more", less: "Say less" };

// What the button says that keeps a state, and that lets it go; and the list of known faults.
export const KEEP = {
  begin: "Keep this to compare",
  end: "End the comparison",
  fault: "or compare with a known fault",
  none: "none",
  first: "Go to the first that moved",
  numbers: "Show",
  faulty: ["right", "faulty"],
  kept: ["now", "kept"],
  with: (options) => `Kept: ${options}`,
};

// `from`: the first step that differs.
export const sayChange = (inputs, { common, changed }, from) => {
  const { compare } = inputs;
  if (!compare) return "";
  const otherwise = OTHERWISE[compare](inputs[compare]);
  return changed.size
    ? `Dots, from step ${from} on: ${changed.size} of ${common} numbers differ ${otherwise}.`
    : `None of ${common} numbers differs ${otherwise}.`;
};

export const WRONG_CUTS = "show wrong ways to cut into two heads";
export const OUTPUT = "output";
export const CUT_NAMES = {
  right: "Right: project, then give each head its columns",
  sliced: "Wrong: slice the input, project each slice",
  untransposed: "Wrong: reshape without the transpose",
};

export const countWrong = (count, of) =>
  count ? `${count} of ${of} numbers are wrong` : `${of} numbers, as on the map`;
