// What each number of the map was made from, back to what was given: no DOM.
import { madeFrom } from "../shared/sources.js";
import { OPS, cellOf, cellsOf, hiddenBy, keyOf, parseCell } from "./compute.js";

// The numbers that a cell was made from directly, as cells.
export const parentsOf = (blocks, inputs, cell) => {
  const { name, i, j } = parseCell(cell);
  const block = blocks.find((each) => each.name === name);
  const widthOf = (source) => blocks.find((each) => each.name === source).shape[1];
  const context = { isHidden: hiddenBy(inputs), widthOf };
  return OPS[block.op].sources(block, i, j, context).map((source) => cellOf(...source));
};

// Every cell's parents, in the order in which the layer makes them. They are the same until
// a switch is turned, and are kept until then.
let cached = {};
const everyCellsParents = (blocks, { causal }) => {
  if (cached.blocks === blocks && cached.causal === causal) return cached.parents;
  const pair = (cell) => [cell, parentsOf(blocks, { causal }, cell)];
  cached = { blocks, causal, parents: new Map(blocks.flatMap(cellsOf).map(pair)) };
  return cached.parents;
};

// Its parents, and all that these were made from.
export const traceOf = (blocks, inputs, cell) => {
  if (!cell) return { parents: new Set(), older: new Set() };
  const all = everyCellsParents(blocks, inputs);
  const parents = new Set(all.get(cell));
  return { parents, older: madeFrom(parents, (name) => all.get(name)) };
};

// All that a given number has a part in.
export const fedBy = (blocks, inputs, cell) => {
  const fed = new Set([cell]);
  for (const [other, parents] of everyCellsParents(blocks, inputs))
    if (parents.some((source) => fed.has(source))) fed.add(other);
  fed.delete(cell);
  return fed;
};

// A function that tells of a number where it comes from and goes to: the same while numbers alone
// change.
export const follower = () => {
  let last = {};
  return (blocks, inputs, cell) => {
    const key = [keyOf(inputs), inputs.causal, cell].join();
    if (last.key === key) return last;
    const trace = traceOf(blocks, inputs, cell);
    const fed = cell && !trace.parents.size ? fedBy(blocks, inputs, cell) : new Set();
    last = { key, trace, fed };
    return last;
  };
};
