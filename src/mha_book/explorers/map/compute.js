// MapExplorer's inputs, every block's numbers, and what each was made from: no DOM.
//
// Each op of the declared layer says once how a number arises (`value`) and from which
// others (`sources`); the trace, the marks and the arithmetic follow from that.
import { dot, range, softmax, transpose } from "../shared/arrays.js";
import { isAmong, isBoolean, isTableLike, isWholeWithin, isWithin } from "../shared/limits.js";

export const MATRICES = ["embeddings", "query", "key", "value", "out"];
export const SWITCHES = ["num_heads", "design", "causal", "placed"];
export const STATE = [...MATRICES, ...SWITCHES]; // all that the numbers follow from
export const INPUTS = [...STATE, "wrong_cuts", "step", "compare", "held", "fault", "other", "cell"];
export const LOOKS = ["step", "other", "cell"];

// A cell that is no longer on the map is none: switches are set before it is let go.
export const readInputs = (model) => {
  const read = (name) => [name, model.get(name)];
  const inputs = Object.fromEntries([...INPUTS, "positions"].map(read));
  return hasCell(blocksOf(model, inputs), inputs.cell) ? inputs : { ...inputs, cell: "" };
};

export const keyOf = ({ num_heads, design, placed }, ...form) =>
  [num_heads, design, placed, ...form].join(" ");

export const blocksOf = (model, inputs) => model.get("layers")[keyOf(inputs)];

export const cellOf = (name, i, j) => `${name}:${i},${j}`;

// Whether a block is there at a step; at 0 all of it is.
export const isMade = (block, { step }) => !step || block.step <= step;

export const parseCell = (cell) => {
  const [name, place] = cell.split(":");
  const [i, j] = place.split(",").map(Number);
  return { name, i, j };
};

export const cellsOf = ({ name, shape: [rows, columns] }) =>
  range(rows).flatMap((i) => range(columns).map((j) => cellOf(name, i, j)));

// Whether a number belongs to the second of two heads.
export const isStriped = ({ striped }, i, j) => striped[i][j];

export const hasCell = (blocks, cell) =>
  cell === "" || blocks.some((b) => cell.startsWith(`${b.name}:`) && cellsOf(b).includes(cell));

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  if (MATRICES.includes(name)) return isTableLike(model.get(name), isWithin(limit))(value);
  if (name === "cell") return hasCell(blocksOf(model, readInputs(model)), value);
  if (name === "held") return isHoldable(model, value);
  if (name === "step") return isWholeWithin(limit)(value);
  return limit ? isAmong(limit)(value) : isBoolean(value);
};

// A state that can be kept: inputs that say what is computed, some or none of them.
const isHoldable = (model, held) =>
  Object.getPrototypeOf(held) === Object.prototype &&
  Object.entries(held).every(
    ([name, value]) => STATE.includes(name) && isValid(model)(name, value),
  );

export const isHolding = ({ held }) => Object.keys(held).length > 0;

// The mask that the printed numbers were made with.
export const printedMask = ({ causal, held, other }) => (other ? (held.causal ?? causal) : causal);

export const stateOf = (inputs) => Object.fromEntries(STATE.map((name) => [name, inputs[name]]));

// Whether the map is compared as a whole: with what was kept, or with a known fault.
export const isCompared = (inputs) => isHolding(inputs) || inputs.fault !== "";

// One comparison at a time: with what was kept, with a fault, or with a switch's other position.
const NONE = { held: {}, fault: "", compare: "" };
const isNone = (name, value) => (name === "held" ? !isHolding({ held: value }) : value === "");
const alone = (model, values) => {
  const chosen = Object.keys(NONE).find((name) => name in values && !isNone(name, values[name]));
  if (!chosen) return values;
  const others = Object.keys(NONE).filter((name) => name !== chosen);
  const isOn = (name) => !isNone(name, { [name]: model.get(name), ...values }[name]);
  const next = { ...values };
  for (const name of others.filter(isOn)) next[name] = NONE[name];
  if (chosen === "held") next.held = stateOf({ ...readInputs(model), ...values, ...values.held });
  return next;
};

