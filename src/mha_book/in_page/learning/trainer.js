// A model that learns to copy, step by step; what it has learned can be kept and brought back.
// No page.
import { createAdamW, stepAdamW } from "./adamw.js";
import { settingsOf } from "./faults.js";
import { createChances, drawRepeats } from "./letters.js";
import { createMeasures } from "./measure.js";
import { backward, createNetwork, forward } from "./network.js";
import { countOf, fillAtRandom, viewsOf } from "./parameters.js";

// As `copying_model` and `copying_task` have them.
export const SIZES = { letters: 16, E: 64, H: 2, layers: 2, T: 24, shortest: 6, longest: 12 };
const [BATCH, RATE] = [16, 3e-3];

// What learns from batches that are given to it.
export const createLearner = (sizes = SIZES, batch = BATCH, rate = RATE) => {
  const count = countOf(sizes);
  const [numbers, gradient] = [new Float64Array(count), new Float64Array(count)];
  const [model, into] = [numbers, gradient].map((all) => viewsOf(all, sizes));
  const net = createNetwork(sizes, batch, sizes.T);
  const optimizer = createAdamW(count, rate);
  const slope = ({ ids, targets }, settings) => {
    forward(net, model, ids, settings);
    return backward(net, model, ids, targets, settings, into);
  };
  // Gives the loss before the step.
  const learn = (given, settings) => {
    const loss = slope(given, settings);
    const used = countOf({ ...sizes, layers: settings.layers });
    stepAdamW(optimizer, numbers, gradient, used);
    return loss;
  };
  return { numbers, gradient, model, optimizer, slope, learn };
};

// What draws its own batches, from a seed. `begin` starts anew.
export const createTrainer = (first = 1) => {
  const learner = createLearner();
  const { numbers, model, optimizer } = learner;
  const chances = createChances(first);
  const measures = createMeasures(SIZES, model);
  let step = 0;

  const begin = (seed) => {
    chances.bring(seed);
    fillAtRandom(numbers, SIZES, chances);
    [optimizer.first, optimizer.second].forEach((all) => all.fill(0));
    step = optimizer.steps = 0;
  };
  const train = (fault) => {
    const batch = drawRepeats(SIZES, BATCH, SIZES.T, chances);
    step += 1;
    return learner.learn(batch, settingsOf(fault));
  };
  const keep = () => ({
    step,
    chances: chances.keep(),
    steps: optimizer.steps,
    numbers: [numbers, optimizer.first, optimizer.second].map((all) => all.slice()),
  });
  const bring = (kept) => {
    step = kept.step;
    chances.bring(kept.chances);
    optimizer.steps = kept.steps;
    [numbers, optimizer.first, optimizer.second].forEach((all, k) => all.set(kept.numbers[k]));
  };
  begin(first);
  return { begin, train, keep, bring, measures, now: () => step };
};
