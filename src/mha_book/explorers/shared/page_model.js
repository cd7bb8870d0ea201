// The page's side of a model that runs in the browser: it loads parts by their scripts, since
// a page that was opened as a file may load nothing else, and asks a worker.
import { loadScript, startWorker } from "./site_scripts.js";
import { SAID } from "./words.js";

const WORKER = "model_worker.js";

// Why nothing can be loaded: a copy to carry, made small, has each part as a script of nothing.
export const ABSENT = "absent";

// Parts that have come and that nobody took yet, by model and name.
const arrived = new Map();
export const loadPart = async ({ name: model, key }, name) => {
  globalThis.mhaPart = (...[own, part, content]) => arrived.set(`${own}/${part}`, content);
  await loadScript(`${model}/${name}.js?v=${key}`);
  const content = arrived.get(`${model}/${name}`);
  arrived.delete(`${model}/${name}`);
  if (content === undefined) throw new Error(SAID.otherContent(`${model}/${name}.js`));
  if (content === null) throw new Error(SAID.withoutModel, { cause: ABSENT });
  return content;
};

// Asks a worker: each question has a number, and so has its answer.
const openWorker = () => {
  const [worker, waiting] = [startWorker(globalThis.mhaModelWorker), new Map()];
  let count = 0;
  const settle = ({ data: { number, found, failed } }) => {
    const { done, fail } = waiting.get(number);
    waiting.delete(number);
    if (failed) fail(new Error(failed));
    else done(found);
  };
  worker.addEventListener("message", settle);
  worker.addEventListener("error", ({ message }) =>
    waiting.forEach(({ fail }) => fail(new Error(message || SAID.ended))),
  );
  const ask = (asked) =>
    new Promise((done, fail) => {
      waiting.set((count += 1), { done, fail });
      worker.postMessage({ number: count, ...asked }, []);
    });
  return { ask, end: () => worker.terminate() };
};

// A model that comes when it is first needed. `listing` says what it has: see Python's.
export const createModel = (listing) => {
  const parts = new Map(); // each one's promise, so that none comes twice
  let opened = null;
  const open = async () => {
    await loadScript(WORKER);
    const worker = openWorker();
    await worker.ask({ is: "begin", ...listing.sizes });
    return worker;
  };
  const worker = () => (opened ??= open().catch((error) => ((opened = null), refuse(error))));
  const fetchPart = async (name) => {
    const { ask } = await worker();
    await ask({ is: "part", name, part: await loadPart(listing, name) });
  };
  // What failed is tried again when it is needed again.
  const need = (name) => {
    if (!parts.has(name))
      parts.set(
        name,
        fetchPart(name).catch((error) => (parts.delete(name), refuse(error))),
      );
    return parts.get(name);
  };

  // Loads what every sentence needs; `onprogress(bytes)` hears how much has come.
  const load = async (onprogress) => {
    let bytes = 0;
    const names = Object.entries(listing.first);
    await Promise.all(
      names.map(async ([name, size]) => {
        await need(name);
        onprogress((bytes += size));
      }),
    );
  };
  const ask = async (asked) => (await worker()).ask(asked);
  const cut = (sentence) => ask({ is: "cut", sentence });
  const read = async ({ ids, parts: rows }, silenced) => {
    await Promise.all(rows.map(need));
    return ask({ is: "read", ids, silenced });
  };
  const close = async () => (await opened)?.end();
  return { load, cut, read, close };
};

const refuse = (error) => {
  throw error;
};
