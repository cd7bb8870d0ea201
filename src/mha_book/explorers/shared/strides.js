// Tensors in memory: {storage, shape, strides}, the strides counted in elements. No DOM.
import { dot, range } from "./arrays.js";

export const contiguousStrides = (shape) => {
  const strides = shape.map(() => 1);
  for (let a = shape.length - 2; a >= 0; a--) {
    strides[a] = strides[a + 1] * shape[a + 1];
  }
  return strides;
};

// An axis of size 1 is never stepped along, so its stride does not matter.
export const isContiguous = ({ shape, strides }) => {
  const expected = contiguousStrides(shape);
  return shape.every((n, a) => n === 1 || strides[a] === expected[a]);
};

export const offset = (index, strides) => dot(index, strides);

// All index tuples of a shape, in reading order.
export const indices = (shape) =>
  shape.reduce((done, n) => done.flatMap((i) => range(n).map((k) => [...i, k])), [[]]);

// The elements in reading order.
export const elements = ({ storage, shape, strides }) =>
  indices(shape).map((index) => storage[offset(index, strides)]);

export const swapAxes = ({ storage, shape, strides }, a, b) => {
  const swap = (list) => list.map((x, i) => (i === a ? list[b] : i === b ? list[a] : x));
  return { storage, shape: swap(shape), strides: swap(strides) };
};

// Strides that read the same elements in the same order under a new shape, or null
// where no strides can. Walks both shapes from the right: old axes that lie end to
// end in memory form a run, and new axes must fill each run exactly. (PyTorch's rule,
// size-1 axes included.)
export const viewStrides = ({ shape, strides }, newShape) => {
  const result = newShape.map(() => 0);
  let axis = newShape.length - 1;
  let [step, old, filled] = [strides.at(-1), 1, 1];
  for (let a = shape.length - 1; a >= 0; a--) {
    old *= shape[a];
    if (a > 0 && (shape[a - 1] === 1 || strides[a - 1] === old * step)) continue;
    for (; axis >= 0 && (filled < old || newShape[axis] === 1); axis--) {
      result[axis] = filled * step;
      filled *= newShape[axis];
    }
    if (filled !== old) return null;
    [step, old, filled] = [strides[a - 1], 1, 1];
  }
  return axis < 0 ? result : null;
};

// reshape: shares the memory where a view can, else copies in reading order.
export const reshape = (tensor, shape) => {
  const strides = viewStrides(tensor, shape);
  if (strides) return { ...tensor, shape, strides };
  return { storage: elements(tensor), shape, strides: contiguousStrides(shape), isCopy: true };
};
