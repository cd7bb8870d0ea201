// The worker that trains a model on the page: when it tells, rests, and where it goes on.
import assert from "node:assert/strict";
import test from "node:test";
import { createTrainer } from "../../src/mha_book/in_page/learning/trainer.js";
import listen, { createSchool } from "../../src/mha_book/in_page/learning/worker.js";

// What a worker posts while it trains, up to its rest.
const hear = async (asked, ...then) => {
  const said = [];
  const later = [];
  const school = createSchool({
    post: (message) => said.push(message),
    later: (run) => later.push(run),
  });
  school(asked);
  while (later.length) {
    later.shift()();
    if (then.length) school(then.shift());
  }
  return said;
};

test("at first each picture comes with its numbers, where to measure is quick", async () => {
  const steps = async (fault, until) => {
    const asked = { is: "train", run: "1", seed: 1, fault, from: null, until, isNew: true };
    const said = await hear(asked);
    assert.ok(said.every(({ is }) => is !== "seen"));
    return said.filter(({ is }) => is === "kept").map(({ step }) => step);
  };
  assert.deepEqual(await steps("none", 36), [0, 2, 5, 10, 15, 20, 25, 35, 36]);
  assert.deepEqual(await steps("heads mixed up", 25), [0, 25]);
});

test("a worker measures now and then, and rests when it is asked to", async () => {
  const run = { run: "1 none", seed: 1, fault: "none" };
  const asked = { is: "train", turn: 1, ...run, from: null, until: 3 };
  const said = await hear(asked);
  assert.deepEqual(
    said.filter(({ is }) => is === "kept").map(({ step }) => step),
    [0, 2, 3],
  );
  assert.deepEqual(said.at(-1), { is: "rests", turn: 1, run: "1 none", step: 3 });
  const paused = await hear({ ...asked, until: 1000 }, { is: "pause" });
  assert.ok(paused.at(-1).is === "rests" && paused.at(-1).step < 1000);
});

test("another fault begins where it is asked to, and what was before is found again", async () => {
  const train = (run, fault, from, until, isNew) => {
    return { is: "train", run, seed: 1, fault, from, until, isNew };
  };
  const said = [];
  const later = [];
  const school = createSchool({
    post: (message) => said.push(message),
    later: (run) => later.push(run),
  });
  const go = (asked) => {
    said.length = 0;
    school(asked);
    while (later.length) later.shift()();
    return said.findLast(({ is }) => is === "kept").loss;
  };
  const first = go(train("1 none", "none", null, 2));
  const last = go(train("1 none", "none", null, 3));
  assert.notEqual(go(train("1 no mask", "no mask", null, 2)), first);
  const switched = go(train("1 no mask", "no mask", { run: "1 none", step: 2 }, 3));
  assert.notEqual(switched, last);
  const other = createTrainer(1);
  for (let k = 0; k < 2; k += 1) other.train("none");
  other.train("no mask");
  assert.equal(switched, other.measures.all("no mask").loss);
  assert.deepEqual(
    said.filter(({ is }) => is === "kept").map(({ step }) => step),
    [2, 3],
  );
  assert.equal(go(train("1 none", "none", null, 2, true)), first);
});

test("what goes wrong is told, at once and in a later step", async () => {
  const [posts, hears] = [globalThis.postMessage, globalThis.addEventListener];
  let hear;
  let tell; // why it failed
  globalThis.postMessage = ({ is, step, why }) => {
    if (is === "kept" && step > 2) throw Error("full");
    if (is === "failed") tell(why);
  };
  const failure = (data) => new Promise((done) => ((tell = done), hear({ data })));
  globalThis.addEventListener = (_, run) => (hear = run);
  listen();
  const asked = {
    is: "train",
    run: "1",
    seed: 1,
    fault: "none",
    from: null,
    until: 9,
    isNew: true,
  };
  const later = await failure(asked);
  const atOnce = await failure(null);
  Object.assign(globalThis, { postMessage: posts, addEventListener: hears });
  assert.equal(later, "Error: full");
  assert.match(atOnce, /^TypeError/);
});
