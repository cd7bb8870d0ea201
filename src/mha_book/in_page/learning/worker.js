// Runs in a worker: trains a while, tells what came of it, and hears what it is asked. The
// site's build puts it, with all that it imports, into one script. No page.
import { createTrainer } from "./trainer.js";

const PERIOD = 90; // ms between two looks at what is asked
const OFTEN = 200; // ms between two pictures at the least
const KEPT = 25; // steps from one measurement to the next
// At first much happens in few steps, and each picture comes with its numbers. To measure so
// often takes as long as ten steps of a thousand, or, with one fault, as sixty: not there.
const [EARLY, OFTEN_FROM, SLOW] = [[2, 5, 10, 15, 20, 35], 50, "heads mixed up"];
const WHOLE = 100; // steps from one state to the next from which training can go on

// A run is a seed and a fault; `train` says from where, if not from where it is: from a step of a
// run, or, where that is null and it `isNew`, from its start. Each has a `turn`, as has its end.
export const createSchool = ({ post, later, now = () => performance.now() }) => {
  const trainer = createTrainer();
  const states = new Map(); // by run: its states, by step
  let [job, told] = [null, 0];

  const statesOf = (run) => states.get(run) ?? states.set(run, new Map()).get(run);
  const keepState = () => statesOf(job.run).set(trainer.now(), trainer.keep());
  const say = (more) => {
    const seen = { run: job.run, step: trainer.now() };
    post({ ...seen, weights: trainer.measures.watch(job.fault), ...more });
    told = now();
  };
  const measure = () => say({ is: "kept", ...trainer.measures.all(job.fault) });

  const begin = ({ run, seed, from, isNew }) => {
    const kept = statesOf(run);
    if (from || isNew) kept.clear();
    if (from) trainer.bring(states.get(from.run).get(from.step));
    else if (kept.size) trainer.bring(kept.get(Math.max(...kept.keys())));
    else trainer.begin(seed);
    if (kept.size) return;
    keepState();
    measure();
  };
  const isMeasured = (step) => step % KEPT === 0 || (EARLY.includes(step) && job.fault !== SLOW);
  const rest = () => {
    keepState();
    if (!isMeasured(trainer.now())) measure();
    post({ is: "rests", turn: job.turn, run: job.run, step: trainer.now() });
    job = null;
  };
  const learn = () => {
    trainer.train(job.fault);
    const step = trainer.now();
    if (step % WHOLE === 0) keepState();
    if (isMeasured(step)) measure();
    else if (step > OFTEN_FROM && now() - told > OFTEN) say({ is: "seen" });
  };
  const goOn = (own) => {
    if (own !== job) return; // something else was asked
    const begun = now();
    while (trainer.now() < job.until && now() - begun < PERIOD) learn();
    if (trainer.now() < job.until) later(() => goOn(own));
    else rest();
  };

  return ({ is, ...asked }) => {
    if (job) rest();
    if (is !== "train") return;
    job = asked;
    begin(asked);
    goOn(job);
  };
};

// Begins to listen. What goes wrong is told, too.
export default () => {
  let school = null;
  const attempt = (run) => {
    try {
      run();
    } catch (error) {
      postMessage({ is: "failed", why: String(error) });
    }
  };
  const later = (run) => setTimeout(() => attempt(run));
  addEventListener("message", ({ data }) =>
    attempt(() => {
      school ??= createSchool({ post: (message) => postMessage(message), later });
      school(data);
    }),
  );
};