// A switch that is turned marks what it changes, unless the map is compared as a whole. A number
// is let go then, for it would fade what has changed, and when the reader walks on. Who changes
// what is computed, or keeps it, sees the present numbers.
export const derive = (model) => (given) => {
  const isNew = (name) => name in given && given[name] !== model.get(name);
  const isOther = model.get("other") && [...STATE, "held"].some(isNew);
  const values = isOther ? { other: false, ...given } : given;
  const turned = SWITCHES.find(isNew);
  const whole = { held: model.get("held"), fault: model.get("fault"), ...values };
  const isFree = !("compare" in values) && !isCompared(whole);
  const next = alone(model, turned && isFree ? { ...values, compare: turned } : values);
  return "cell" in values || !(turned || isNew("step")) ? next : { ...next, cell: "" };
};

// ---- how a number arises ---------------------------------------------------------------

const row = (name, i, width) => range(width).map((k) => [name, i, k]);
const seen = (block, i, isHidden) => range(block.shape[0]).filter((k) => !isHidden(i, k));

// `value(tables, block, i, j)`; `sources(block, i, j, {isHidden, blocks})`, each [name, i, j].
export const OPS = {
  given: { sources: () => [] },
  add: {
    value: ([a, b], _, i, j) => a[i][j] + b[i][j],
    sources: ({ inputs }, i, j) => inputs.map((name) => [name, i, j]),
  },
  product: {
    value: ([a, b], _, i, j) => dot(a[i], b[j]),
    sources: ({ inputs: [a, b] }, i, j, { widthOf }) => [
      ...row(a, i, widthOf(a)),
      ...row(b, j, widthOf(b)),
    ],
  },
  view: {
    value: ([a], { first }, i, j) => a[i][first + j],
    sources: ({ inputs: [a], first }, i, j) => [[a, i, first + j]],
  },
  score: {
    value: ([q, k], _, i, j) => dot(q[i], k[j]) / Math.sqrt(q[i].length),
    sources: (...given) => OPS.product.sources(...given),
  },
  mask: {
    value: ([scores], _, i, j, isHidden) => (isHidden(i, j) ? -Infinity : scores[i][j]),
    sources: ({ inputs: [a] }, i, j, { isHidden }) => (isHidden(i, j) ? [] : [[a, i, j]]),
  },
  softmax: {
    value: ([masked], _, i, j) => softmax(masked[i])[j],
    sources: (block, i, j, { isHidden }) =>
      isHidden(i, j) ? [] : seen(block, i, isHidden).map((k) => [block.inputs[0], i, k]),
  },
  mix: {
    value: ([weights, v], _, i, j) => dot(weights[i], transpose(v)[j]),
    sources: (block, i, j, { isHidden }) =>
      seen(block, i, isHidden).flatMap((k) => [
        [block.inputs[0], i, k],
        [block.inputs[1], k, j],
      ]),
  },
  join: {
    value: (tables, _, i, j) => tables.flatMap((table) => table[i])[j],
    sources: ({ inputs }, i, j, { widthOf }) => {
      const width = widthOf(inputs[0]);
      return [[inputs[Math.floor(j / width)], i, j % width]];
    },
  },
};

export const hiddenBy =
  ({ causal }) =>
  (i, j) =>
    causal && j > i;

// Every block's table, by its name; `ops` may take the place of some operations' values.
export const evaluate = (blocks, inputs, ops = {}) => {
  const isHidden = hiddenBy(inputs);
  const values = {};
  for (const block of blocks) {
    const { name, op, given, first, shape } = block;
    const tables = block.inputs.map((source) => values[source]);
    values[name] =
      op === "given"
        ? inputs[given].slice(first, first + shape[0])
        : range(shape[0]).map((i) =>
            range(shape[1]).map((j) => (ops[op] ?? OPS[op].value)(tables, block, i, j, isHidden)),
          );
  }
  return values;
};
