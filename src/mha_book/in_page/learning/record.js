// One run as it is stored, for readers who do not run it: `node record.js FAULT SEED` prints it.
// With one more number the fault begins after so many steps. No page.
import { createTrainer } from "./trainer.js";

const [STEPS, EVERY] = [1000, 50];
const SERIES = [0, 300, 600, 650, 1000]; // steps whose weights are kept, too

const rounded = (x) => (typeof x === "number" ? Math.round(1000 * x) / 1000 : x);
const short = (shares) =>
  shares && { repeats: rounded(shares.repeats), first: rounded(shares.first) };
const whole = ({ measures, now }, fault) => {
  const { places, scores, alone, loss, ...shares } = measures.all(fault);
  const weights = coarse(measures.watch(fault));
  const head = { step: now(), loss: rounded(loss), ...short(shares), alone: short(alone) };
  return {
    ...head,
    places: places.map(rounded),
    scores: scores.map((s) => s.map(rounded)),
    weights,
  };
};
const coarse = (layers) =>
  layers.map((heads) => heads.map((head) => Array.from(head, (w) => Math.round(100 * w) / 100)));

const look = ({ measures, now }, fault) => {
  const { loss, alone, scores, ...shares } = measures.all(fault);
  const induction = rounded(scores[1]?.[1] ?? null);
  return { step: now(), loss: rounded(loss), ...short(shares), alone: short(alone), induction };
};

export const record = (fault, seed, from = 0) => {
  const trainer = createTrainer(seed);
  const [looks, series] = [[], []];
  for (let step = 0; step <= STEPS; step += 1) {
    if (step) trainer.train(step > from ? fault : "none");
    if (step % EVERY === 0) looks.push(look(trainer, fault));
    if (SERIES.includes(step)) series.push(whole(trainer, fault));
  }
  const isShown = fault === "none" && seed === 1;
  return { fault, seed, looks, ...(isShown && { series, watched: trainer.measures.watched }) };
};

if (globalThis.process?.argv[1]?.endsWith("record.js")) {
  const [fault, ...numbers] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(record(fault, ...numbers.map(Number))) + "\n");
}
