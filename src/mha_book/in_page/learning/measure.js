// What is measured while the model learns, on sequences that it is never trained on. No page.
import { crossEntropy } from "./norm.js";
import { createNetwork, forward } from "./network.js";
import { createChances, drawRepeats, drawTwice } from "./letters.js";
import { settingsOf } from "./faults.js";

const MEASURING_SEED = 2 ** 31; // no reader's seed
const PERIOD = 8; // of the sequence that is watched, and of those that scores are measured on
const COUNTS = { measured: 64, alone: 32, scored: 32 };

const best = (logits, from, letters) => {
  let most = from;
  for (let j = from + 1; j < from + letters; j += 1) if (logits[j] > logits[most]) most = j;
  return most - from;
};

// Whether each guess is right, (count · T).
const judge = (logits, targets, letters) =>
  Uint8Array.from(targets, (target, r) => Number(best(logits, r * letters, letters) === target));

// Shares of right guesses: at each place, in the repeats, and in first periods. The end of a
// first period, which nobody can foresee, counts in neither of the two.
export const sharesOf = (right, periods, T) => {
  const [places, again, first] = [Array.from({ length: T }, () => 0), [0, 0], [0, 0]];
  for (let s = 0; s < periods.length; s += 1)
    for (let t = 0; t < T; t += 1) {
      const hit = right[s * T + t];
      places[t] += hit / periods.length;
      const part = t >= periods[s] ? again : t < periods[s] - 1 ? first : [0, 0];
      part[0] += hit;
      part[1] += 1;
    }
  return { places, repeats: again[0] / again[1], first: first[0] / first[1] };
};

// The weight, on average, on what came after the earlier copy: of each head (layers, H).
export const inductionScores = ({ layers, count, H }, T, period) =>
  layers.map(({ heads }) =>
    Array.from({ length: H }, (_, h) => {
      let sum = 0;
      for (let s = 0; s < count; s += 1)
        for (let t = period; t < T; t += 1)
          sum += heads.there.weights[((s * H + h) * T + t) * T + t - period + 1];
      return sum / (count * (T - period));
    }),
  );

// Each letter's guess where it is the last one: nothing that follows is there to be seen.
const guessAlone = (networks, model, { ids, targets, T, count }, settings) => {
  const right = new Uint8Array(count * T);
  for (let n = 1; n <= T; n += 1) {
    const net = networks(count, n);
    const short = Int32Array.from({ length: count * n }, (_, r) => {
      const s = Math.floor(r / n);
      return ids[s * T + r - s * n];
    });
    const logits = forward(net, model, short, settings);
    for (let s = 0; s < count; s += 1) {
      const guess = best(logits, (s * n + n - 1) * net.letters, net.letters);
      right[s * T + n - 1] = Number(guess === targets[s * T + n - 1]);
    }
  }
  return right;
};

// `model` has the present parameters. Each result is of a fault's settings.
export const createMeasures = (sizes, model) => {
  const chances = createChances(MEASURING_SEED);
  const { T, letters } = sizes;
  const measured = drawRepeats(sizes, COUNTS.measured, T, chances);
  const scored = drawTwice(sizes, COUNTS.scored, 2 * PERIOD - 1, PERIOD, chances);
  const watched = drawTwice(sizes, 1, 2 * PERIOD, PERIOD, chances);
  const made = new Map();
  const networks = (count, length) => {
    const key = `${count} ${length}`;
    if (!made.has(key)) made.set(key, createNetwork(sizes, count, length));
    return made.get(key);
  };
  const read = (ids, count, settings) => {
    const net = networks(count, ids.length / count);
    return [net, forward(net, model, ids, settings)];
  };

  const guess = (settings) => {
    const [, logits] = read(measured.ids, COUNTS.measured, settings);
    const shares = sharesOf(judge(logits, measured.targets, letters), measured.periods, T);
    return { ...shares, loss: crossEntropy(logits, measured.targets, letters) };
  };
  // Where a model can see what follows: what it can do when nothing follows. Else null.
  const alone = (fault) => {
    if (fault === "no mask") return guess({ ...settingsOf(fault), isMasked: true });
    if (fault !== "heads mixed up") return null;
    const count = COUNTS.alone;
    const some = { ids: measured.ids, targets: measured.targets, T, count };
    const right = guessAlone(networks, model, some, settingsOf(fault));
    return sharesOf(right, measured.periods.subarray(0, count), T);
  };
  const scores = (settings) => {
    const [net] = read(scored, COUNTS.scored, settings);
    return inductionScores(net, 2 * PERIOD - 1, PERIOD).slice(0, settings.layers);
  };
  // (layers, H, T · T) on the sequence that is watched.
  const watch = (settings) => {
    const [net] = read(watched, 1, settings);
    const size = watched.length ** 2;
    const headsOf = ({ heads }) =>
      Array.from({ length: net.H }, (_, h) =>
        Float32Array.from(heads.there.weights.subarray(h * size, (h + 1) * size)),
      );
    return net.layers.slice(0, settings.layers).map(headsOf);
  };
  const all = (fault) => {
    const settings = settingsOf(fault);
    return { ...guess(settings), alone: alone(fault), scores: scores(settings) };
  };
  return { all, watch: (fault) => watch(settingsOf(fault)), watched: [...watched] };
};
