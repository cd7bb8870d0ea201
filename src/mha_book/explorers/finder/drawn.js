// What a seed draws: which case is planted, and numbers in which it can be seen. No DOM.
import { range } from "../shared/arrays.js";
import { createStream } from "../shared/random.js";
import { run } from "./layer.js";

const [LENGTH, WIDTH] = [3, 2];
const [X, W] = [20, 15]; // the largest of a word's numbers and of a matrix's, in tenths
const SURE = 0.95; // no weight of the right layer is larger: it would hide what is off
const [SAME, FAR, SEEN] = [5e-5, 2e-3, 0.05];

// Python's numbers are the same.
const stream = (seed) => createStream(seed).next;

// Which of so many cases a seed plants; the first, no fault, is there twice.
export const planted = (seed, cases) => (stream(seed)() % (cases + 1)) % cases;

const tableOf = (next, rows, most) =>
  range(rows).map(() => range(WIDTH).map(() => ((next() % (2 * most + 1)) - most) / 10));

const numbersOf = (tables) => Object.values(tables).flat(2);

// How far two results of one experiment are apart at most.
const apart = (one, other) => {
  const others = numbersOf(other);
  return Math.max(...numbersOf(one).map((x, k) => Math.abs(x - others[k])));
};

export const isSame = (one, other) => apart(one, other) < SAME;

// Whether each fault is seen, and any two cases are plainly equal or plainly not.
const canBeTold = (runs) => {
  const { output: _, ...weights } = runs[0][0];
  if (Math.max(...numbersOf(weights)) > SURE) return false;
  const isPlain = (one, other) => {
    const all = runs[one].map((result, k) => apart(result, runs[other][k]));
    if (all.some((far) => far > 1e-9 && far < FAR)) return false;
    return Math.max(...all) >= (one === 0 ? SEEN : FAR);
  };
  return range(runs.length).every((other) => range(other).every((one) => isPlain(one, other)));
};

const drawOnce = (next, cases, experiments) => {
  const x = tableOf(next, LENGTH, X);
  const matrices = range(4).map(() => tableOf(next, WIDTH, W));
  const runs = cases.map(({ name }) =>
    experiments.map((each) =>
      run(
        name,
        each.rows.map((row) => x[row]),
        matrices,
        each,
      ),
    ),
  );
  return { x, matrices, runs };
};

let last = { seed: null };

// x (T, E), four matrices (E, E), and what each case gives in each experiment.
export const drawn = (seed, cases, experiments) => {
  if (last.seed === seed) return last;
  const next = stream(seed);
  next(); // which case it is
  do last = { seed, ...drawOnce(next, cases, experiments) };
  while (!canBeTold(last.runs));
  return last;
};
