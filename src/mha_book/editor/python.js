// Runs Python in a worker: its script comes when a reader first asks for it.
import { isOnSite, loadScript, startWorker } from "../explorers/shared/site_scripts.js";

export const SECONDS = 5; // a right listing takes one at most
const START = 30; // seconds, for Python itself: a phone may be slow

export const isHere = isOnSite;

let loading = null;
const load = () =>
  (loading ??= loadScript("python.js").catch((error) => {
    loading = null;
    throw error;
  }));

// Gives {broken}, {calls} or {endless}; `tell` hears each line that is printed, and when
// the code starts. `onworker` gets what stops it.
export const runPython = async (job, { onprint, onstart, onworker }) => {
  await load();
  const worker = startWorker(globalThis.mhaPython);
  return new Promise((done, fail) => {
    let clock = 0;
    const end = (finish) => (value) => {
      clearTimeout(clock);
      worker.terminate();
      finish(value);
    };
    const [stop, refuse] = [end(done), end(fail)];
    const wait = (seconds, value) => {
      clearTimeout(clock);
      clock = setTimeout(() => (value ? stop(value) : refuse(Error("no answer"))), seconds * 1000);
    };
    onworker(() => stop({ stopped: true }));
    const heard = {
      printed: ({ line }) => onprint(line),
      started: () => (onstart(), wait(SECONDS, { endless: true })),
      done: stop,
      failed: ({ told }) => refuse(Error(told)),
    };
    worker.addEventListener("message", ({ data }) => heard[data.is](data));
    worker.addEventListener("error", ({ message }) => refuse(Error(message)));
    wait(START);
    worker.postMessage(job, []);
  });
};
