// The page's Python, as its worker has it: no Node to be seen, jobs go in and answers come.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const HAS = {
  URL,
  WebAssembly,
  TextDecoder,
  TextEncoder,
  atob,
  performance,
  setTimeout,
  clearTimeout,
  crypto,
  console,
};

// Starts a worker from its script; `ask(job)` gives all that it posts until it has done.
export const startWorker = (script) => {
  const posted = [];
  let told = () => {};
  const space = vm.createContext({
    ...HAS,
    WorkerGlobalScope: class {},
    location: { href: "blob:null/0" },
    postMessage: (message) => (posted.push(message), told(message)),
  });
  space.self = space;
  vm.runInContext(script, space);
  const ask = (job) =>
    new Promise((done, fail) => {
      posted.length = 0;
      told = ({ is, told: why }) => {
        if (is === "done") done([...posted]);
        if (is === "failed") fail(Error(why));
      };
      vm.runInContext("onmessage", space)({ data: job });
    });
  return { ask };
};

// As a program: jobs from one file, all that came of each into another.
const [, , script, jobs, answers] = process.argv;
if (answers) {
  const { writeFileSync } = await import("node:fs");
  const { ask } = startWorker(readFileSync(script, "utf-8"));
  const all = [];
  for (const job of JSON.parse(readFileSync(jobs, "utf-8"))) all.push(await ask(job));
  writeFileSync(answers, JSON.stringify(all));
}
