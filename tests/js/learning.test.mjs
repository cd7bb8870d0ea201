// The model that learns on the page, without a page: its gradients and its steps are PyTorch's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { FAULTS, settingsOf } from "../../src/mha_book/in_page/learning/faults.js";
import { createChances, drawRepeats } from "../../src/mha_book/in_page/learning/letters.js";
import { record } from "../../src/mha_book/in_page/learning/record.js";
import { inductionScores, sharesOf } from "../../src/mha_book/in_page/learning/measure.js";
import { createNetwork, forward } from "../../src/mha_book/in_page/learning/network.js";
import { fillAtRandom, namedViews } from "../../src/mha_book/in_page/learning/parameters.js";
import { dots } from "../../src/mha_book/in_page/product.js";
import { flippedTimes, times } from "../../src/mha_book/in_page/learning/product.js";
import {
  SIZES,
  createLearner,
  createTrainer,
} from "../../src/mha_book/in_page/learning/trainer.js";
import { assertClose, references } from "./helpers.mjs";

const { start, batches, runs, follows, seen, scores } = references.trained;
const TOLERANCE = 1e-9; // of gradients and losses: both compute in float64

const batchOf = (rows) => {
  const cut = (from, to) => Int32Array.from(rows.flatMap((row) => row.slice(from, to)));
  return { ids: cut(0, -1), targets: cut(1) };
};
const begun = () => {
  const learner = createLearner();
  for (const [name, view] of Object.entries(namedViews(learner.numbers, SIZES)))
    view.set(start[name]);
  return learner;
};

test("the faults are those that Python has", () => {
  assert.deepEqual(FAULTS, Object.keys(runs));
});

test("products of any sizes are those of the definition", () => {
  const { even } = createChances(3);
  for (const [n, m, k] of [
    [1, 1, 1],
    [7, 5, 3],
    [8, 6, 2],
    [5, 9, 11],
  ]) {
    const [a, b] = [n * k, k * m].map((size) => Float64Array.from({ length: size }, even));
    const sum = (i, j, at) => {
      let total = 0;
      for (let l = 0; l < k; l += 1) total += at(i, l) * b[l * m + j];
      return total;
    };
    const all = (at) => Array.from({ length: n * m }, (_, c) => sum(Math.floor(c / m), c % m, at));
    const out = () => new Float64Array(n * m);
    assertClose(
      [...times(a, b, out(), [n, m, k])],
      all((i, l) => a[i * k + l]),
    );
    assertClose(
      [...flippedTimes(a, b, out(), [n, m, k])],
      all((i, l) => a[l * n + i]),
    );
  }
  assert.deepEqual([...dots([1, 2], [3, 4], new Float64Array(1), [1, 1, 2])], [11]);
});

test("weights, losses and the gradient of every parameter are PyTorch's, with each fault", () => {
  for (const fault of FAULTS) {
    const { gradients, losses, weights } = runs[fault];
    const [learner, settings] = [begun(), settingsOf(fault)];
    const { ids, targets } = batchOf(batches[0]);
    const net = createNetwork(SIZES, 1, SIZES.T);
    forward(net, learner.model, ids, settings);
    weights.forEach((expected, k) =>
      assertClose([...net.layers[k].heads.there.weights], expected.flat(2), TOLERANCE),
    );
    assertClose(learner.slope({ ids, targets }, settings), losses[0], TOLERANCE);
    const found = namedViews(learner.gradient, SIZES);
    assert.ok(Object.keys(gradients).length >= (settings.layers === 1 ? 13 : 23));
    for (const [name, expected] of Object.entries(gradients))
      assertClose([...found[name]], expected, TOLERANCE);
  }
});

test("so are twenty steps of AdamW, and some with each fault", () => {
  for (const fault of FAULTS) {
    const { losses, end } = runs[fault];
    const learner = begun();
    const found = losses.map((_, k) => learner.learn(batchOf(batches[k]), settingsOf(fault)));
    assertClose(found, losses, 1e-7);
    assertClose([...learner.model.embedding], end.flat(), 1e-6);
  }
  assert.equal(runs.none.losses.length, 20);
});

