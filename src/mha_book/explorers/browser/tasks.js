// What a reader of HeadBrowser is asked to try: it depends on the records.
import { format } from "../shared/format.js";
import { quoted, wordName } from "../shared/words.js";
import { compute, patternsOf, readInputs } from "./compute.js";
import { isQuery } from "./pairs.js";
import { AFTER_COPY, INDUCTION, copiesBefore, isSink } from "./patterns.js";
import { headName, largestKeys } from "./words.js";

const PAIRS = [
  ["are", "keys"],
  ["it", "cat"],
];

const n = (x) => format(x, 2);
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
    ask: "press Play. In which epoch does this become an induction head?",
    isDone: () => at().pattern.name === INDUCTION && before() && before().name !== INDUCTION,
    told: () =>
      `In epoch ${at().inputs.epoch} this head gives ${n(shareOf(at().pattern, AFTER_COPY))} of ` +
      `its weight to the token after an earlier copy. One epoch before, it was only ` +
      `${n(shareOf(before(), AFTER_COPY))}.`,
  };
};

// A token of an induction head that looks behind its earlier copy.
const follows = (at, choice) => {
  const found = () => {
    const [{ record, strongest, pattern }, chosen] = [at(), choice.now()];
    const key = isQuery(chosen) && pattern.name === INDUCTION ? strongest[chosen.i] : null;
    return copiesBefore(record.tokens, chosen?.i ?? 0).includes(key - 1) ? key : null;
  };
  return {
    ask: "in an induction head, point at a letter of the second half that asks the letter after its copy.",
    isDone: () => found() !== null,
    told: () => {
      const [{ tokens }, key] = [at().record, found()];
      const [asks, copy, next] = [choice.now().i, key - 1, key].map((k) => wordName(tokens, k));
      return `${asks} asks ${next}, which came after ${copy}. So the model can write it again.`;
    },
  };
};

// A head that gives most of its weight to one token, whoever asks.
const sinks = (at) => ({
  ask: "find a head that looks mostly at the first token.",
  isDone: () => at().inputs.head >= 0 && isSink(at().pattern, at().record.tokens),
  told: () => {
    const [all, some] = [headsOf(at().record), sinksOf(at().record)].map((heads) => heads.length);
    return (
      `In ${headName(at().inputs)} most of the weight goes to the first token. Every row must add ` +
      `up to 1, and a head that finds nothing can leave it there. Here ${some} of ${all} heads do so.`
    );
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
  const few = `${able.length} of the ${heads.length} heads do so, one in layer ${best.layer}`;
  return [
    {
      ask: `find a head in which ${words[0]} looks mostly at ${words[1]}: ${few}.`,
      isDone: () => isThis() && at().strongest[i] === j,
      told: () =>
        `In ${headName(at().inputs)} ${words[0]} gives ${words[1]} ${n(at().weights[i][j])} of ` +
        "its weight. One head can join two words; whether the model needs it is another question.",
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
    return headsOf(records.at(-1)).some(({ pattern }) => pattern.name === INDUCTION)
      ? [appears(records, at), follows(at, choice)]
      : [];
  return [
    ...(sinksOf(at().record).length ? [sinks(at)] : []),
    ...PAIRS.flatMap((pair) => finds(at().record, pair, at)),
  ];
};
