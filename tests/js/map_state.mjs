// What the map's tests share: a state with every block's numbers.
import {
  blocksOf,
  cellsOf,
  evaluate,
  readInputs,
} from "../../src/mha_book/explorers/map/compute.js";
import { modelOf, references } from "./helpers.mjs";

export const [{ layers }] = references.map;

export const everyCell = (blocks) => blocks.flatMap(cellsOf);

// A state as the explorer computes with it.
export const computed = (state) => {
  const model = modelOf(state);
  const inputs = readInputs(model);
  const blocks = blocksOf(model, inputs);
  return { model, inputs, blocks, values: evaluate(blocks, inputs), tokens: state.tokens };
};
