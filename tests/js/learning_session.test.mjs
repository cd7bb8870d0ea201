// What LearningExplorer trains, and what came of it, with a worker that is only written down.
import assert from "node:assert/strict";
import test from "node:test";
import { createSession } from "../../src/mha_book/explorers/learning/session.js";

const started = ({ open } = {}) => {
  const [posted, told] = [[], []];
  const recorded = { run: "recorded", kept: [{ step: 0 }], step: 0 };
  const hearing = {};
  const fake = async (hear) => {
    hearing.hear = hear;
    return { postMessage: (message) => posted.push(message), terminate: () => posted.push("end") };
  };
  const session = createSession({
    open: open ?? fake,
    recorded,
    ontell: (message) => told.push(message.is),
  });
  return { session, posted, told, recorded, hear: (message) => hearing.hear(message) };
};
const BEGUN = { from: null, until: 1000, isNew: true };
const soon = () => new Promise((done) => setTimeout(done));
const kept = (run, step, loss = 2) => ({
  is: "kept",
  run,
  step,
  weights: [],
  loss,
});

test("a run is the recorded one until there is one's own", async () => {
  const { session, posted, recorded, hear } = started();
  const inputs = { seed: 1, fault: "none", step: 0 };
  assert.equal(session.now(inputs).run, recorded);
  session.train(inputs, 1000);
  assert.ok(session.now(inputs).isRecorded && session.now(inputs).is === "trains");
  await soon();
  assert.deepEqual(posted, [
    { is: "train", turn: 1, run: "1 none", seed: 1, fault: "none", ...BEGUN },
  ]);
  hear(kept("1 none", 25));
  hear({ ...kept("1 none", 30), is: "seen" });
  const { run } = session.now(inputs);
  assert.deepEqual([run.step, run.kept.map(({ step }) => step)], [30, [25]]);
  hear({ is: "rests", turn: 1, run: "1 none", step: 30 });
  assert.equal(session.now(inputs).is, "rests");
});

test("a step that is measured again takes the place of what was kept of it", async () => {
  const { session, hear } = started();
  const inputs = { seed: 1, fault: "none", step: 0 };
  session.train(inputs, 1000);
  await soon();
  [25, 50, 50].forEach((step, k) => hear(kept("1 none", step, 3 - k)));
  const looks = session.now(inputs).run.kept.map(({ step, loss }) => [step, loss]);
  assert.deepEqual(looks, [
    [25, 3],
    [50, 1],
  ]);
});

test("a branch has the past of its run up to the step, and knows where it began", async () => {
  const { session, hear } = started();
  session.train({ seed: 1, fault: "none" }, 1000);
  await soon();
  [0, 100, 200].forEach((step) => hear(kept("1 none", step)));
  const from = { run: "1 none", step: 100 };
  const branch = session.train({ seed: 1, fault: "no mask" }, 1000, from);
  assert.deepEqual(
    branch.kept.map(({ step }) => step),
    [0, 100],
  );
  assert.equal(branch.switched, 100);
  assert.equal(session.all().length, 2);
});

test("a run goes on where it was, and anew where it was given up", async () => {
  const { session, posted, hear, recorded } = started();
  const inputs = { seed: 1, fault: "no mask" };
  session.train(inputs, 1000);
  await soon();
  hear(kept("1 no mask", 25));
  session.pause();
  session.train(inputs, 1000);
  session.drop(inputs);
  assert.deepEqual([session.now(inputs).is, session.now(inputs).run], ["rests", recorded]);
  session.train(inputs, 1000);
  await soon();
  const asked = posted.filter(({ is }) => is === "train").map(({ isNew }) => isNew);
  assert.deepEqual(asked, [true, false, true]);
});

test("what is paused or forgotten before the worker is there does not begin", async () => {
  const { session, posted } = started();
  const inputs = { seed: 1, fault: "none" };
  session.train(inputs, 1000);
  session.pause();
  await soon();
  assert.deepEqual(posted, []);
  session.train(inputs, 1000);
  await soon();
  session.forget();
  assert.deepEqual([posted.length, posted.at(-1), session.all()], [2, "end", []]);
});

test("whoever asks twice before the worker is there has one, and who fails asks anew", async () => {
  let opened = 0;
  const posted = [];
  const open = async () => {
    opened += 1;
    if (opened === 1) throw new Error("not there");
    return { postMessage: ({ isNew }) => posted.push(isNew), terminate: () => {} };
  };
  const { session } = started({ open });
  const inputs = { seed: 1, fault: "none" };
  session.train(inputs, 1000);
  await soon();
  session.train(inputs, 1000);
  session.pause();
  session.train(inputs, 1000);
  await soon();
  assert.deepEqual([opened, posted], [2, [false, false]]);
  session.close();
  session.train(inputs, 1000);
  await soon();
  assert.equal(opened, 3);
});

test("the end of what was paused ends nothing that was begun after it", async () => {
  const { session, told, hear } = started();
  const inputs = { seed: 1, fault: "none" };
  session.train(inputs, 1000);
  await soon();
  session.pause();
  session.train(inputs, 1000);
  hear({ is: "rests", turn: 1, run: "1 none", step: 30 });
  assert.deepEqual([session.now(inputs).is, told], ["trains", []]);
  hear({ is: "rests", turn: 2, run: "1 none", step: 1000 });
  assert.deepEqual([session.now(inputs).is, told], ["rests", ["rests"]]);
});

test("a worker that cannot be had is told", async () => {
  const open = async () => {
    throw new Error("learning_worker.js could not be loaded");
  };
  const { session, told } = started({ open });
  session.train({ seed: 1, fault: "none" }, 10);
  await soon();
  assert.deepEqual(told, ["failed"]);
  assert.match(session.now({ seed: 1, fault: "none" }).why, /could not be loaded/);
});
