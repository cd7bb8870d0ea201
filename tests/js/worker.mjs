// The page's Python, as its worker has it: no Node to be seen, jobs go in and answers come.
// As a program: the folder RUNS has worker.js and jobs.json, and gets found.json.
import { readFileSync, writeFileSync } from "node:fs";
import vm from "node:vm";
import { firstApart, judge } from "../../src/mha_book/editor/verdict.js";
import { sayVerdict } from "../../src/mha_book/editor/words.js";

const HAS = { URL, WebAssembly, TextDecoder, TextEncoder, atob, performance, console };
const MORE = { setTimeout, clearTimeout, crypto };

// Starts a worker from its script; `ask(job)` gives all that it posts until it has done.
const startWorker = (script) => {
  let hear = () => {};
  const space = vm.createContext({
    ...HAS,
    ...MORE,
    WorkerGlobalScope: class {},
    location: { href: "blob:null/0" },
    postMessage: (message) => hear(message),
  });
  space.self = space;
  vm.runInContext(script, space);
  return (job) =>
    new Promise((done, fail) => {
      const said = [];
      hear = ({ is, line, told, ...answer }) => {
        if (is === "printed") said.push(line);
        if (is === "done") done({ said, answer });
        if (is === "failed") fail(Error(told));
      };
      space.onmessage({ data: job });
    });
};

const judged = ({ said, answer }, part) => {
  const verdict = judge(part, answer);
  const found = answer.calls?.[verdict.at];
  const apart = found?.results ? firstApart(part.calls[verdict.at], found) : null;
  return { said, answer, verdict, told: sayVerdict(part, answer, verdict, apart) };
};

const fileOf = (name) => `${process.env.RUNS}/${name}`;
const ask = startWorker(readFileSync(fileOf("worker.js"), "utf-8"));
const found = [];
for (const { part, ...job } of JSON.parse(readFileSync(fileOf("jobs.json"), "utf-8"))) {
  const run = await ask(job);
  found.push(part ? judged(run, part) : run);
}
writeFileSync(fileOf("found.json"), JSON.stringify(found));
