// What a reader of MapExplorer is asked to try, by what a chapter starts it with.
import { format } from "../shared/format.js";
import { compareWith } from "./compare.js";
import { farApart } from "./compare_words.js";
import { blocksOf, evaluate, isCompared, isHolding, parseCell, readInputs } from "./compute.js";
import { quoted } from "./names.js";

// How many numbers of a table are others in the second one.
const countNew = (a, b) => a.flat().filter((x, k) => Math.abs(x - b.flat()[k]) > 1e-9).length;
const isSame = (a, b) => countNew(a, b) === 0;

export const tasksOf = (model) => {
  const now = () => {
    const inputs = readInputs(model);
    return { inputs, ...evaluate(blocksOf(model, inputs), inputs) };
  };
  const start = structuredClone(now());
  const [first, second, third] = model.get("tokens").map(quoted);
  const isOneNew = (matrix) => countNew(now().inputs[matrix], start.inputs[matrix]) === 1;
  const inHead = start.inputs.num_heads === 2 ? " in head 0" : "";
  // What a later step makes is not asked for without saying which, nor done unseen.
  const hasMade = (step, at) => !at || at >= step;
  const inStep = (step) => (hasMade(step, start.inputs.step) ? "" : `, in step ${step}`);

  const look = {
    ask: `make ${second} give more than half of its attention to ${first}${inHead}${inStep(5)}.`,
    isDone: () => now().weights0[1][0] > 0.5 && hasMade(5, now().inputs.step),
    told: () =>
      `You brought the weight ${second} → ${first} to ${format(now().weights0[1][0], 2)}: no other score ` +
      "of its row was as large.",
  };
  const hide = {
    ask: `hide from ${first} the words that come after it.`,
    isDone: () => now().inputs.causal,
    told: () => `Nothing but ${first} itself was left to look at, so its own weight became 1.`,
  };
  const match = {
    ask:
      `change one number of W_k, so that the score of ${second} for ${third} rises above 0` +
      `${inStep(3)}.`,
    isDone: () => isOneNew("key") && now().scores0[1][2] > 0 && hasMade(3, now().inputs.step),
    told: () =>
      `You raised the score to ${format(now().scores0[1][2], 2)}: the query of ${second} and the key ` +
      `of ${third} came to point to the same side.`,
  };
  const loop = {
    ask: "among the options, switch to the wrapper, and see which numbers change.",
    isDone: () => now().inputs.design === "wrapper",
    told: () => "None changed: the same matrices are only cut earlier, before the product.",
  };
  // Only the last change counts, so that one that went wrong need not be undone first.
  const seen = [start, start]; // before it, and after
  const lastChange = () => {
    const state = now();
    const isNew = !isSame(state.inputs.query, seen[1].inputs.query);
    if (isNew) seen.splice(0, 2, seen[1], state);
    return seen;
  };
  const apart = {
    ask: "change one number of W_q, so that the queries of head 1 alone change.",
    isDone: () => {
      if (!now().q1) return false;
      const [before, after] = lastChange();
      const isOne = countNew(before.inputs.query, after.inputs.query) === 1;
      const isMine = isSame(before.q0, after.q0) && !isSame(before.q1, after.q1);
      return isOne && isMine && !isSame(after.q1, start.q1); // taken back, it is nothing
    },
    told: () => "You changed the row of W_q that head 1 owns: nothing of head 0 is made from it.",
  };
  const show = {
    ask: `among the options, switch the causal mask off. Where does ${first} look then?`,
    isDone: () => !now().inputs.causal,
    told: () => {
      const [own, ...later] = now().weights0[0].map((weight) => format(weight, 2));
      return `In head 0 it kept ${own} for itself; ${second} and ${third} got ${later.join(" and ")}.`;
    },
  };
  const lastWord = ({ inputs }) => inputs.embeddings.slice(2);
  const leak = {
    ask: `switch the mask on, and change a number of ${third} in X. Which outputs change?`,
    isDone: () => now().inputs.causal && !isSame(lastWord(now()), lastWord(start)),
    told: () => `Only the row of ${third} changed: no word before it can look at it.`,
  };

  // How far each number has moved from what is kept: none, where nothing is.
  const moves = () => {
    const { inputs, ...values } = now();
    return isCompared(inputs) ? compareWith(model, inputs, values).moved : new Map();
  };
  const movedTables = () => new Set([...moves().keys()].map((cell) => parseCell(cell).name));
  const farthest = () => {
    const outputs = [...moves()].filter(([cell]) => cell.startsWith("output:"));
    return farApart(Math.max(...outputs.map(([, by]) => by)));
  };
  const alone = {
    ask:
      "among the options press “Keep this to compare”. Then change one number so that the " +
      "output alone moves.",
    isDone: () => {
      const names = movedTables();
      return names.has("output") && names.has("w_o") && names.size === 2;
    },
    told: () =>
      `Nothing but the output is made from W_o. The outputs are up to ${farthest()} apart, ` +
      "and every weight is the same.",
  };
  const stay = {
    ask:
      "among the options press “Keep this to compare”, and turn the mask. Which row of the " +
      `output does not move? Press one of its numbers${inStep(8)}.`,
    isDone: () => {
      const { inputs } = now();
      const isTurned = isHolding(inputs) && inputs.held.causal !== inputs.causal;
      const isLast = inputs.cell.startsWith("output:2,") && hasMade(8, inputs.step);
      return isTurned && isLast && movedTables().has("output") && !moves().has(inputs.cell);
    },
    told: () =>
      `${third} comes last, so the mask hides nothing from it. The outputs of the others are up ` +
      `to ${farthest()} apart.`,
  };

  const unseen = {
    ask:
      "among the options, choose a fault that leaves every weight as it is, and press the first " +
      "number that it moves.",
    isDone: () => {
      const { fault, cell } = now().inputs;
      const [first] = moves().keys();
      const isInWeights = [...movedTables()].some((name) => name.startsWith("weights"));
      return fault !== "" && cell === first && !isInWeights;
    },
    told: () =>
      `Every weight is right, and the outputs are up to ${farthest()} apart. Whoever looks at the ` +
      "weights finds nothing.",
  };
  const root = {
    startsOver: true, // with two heads
    ask: "choose “The scores are not divided”. It moves nothing here. Which switch brings it to light?",
    isDone: () => now().inputs.fault === "undivided" && moves().size > 0,
    told: () =>
      "With two heads a query has one number, and the root of 1 is 1. A test with small sizes may " +
      "let such a fault through.",
  };

  const { causal, design, step, fault } = start.inputs;
  if (fault) return [unseen, root];
  if (causal) return [show, leak, stay];
  if (design === "split") return [apart, loop];
  return step ? [match, look] : [look, hide, alone];
};
