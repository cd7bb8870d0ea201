// What a reader of GradientInspector is asked to try.
import { format } from "../shared/format.js";
import { compute, readInputs, toCell } from "./compute.js";

const largest = (table) => Math.max(...table.flat().map(Math.abs));

export const tasksOf = (model) => {
  const at = () => {
    const cell = toCell(model.get("picked"));
    const { exponent } = model.get("limits");
    const { gradients } = compute(readInputs(model), cell, model.get("exponent"), exponent);
    const { exact } = gradients;
    return { ...exact, cell, gradient: exact[cell.kind][cell.i][cell.j] };
  };
  const lowest = {
    ask: "press the score that training raises most: as it grows, the loss falls fastest.",
    isDone: () => at().cell.kind === "scores" && at().gradient === Math.min(...at().scores.flat()),
    told: () =>
      `Its gradient, ${format(at().gradient, 2)}, is the lowest of all scores. Training moves ` +
      "each number against its gradient, so this one grows.",
  };
  const nine = {
    ask: "find a number that reaches the loss through all nine scores, and press it.",
    isDone: () => ["w_q", "w_k"].includes(at().cell.kind),
    told: () =>
      "It takes part in every query or key, so in every score: nine ways to the loss, and its " +
      "gradient adds up nine products.",
  };
  const sure = {
    ask: "by one number of W_Q, bring the gradients of all scores to less than 0.01.",
    isDone: () => largest(at().scores) < 0.01 && largest(at().weights) > 0.1,
    told: () =>
      "In each row one weight is nearly 1 and the others nearly 0, and so are all slopes " +
      "p(1 − p): a softmax that is so sure lets hardly any gradient through.",
  };
  return [lowest, nine, sure];
};
