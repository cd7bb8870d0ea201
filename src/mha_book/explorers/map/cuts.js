// The right cut into two heads, and two wrong ones that reached real code: no DOM.
import { matmul, range, scale, softmax, transpose } from "../shared/arrays.js";
import { hiddenBy } from "./compute.js";

const HEADS = 2;

export const CUT_CODES = {
  right: "(x @ w_q.T).view(3, 2, 1).transpose(0, 1)",
  sliced: "x[:, h:h+1] @ w_q[h:h+1, h:h+1].T  # for head h",
  untransposed: "(x @ w_q.T).reshape(2, 3, 1)",
};

const block = (m, rows, columns) => m.slice(...rows).map((line) => line.slice(...columns));

// Every head its own columns of the product: the view and its transpose.
const rightCut = (x, w, h, width) =>
  block(matmul(x, transpose(w)), [0], [h * width, (h + 1) * width]);

// The input is sliced instead of projected: a head never sees the other features.
const slicedCut = (x, w, h, width) => {
  const part = [h * width, (h + 1) * width];
  return matmul(block(x, [0], part), transpose(block(w, part, part)));
};

// The same numbers, read in the order of memory: a head gets whole words.
const untransposedCut = (x, w, h, width) => {
  const memory = matmul(x, transpose(w)).flat();
  const first = h * x.length * width;
  return range(x.length).map((t) => memory.slice(first + t * width, first + (t + 1) * width));
};

const CUTS = { right: rightCut, sliced: slicedCut, untransposed: untransposedCut };

const attend = (q, k, v, isHidden) => {
  const scores = scale(matmul(q, transpose(k)), 1 / Math.sqrt(q[0].length));
  const weights = scores.map((line, i) =>
    softmax(line.map((score, j) => (isHidden(i, j) ? -Infinity : score))),
  );
  return matmul(weights, v);
};

// What a cut gives each head to ask with, and what comes out: {query: (H, T, D), output}.
const cutBy = (name, inputs, x) => {
  const width = x[0].length / HEADS;
  const of = (role, h) => CUTS[name](x, inputs[role], h, width);
  const heads = range(HEADS).map((h) => ["query", "key", "value"].map((role) => of(role, h)));
  const mixed = heads.map(([q, k, v]) => attend(q, k, v, hiddenBy(inputs)));
  const joined = x.map((_, t) => mixed.flatMap((head) => head[t]));
  return { query: heads.map(([q]) => q), output: matmul(joined, transpose(inputs.out)) };
};

// The three cuts of the map's present numbers.
export const cuts = (inputs, x) =>
  Object.fromEntries(Object.keys(CUTS).map((name) => [name, cutBy(name, inputs, x)]));
