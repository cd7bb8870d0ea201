// What a reader of MapExplorer is asked to try, by what a chapter starts it with.
import { format, formatTuple } from "../shared/format.js";
import { compareWith } from "./compare.js";
import { farApart } from "./compare_said.js";
import {
  blocksOf,
  cellOf,
  evaluate,
  isCompared,
  isHolding,
  parseCell,
  readInputs,
} from "./compute.js";
import { quoted } from "../shared/words.js";
import { TASKS } from "./task_words.js";

// How many numbers of a table are others in the second one.
const countNew = (a, b) => a.flat().filter((x, k) => Math.abs(x - b.flat()[k]) > 1e-9).length;
const isSame = (a, b) => countNew(a, b) === 0;

// `change(values)` moves the map to where what a task asked for is seen.
export const tasksOf = (model, change) => {
  const now = () => {
    const inputs = readInputs(model);
    return { inputs, ...evaluate(blocksOf(model, inputs), inputs) };
  };
  const start = structuredClone(now());
  const [first, second, third] = model.get("tokens").map(quoted);
  const isOneNew = (matrix) => countNew(now().inputs[matrix], start.inputs[matrix]) === 1;
  const isOfTwo = start.inputs.num_heads === 2;
  // What a later step makes is not asked for without saying which, nor done unseen.
  const hasMade = (step, at) => !at || at >= step;
  const inStep = (step) => (hasMade(step, start.inputs.step) ? null : step);

  const look = {
    ask: TASKS.look.ask(second, first, isOfTwo, inStep(5)),
    isDone: () => now().weights0[1][0] > 0.5 && hasMade(5, now().inputs.step),
    told: () => TASKS.look.told(second, first, format(now().weights0[1][0], 2)),
    waits: () => TASKS.look.waits(second, first, format(now().weights0[1][0], 2)),
    asks: () => "weights0",
  };
  const hide = {
    ask: TASKS.hide.ask(first),
    isDone: () => now().inputs.causal,
    told: () => TASKS.hide.told(first),
    asks: () => "weights0",
  };
  const match = {
    ask: TASKS.match.ask(second, third, inStep(3)),
    isDone: () => isOneNew("key") && now().scores0[1][2] > 0 && hasMade(3, now().inputs.step),
    told: () => TASKS.match.told(second, third, format(now().scores0[1][2], 2)),
    waits: () => TASKS.match.waits(second, third, format(now().scores0[1][2], 2)),
    asks: () => "scores0",
  };
  const loop = {
    ask: TASKS.loop.ask,
    isDone: () => now().inputs.design === "wrapper",
    told: () => TASKS.loop.told,
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
    ask: TASKS.apart.ask,
    isDone: () => {
      if (!now().q1) return false;
      const [before, after] = lastChange();
      const isOne = countNew(before.inputs.query, after.inputs.query) === 1;
      const isMine = isSame(before.q0, after.q0) && !isSame(before.q1, after.q1);
      return isOne && isMine && !isSame(after.q1, start.q1); // taken back, it is nothing
    },
    answers: () => !isSame(seen[0].q0, seen[1].q0) && TASKS.apart.answers,
    told: () => TASKS.apart.told,
  };
  const most = ({ weights0: [row] }) => {
    const weight = Math.max(...row);
    return { weight, at: row.indexOf(weight) };
  };
  const show = {
    ask: TASKS.show.ask(first, inStep(5)),
    isDone: () => {
      const state = now();
      return !state.inputs.causal && state.inputs.cell === cellOf("weights0", 0, most(state).at);
    },
    told: () => {
      const { weight, at } = most(now());
      return TASKS.show.told(first, format(weight, 2), [null, second, third][at]);
    },
    asks: () => "weights0",
  };
  const lastWord = ({ inputs }) => inputs.embeddings.slice(2);
  const lastOutput = (inputs) => {
    const [, , row] = evaluate(blocksOf(model, inputs), inputs).output;
    return formatTuple(row.map((x) => format(x, 2)));
  };
  const leak = {
    ask: TASKS.leak.ask(third),
    isDone: () => now().inputs.causal && !isSame(lastWord(now()), lastWord(start)),
    told: () => {
      const { inputs } = now();
      const before = { ...inputs, embeddings: start.inputs.embeddings };
      return TASKS.leak.told(third, lastOutput(before), lastOutput(inputs));
    },
    // The number stays held: what it has a part in does not fade.
    ondone: () => {
      const { step, cell } = now().inputs;
      if (!hasMade(8, step)) change({ step: 0, cell });
    },
    asks: () => "output",
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
    ask: TASKS.alone.ask,
    isDone: () => {
      const names = movedTables();
      return names.has("output") && names.has("w_o") && names.size === 2;
    },
    told: () => TASKS.alone.told(farthest()),
    asks: () => "output",
  };
  const stay = {
    ask: TASKS.stay.ask(inStep(8)),
    isDone: () => {
      const { inputs } = now();
      const isTurned = isHolding(inputs) && inputs.held.causal !== inputs.causal;
      const isLast = inputs.cell.startsWith("output:2,") && hasMade(8, inputs.step);
      return isTurned && isLast && movedTables().has("output") && !moves().has(inputs.cell);
    },
    told: () => TASKS.stay.told(third, farthest()),
    asks: () => "output",
  };

  const unseen = {
    ask: TASKS.unseen.ask,
    isDone: () => {
      const { fault, cell } = now().inputs;
      const [first] = moves().keys();
      const isInWeights = [...movedTables()].some((name) => name.startsWith("weights"));
      return fault !== "" && cell === first && !isInWeights;
    },
    told: () => TASKS.unseen.told(farthest()),
    asks: () => movedTables().values().next().value,
  };
  const root = {
    startsOver: true, // with two heads
    ask: TASKS.root.ask(model.get("faults").undivided.title),
    isDone: () => now().inputs.fault === "undivided" && moves().size > 0,
    told: () => TASKS.root.told,
  };

  const { causal, design, step, fault } = start.inputs;
  const chosen = () => {
    if (fault) return [unseen, root];
    if (causal) return [show, leak, stay];
    if (design === "split") return [apart, loop];
    return step ? [match, look] : [look, hide, alone];
  };
  return chosen().map((task) => ({ ...task, whileTrue: true }));
};
