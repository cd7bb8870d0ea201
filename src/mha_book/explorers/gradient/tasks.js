// What a reader of GradientInspector is asked to try.
import { format } from "../shared/format.js";
import { listed } from "../shared/words.js";
import { compute, readInputs, toCell } from "./compute.js";
import { TASKS } from "./task_words.js";
import { cellName } from "./words.js";

const SURE = 0.9; // of a row's largest weight

const largest = (table) => Math.max(...table.flat().map(Math.abs));
const isSure = (row) => Math.max(...row) > SURE;

export const tasksOf = (model) => {
  const at = () => {
    const cell = toCell(model.get("picked"));
    const { exponent } = model.get("limits");
    const { numbers, gradients } = compute(
      readInputs(model),
      cell,
      model.get("exponent"),
      exponent,
    );
    const { exact } = gradients;
    return { ...exact, numbers, cell, gradient: exact[cell.kind][cell.i][cell.j] };
  };
  const isScore = () => at().cell.kind === "scores";
  const name = () => cellName(at().cell, model.get("tokens"));
  const n = (x) => format(x, model.get("decimals"));
  const lowest = {
    ask: TASKS.lowest.ask,
    isDone: () => isScore() && at().gradient === Math.min(...at().scores.flat()),
    told: () => TASKS.lowest.told(format(at().gradient, 2)),
    waits: () =>
      isScore() ? TASKS.lowest.waits(name(), n(at().gradient)) : TASKS.lowest.other(name()),
  };
  const nine = {
    ask: TASKS.nine.ask,
    isDone: () => ["w_q", "w_k"].includes(at().cell.kind),
    told: () => TASKS.nine.told,
    waits: () => TASKS.nine.waits(name()),
  };
  const sure = {
    isOfNumbers: true,
    ask: TASKS.sure.ask,
    isDone: () => largest(at().scores) < 0.01 && at().numbers.weights.every(isSure),
    told: () => TASKS.sure.told,
    waits: () => {
      const most = at().numbers.weights.map((row) => format(Math.max(...row), 2));
      return TASKS.sure.waits(listed(most), format(largest(at().scores), 3));
    },
  };
  return [lowest, nine, sure];
};