test("a step aside changes the loss as the gradient says", () => {
  const small = { ...SIZES, E: 8 };
  const [chances, step] = [createChances(2), 1e-5];
  const batch = drawRepeats(small, 2, small.T, chances);
  for (const fault of FAULTS) {
    const [learner, settings] = [createLearner(small, 2), settingsOf(fault)];
    fillAtRandom(learner.numbers, small, chances);
    learner.slope(batch, settings);
    const gradient = learner.gradient.slice();
    for (let k = 1; k < learner.numbers.length; k += 23) {
      const at = learner.numbers[k];
      const [up, down] = [step, -step].map((aside) => {
        learner.numbers[k] = at + aside;
        return learner.slope(batch, settings);
      });
      learner.numbers[k] = at;
      if (!gradient[k] && fault === "one layer") continue; // of the second layer
      assertClose((up - down) / (2 * step), gradient[k], 1e-7);
    }
  }
});

test("letters come again, and the alphabet's next one follows as often as in Python", () => {
  const { ids, targets, periods } = drawRepeats(SIZES, 4096, SIZES.T, createChances(5));
  let [hits, all] = [0, 0];
  periods.forEach((period, s) => {
    const row = [...ids.subarray(s * SIZES.T, (s + 1) * SIZES.T)];
    assert.equal(new Set(row.slice(0, period)).size, period);
    row.forEach((letter, t) => t < period || assert.equal(letter, row[t - period]));
    assert.deepEqual([...targets.subarray(s * SIZES.T, (s + 1) * SIZES.T - 1)], row.slice(1));
    for (let t = 0; t < period - 1; t += 1) hits += Number(row[t + 1] === row[t] + 1);
    all += period - 1;
  });
  assert.ok(Math.abs(hits / all - follows) < 0.02, `${hits / all}, ${follows}`);
  const counts = [6, 7, 8, 9, 10, 11, 12].map((p) => periods.filter((each) => each === p).length);
  assert.ok(
    counts.every((count) => Math.abs(count - 4096 / 7) < 120),
    String(counts),
  );
});

test("shares of right guesses and induction scores are those of the page", () => {
  const right = [1, 1, 0, 1, 0, 1, 1, 1];
  const { places, repeats, first } = sharesOf(right, [2, 3], 4);
  assert.deepEqual(places, [0.5, 1, 0.5, 1]);
  assert.deepEqual([repeats, first], [2 / 3, 2 / 3]);
  const layers = seen.map((weights) => ({ heads: { there: { weights } } }));
  assertClose(inductionScores({ layers, count: 3, H: 2 }, 15, 8), scores);
});

test("a page watches the letters that the stored run was watched on", () => {
  const stored = new URL("../../src/mha_book/in_page/learning/recorded.jsonl", import.meta.url);
  const lines = readFileSync(stored, "utf-8").trim().split("\n");
  const { watched } = lines.map((line) => JSON.parse(line)).find((run) => run.watched);
  assert.deepEqual(createTrainer().measures.watched, watched);
});

test("a run that is stored is looked at before its first step", () => {
  const { looks, series } = record("none", 1, 0, 0);
  const { loss } = createTrainer(1).measures.all("none");
  for (const seen of [looks, series]) {
    assert.deepEqual(
      seen.map(({ step }) => step),
      [0],
    );
    assertClose(seen[0].loss, loss, 1e-3);
  }
});

test("a run that is brought back goes on as it went on before", () => {
  const trainer = createTrainer(7);
  const go = (steps) => Array.from({ length: steps }, () => trainer.train("none"));
  go(2);
  const kept = trainer.keep();
  const first = go(3);
  assert.equal(trainer.now(), 5);
  trainer.bring(kept);
  assert.deepEqual(go(3), first);
  trainer.bring(kept);
  assert.notDeepEqual(
    Array.from({ length: 3 }, () => trainer.train("no mask")),
    first,
  );
});
