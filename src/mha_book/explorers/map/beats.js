// In which order a step's numbers are made, and what travels where meanwhile: no DOM.
//
// A step is cut into beats, in which one number or one row is made. Blocks that need nothing
// of each other are made in the same beats.
import { range } from "../shared/arrays.js";
import { cellOf, cellsOf } from "./compute.js";
import { parentsOf } from "./trace.js";

const PRODUCTS = ["product", "score", "mix"];

// Number by number: the left factor's row is laid on what it is multiplied with.
const beatsOfProduct = (block, parents) =>
  cellsOf(block).map((cell) => {
    const [left, right] = block.inputs.map((source) =>
      parents(cell).filter((parent) => parent.startsWith(`${source}:`)),
    );
    return { cells: [cell], trips: left.map((from, k) => [from, right[k]]) };
  });

const placeOf = (cell) => cell.split(":")[1];

// Row by row: each number moves to its new place, if it is not hidden on the way.
const beatsOfRows = (block, parents) =>
  range(block.shape[0]).map((i) => {
    const cells = range(block.shape[1]).map((j) => cellOf(block.name, i, j));
    const trips = cells.flatMap((cell) => {
      const sources = parents(cell);
      const own = sources.filter(
        (from) => block.op !== "softmax" || placeOf(from) === placeOf(cell),
      );
      return own.map((from) => [from, cell]);
    });
    return { cells, trips };
  });

// What a step makes, or, where it makes nothing, what it is given.
export const madeIn = (blocks, step) => {
  const all = blocks.filter((block) => block.step === step);
  const made = all.filter(({ op }) => op !== "given");
  return made.length ? made : all;
};

// All beats of a step, as [{at, block, cells, trips}] with the beat that each is `at`; a trip
// goes from a number to the one that it meets in a product, or to its own new place.
export const beatsOf = (blocks, inputs, step) => {
  const parents = (cell) => parentsOf(blocks, inputs, cell);
  const ends = new Map(); // block -> the first beat after it
  return madeIn(blocks, step).flatMap((block) => {
    const isProduct = PRODUCTS.includes(block.op);
    const beats = (isProduct ? beatsOfProduct : beatsOfRows)(block, parents);
    const start = Math.max(0, ...block.inputs.map((source) => ends.get(source) ?? 0));
    ends.set(block.name, start + beats.length);
    return beats.map((beat, k) => ({ at: start + k, block: block.name, ...beat }));
  });
};

// The same trips by what travels: [{from, stops: [{at, to}]}], one for each block that it has a
// part in.
export const travellersOf = (beats) => {
  const travellers = new Map();
  for (const { at, block, trips } of beats)
    for (const [from, to] of trips) {
      const key = `${block} ${from}`;
      if (!travellers.has(key)) travellers.set(key, { from, stops: [] });
      travellers.get(key).stops.push({ at, to });
    }
  return [...travellers.values()];
};
