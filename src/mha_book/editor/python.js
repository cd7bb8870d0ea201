// Runs Python in a worker: its script comes when a reader first asks for it.
import { el } from "../explorers/shared/dom.js";

export const SECONDS = 5; // a right listing takes one at most
const START = 30; // seconds, for Python itself: a phone may be slow

// The site's script that holds Python lies beside the explorers'; in a notebook is none.
const explorers = () => document.querySelector('script[src*="mha/explorers.js"]')?.src;
export const isHere = () => Boolean(explorers());

let loading = null;
const load = () =>
  (loading ??= new Promise((done, fail) => {
    const onerror = () => ((loading = null), fail(Error("Python could not be loaded")));
    const src = explorers().replace(/explorers\.js.*$/, "python.js");
    document.head.append(el("script", { src, onload: done, onerror }));
  }));

// A worker from text: a browser refuses one from a file.
const startWorker = () => {
  const address = URL.createObjectURL(
    new Blob([globalThis.mhaPython], { type: "text/javascript" }),
  );
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
};

// Gives {broken}, {calls} or {endless}; `tell` hears each line that is printed, and when
// the code starts. `onworker` gets what stops it.
export const runPython = async (job, { onprint, onstart, onworker }) => {
  await load();
  const worker = startWorker();
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
