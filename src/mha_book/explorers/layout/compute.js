// TensorLayoutExplorer's inputs, and what each step makes of the tensor: no DOM.
import { isAmong, isWholeWithin } from "../shared/limits.js";
import {
  contiguousStrides,
  elements,
  indices,
  offset,
  reshape,
  swapAxes,
} from "../shared/strides.js";

export const SIZES = ["batch", "tokens", "heads", "head_dim"];
export const INPUTS = ["step", ...SIZES];

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  return (name === "step" ? isAmong(limit) : isWholeWithin(limit))(value);
};

// (B, T, E): hundreds = sentence, tens = token, units = feature, each from 0.
const startTensor = (batch, tokens, embedDim) => {
  const shape = [batch, tokens, embedDim];
  const storage = indices(shape).map(([b, t, e]) => 100 * b + 10 * t + e);
  return { storage, shape, strides: contiguousStrides(shape) };
};

// Where an element came from, by its number.
export const sentenceOf = (value) => Math.floor(value / 100);
export const tokenOf = (value) => Math.floor(value / 10) % 10;
export const featureOf = (value) => value % 10;

// "12", "01": two digits at least, since each says something.
export const digits = (value) => String(value).padStart(2, "0");

// What each step shows: the right tensor, then, where there is one, the wrong one.
export const tensorsOf = (step, [b, t, h, d]) => {
  const x = startTensor(b, t, h * d);
  const cut = reshape(x, [b, t, h, d]);
  const heads = swapAxes(cut, 1, 2);
  const merge = (tensor) => reshape(tensor, [b, t, h * d]);
  const steps = {
    start: [{ code: "x", axes: "BTE", ...x }],
    view: [{ code: "x.view(B, T, H, D)", axes: "BTHD", ...cut }],
    split: [
      { code: "x.view(B, T, H, D).transpose(1, 2)", axes: "BHTD", ...heads },
      { code: "x.view(B, H, T, D)", axes: "BHTD", ...reshape(x, [b, h, t, d]) },
    ],
    merge: [
      {
        code: "heads.transpose(1, 2).reshape(B, T, E)",
        axes: "BTE",
        ...merge(swapAxes(heads, 1, 2)),
      },
      { code: "heads.reshape(B, T, E)", axes: "BTE", ...merge(heads) },
    ],
  };
  const [right, other] = steps[step];
  if (!other) return [right];
  const isWrong = !isSame(other, right);
  return [
    { ...right, isRight: isWrong },
    { ...other, isWrong },
  ];
};

const isSame = (one, other) => String(elements(one)) === String(elements(other));

// The indices at which another tensor of this shape has other elements.
export const differences = (one, other) =>
  indices(one.shape).filter((index) => elementAt(one, index) !== elementAt(other, index));

export const elementAt = ({ storage, strides }, index) => storage[offset(index, strides)];
