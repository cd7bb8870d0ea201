// What a reader of GradientInspector is asked to try.
import { format } from "../shared/format.js";
import { compute, readInputs, toCell } from "./compute.js";

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
  const lowest = {
    ask: "press the score with the lowest gradient: if it alone grew, the loss would fall fastest.",
    isDone: () => at().cell.kind === "scores" && at().gradient === Math.min(...at().scores.flat()),
    told: () =>
      `Its gradient, ${format(at().gradient, 2)}, is the lowest of all. Scores are not ` +
      "parameters: training changes them only through W_Q and W_K, which all nine share.",
  };
  const nine = {
    ask: "find a number that reaches the loss through all nine scores, and press it.",
    isDone: () => ["w_q", "w_k"].includes(at().cell.kind),
    told: () =>
      "It takes part in every query or key, so in every score: nine ways to the loss, and its " +
      "gradient adds up nine products.",
  };
  const sure = {
    ask:
      "make the softmax so sure that in each row one weight is above 0.9, and the gradients of all " +
      "scores are less than 0.01. (One number of W_Q is enough.)",
    isDone: () => largest(at().scores) < 0.01 && at().numbers.weights.every(isSure),
    told: () =>
      "In each row one weight is nearly 1 and the others nearly 0, and so are all slopes " +
      "p(1 − p): a softmax that is so sure lets hardly any gradient through.",
  };
  return [lowest, nine, sure];
};
