// What the map is compared with, and how far each of its numbers has moved: no DOM.
import { sum } from "../shared/arrays.js";
import { blocksOf, cellsOf, evaluate, isCompared, isHolding, parseCell } from "./compute.js";
import { evaluateFaulty } from "./faults.js";

const OTHER = {
  num_heads: (n) => 3 - n,
  design: (design) => (design === "split" ? "wrapper" : "split"),
  causal: (on) => !on,
  placed: (on) => !on,
};

// What was kept, the same with a fault, or a switch's other position; null, where nothing is
// asked for.
const otherOf = (inputs) => {
  const { compare, held } = inputs;
  if (isCompared(inputs)) return { ...inputs, ...held };
  return compare ? { ...inputs, [compare]: OTHER[compare](inputs[compare]) } : null;
};

const isSameShape = ({ shape }, table) =>
  table?.length === shape[0] && table[0].length === shape[1];

// −∞ has not moved from −∞, and any other number has moved from it by ∞.
const gapOf = (a, b) => (a === b ? 0 : Math.abs(a - b));
const TINY = 1e-9; // rounding

// The tables and the cells that the other state has too, and of these, those that differ,
// each with how far it moved; the `first` of them that the layer makes, in its order.
export const compareWith = (model, inputs, values) => {
  const others = otherOf(inputs);
  if (!others) return { common: 0, moved: new Map(), changed: new Set(), first: "" };
  const blocks = blocksOf(model, inputs);
  const isFaulty = inputs.fault && !isHolding(inputs);
  const theirs = isFaulty ? blocks : blocksOf(model, others);
  const there = isFaulty ? evaluateFaulty(inputs.fault, blocks, others) : evaluate(theirs, others);
  const both = blocks.filter((block) => isSameShape(block, there[block.name]));
  const cells = both.flatMap(cellsOf);
  const gap = (cell) => {
    const { name, i, j } = parseCell(cell);
    return gapOf(values[name][i][j], there[name][i][j]);
  };
  const moved = new Map(cells.map((cell) => [cell, gap(cell)]).filter(([, by]) => by >= TINY));
  const isShared = ({ name }) => both.some((block) => block.name === name);
  const odd = [...blocks, ...theirs].find((block) => !isShared(block)) ?? null;
  const changed = new Set(moved.keys());
  // What a reader has typed is known to have moved: a result comes first.
  const isMade = (cell) => both.find(({ name }) => name === parseCell(cell).name).op !== "given";
  const [given = ""] = moved.keys();
  const first = [...moved.keys()].find(isMade) ?? given;
  return { common: cells.length, moved, changed, first, there, both, odd };
};

// The numbers of the other state, where it has them.
export const otherValues = ({ there, both = [] }, values) => ({
  ...values,
  ...Object.fromEntries(both.map(({ name }) => [name, there[name]])),
});

// How far a cell has moved, as a share of the farthest; one that has come from or gone to −∞
// has moved as far as any.
export const sharesOf = ({ moved }) => {
  const most = Math.max(0, ...[...moved.values()].filter(Number.isFinite));
  const share = (by) => (by === Infinity ? 1 : by / most);
  return new Map([...moved].map(([cell, by]) => [cell, share(by)]));
};

// What is true of the whole: a block that is not in both, where there is one, whether each row of
// weights still has its sum, and how far apart the outputs are.
export const summaryOf = (compared, values) => {
  const { there, both, moved, odd } = compared;
  const sums = both
    .filter(({ kind }) => kind === "weights")
    .flatMap(({ name }) => values[name].map((row, i) => gapOf(sum(row), sum(there[name][i]))));
  const outputs = [...moved].filter(([cell]) => cell.startsWith("output:")).map(([, by]) => by);
  return {
    odd,
    hasSameSums: sums.every((by) => by < TINY),
    apart: Math.max(0, ...outputs),
  };
};
