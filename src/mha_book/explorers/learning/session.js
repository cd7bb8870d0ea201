// What is trained, and what came of it: runs by seed and fault, the worker that trains them,
// what a reader expected. No DOM.
import { keyOf } from "./compute.js";

const emptyRun = (inputs) => ({ ...inputs, run: keyOf(inputs), kept: [], guess: null });

// The part of a run up to a step, as the beginning of another.
const branchOf = ({ kept }, step, inputs) => ({
  ...emptyRun(inputs),
  kept: kept.filter((look) => look.step <= step),
  switched: step,
});

const take = (run, { step, weights, is, ...look }) => {
  Object.assign(run, { step, weights });
  if (is !== "kept") return;
  run.kept = [...run.kept.filter((each) => each.step < step), { ...look, step, weights }];
};

// Until there is a run of one's own, the recorded one is shown. `open(hear)` starts the
// worker; `ontell(message)` runs whenever there is something new.
export const createSession = ({ open, recorded, ontell }) => {
  const runs = new Map();
  let [worker, coming, opening, turn, state] = [null, null, 0, 0, { is: "rests" }];

  const hear = (message) => {
    // The end of what was paused, once a reader has gone on.
    const isLate = message.is === "rests" && state.is === "trains" && message.turn !== turn;
    if (isLate) return;
    if (message.is === "failed") state = { is: "failed", why: message.why };
    else if (message.is !== "rests") take(runs.get(message.run), message);
    else state = { is: "rests" };
    ontell(message);
  };
  const send = async (message) => {
    const own = opening;
    try {
      coming ??= open(hear); // the same for all who ask until it is there
      const opened = await coming;
      if (own !== opening) return opened.terminate();
      worker = opened;
      const isWanted = state.is === "trains" && state.run === message.run;
      if (isWanted) worker.postMessage(message, []);
    } catch (error) {
      if (own === opening) coming = null;
      hear({ is: "failed", why: error.message });
    }
  };

  // Trains the run of these inputs up to a step: from where it is, or from a step of another.
  const train = ({ seed, fault }, until, from = null) => {
    const inputs = { seed, fault };
    const run = keyOf(inputs);
    const isNew = !runs.has(run);
    if (from) runs.set(run, branchOf(runs.get(from.run), from.step, inputs));
    if (!runs.has(run)) runs.set(run, emptyRun(inputs));
    state = { is: "trains", run };
    turn += 1;
    send({ is: "train", turn, run, seed, fault, from, until, isNew });
    return runs.get(run);
  };
  const pause = () => {
    if (state.is !== "trains") return;
    state = { is: "rests" };
    worker?.postMessage({ is: "pause" }, []);
  };
  const close = () => {
    opening += 1;
    worker?.terminate();
    [worker, coming] = [null, null];
  };
  // One run is given up, to be trained anew.
  const drop = (inputs) => {
    pause();
    runs.delete(keyOf(inputs));
  };
  const forget = () => {
    close();
    runs.clear();
    state = { is: "rests" };
  };

  const runOf = (inputs) => runs.get(keyOf(inputs)) ?? null;
  const now = (inputs) => {
    const own = runOf(inputs);
    const run = own?.kept.length ? own : recorded;
    return { ...state, run, own, isRecorded: run === recorded };
  };
  return { train, pause, close, drop, forget, now, runOf, all: () => [...runs.values()] };
};
