// What a reader of HeadBrowser is asked to try: it depends on the records.
import { format } from "../shared/format.js";
import { quoted, wordName } from "../shared/words.js";
import { compute, patternsOf, readInputs } from "./compute.js";
import { isQuery, largestKeys } from "./pairs.js";
import { PATTERNS, TARGETS } from "./pattern_words.js";
import { copiesBefore, isSink } from "./patterns.js";
import { TASKS } from "./task_words.js";
import { headName } from "./words.js";

const PAIRS = [
  ["are", "keys"],
  ["it", "cat"],
];

const n = (x) => format(x, 2);
const isInduction = ({ name }) => name === PATTERNS.induction;
const shareOf = ({ means }, target) => means.find(([name]) => name === target)?.[1] ?? 0;

// Each head of a record: {layer, head, weights, pattern}.
const headsOf = (record) => {
  const patterns = patternsOf(record);
  return record.weights.flatMap((heads, layer) =>
    heads.map((weights, head) => ({ layer, head, weights, pattern: patterns[layer][head] })),
  );
};

const sinksOf = (record) => headsOf(record).filter(({ pattern }) => isSink(pattern, record.tokens));

// The epoch in which a head becomes an induction head, where one does.
const appears = (records, at) => {
  const before = () => {
    const { inputs } = at();
    const isThere = records.some(({ epoch }) => epoch === inputs.epoch - 1);
    return isThere ? compute(records, { ...inputs, epoch: inputs.epoch - 1 }).pattern : null;
  };
  return {
    ask: TASKS.appears.ask,
    isDone: () => isInduction(at().pattern) && before() && !isInduction(before()),
    told: () => {
      const shares = [at().pattern, before()].map((each) => n(shareOf(each, TARGETS.afterCopy)));
      return TASKS.appears.told(at().inputs.epoch, ...shares);
    },
  };
};

// A token of an induction head that looks behind its earlier copy.
const follows = (at, choice) => {
  const found = () => {
    const [{ record, strongest, pattern }, chosen] = [at(), choice.now()];
    const key = isQuery(chosen) && isInduction(pattern) ? strongest[chosen.i] : null;
    return copiesBefore(record.tokens, chosen?.i ?? 0).includes(key - 1) ? key : null;
  };
  return {
    ask: TASKS.follows.ask,
    isDone: () => found() !== null,
    told: () => {
      const [{ tokens }, key] = [at().record, found()];
      const [asks, copy, next] = [choice.now().i, key - 1, key].map((k) => wordName(tokens, k));
      return TASKS.follows.told(asks, next, copy);
    },
  };
};

// A head that gives most of its weight to one token, whoever asks.
const sinks = (at) => ({
  ask: TASKS.sinks.ask,
  isDone: () => at().inputs.head >= 0 && isSink(at().pattern, at().record.tokens),
  told: () => {
    const [all, some] = [headsOf(at().record), sinksOf(at().record)].map((heads) => heads.length);
    return TASKS.sinks.told(headName(at().inputs), some, all);
  },
});

// A head in which one word looks mostly at another.
const finds = (record, [asking, asked], at) => {
  const [i, j] = [asking, asked].map((word) => record.tokens.indexOf(word));
  if (i < 0 || j < 0) return [];
  const heads = headsOf(record);
  const able = heads.filter(({ weights }) => largestKeys(weights[i])[0] === j);
  if (!able.length) return [];
  const best = able.toSorted((a, b) => b.weights[i][j] - a.weights[i][j])[0];
  const isThis = () => at().record === record && at().inputs.head >= 0;
  const words = [asking, asked].map(quoted);

  return [
    {
      ask: TASKS.finds.ask(...words, able.length, heads.length, best.layer),
      isDone: () => isThis() && at().strongest[i] === j,
      told: () => TASKS.finds.told(headName(at().inputs), ...words, n(at().weights[i][j])),
    },
  ];
};

// `choice` is what the reader points at.
export const tasksOf = (model, choice) => {
  const records = model.get("records");
  const at = () => {
    const inputs = readInputs(model);
    return { inputs, ...compute(records, inputs) };
  };
  if (records.some(({ epoch }) => epoch !== records[0].epoch))
    return headsOf(records.at(-1)).some(({ pattern }) => isInduction(pattern))
      ? [appears(records, at), follows(at, choice)]
      : [];
  return [
    ...(sinksOf(at().record).length ? [sinks(at)] : []),
    ...PAIRS.flatMap((pair) => finds(at().record, pair, at)),
  ];
};
