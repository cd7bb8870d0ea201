// One run as it is stored, for readers who do not run it: `node record.js FAULT SEED` prints it.
// With one more number the fault begins after so many steps. No page.
import { createTrainer } from "./trainer.js";

const [STEPS, EVERY] = [1000, 50];

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
// In hundredths, and of each row no more than what the mask leaves: a page has many of them.
const coarse = (layers) => layers.map((heads) => heads.map((head) => seenOf(head)));
const seenOf = (head) => {
  const T = Math.sqrt(head.length);
  const isSeen = (_, k) => k % T <= Math.floor(k / T);
  return Array.from(head, (w) => Math.round(100 * w)).filter(isSeen);
};

const look = ({ measures, now }, fault) => {
  const { loss, alone, scores, ...shares } = measures.all(fault);
  const induction = rounded(scores[1]?.[1] ?? null);
  return { step: now(), loss: rounded(loss), ...short(shares), alone: short(alone), induction };
};

export const record = (fault, seed, from = 0, last = STEPS) => {
  const trainer = createTrainer(seed);
  const isShown = fault === "none" && seed === 1;
  const [looks, series] = [[], []];
  for (let step = 0; step <= last; step += 1) {
    if (step) trainer.train(step > from ? fault : "none");
    if (step % EVERY) continue;
    looks.push(look(trainer, fault));
    if (isShown) series.push(whole(trainer, fault));
  }
  return { fault, seed, looks, ...(isShown && { series, watched: trainer.measures.watched }) };
};

if (globalThis.process?.argv[1]?.endsWith("record.js")) {
  const [fault, ...numbers] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(record(fault, ...numbers.map(Number))) + "\n");
}
