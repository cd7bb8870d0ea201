// What a reader of TensorLayoutExplorer is asked to try.
import { offset } from "../shared/strides.js";
import { SIZES, digits, elementAt, tensorsOf } from "./compute.js";
import { TASKS } from "./words.js";

const CELL = 6; // of memory

// `reading()` is the element that is read, {tensor, index}, or null.
export const tasksOf = (model, reading) => {
  const now = () =>
    tensorsOf(
      model.get("step"),
      SIZES.map((name) => model.get(name)),
    );
  // A right tensor is marked where the other is wrong: with several heads and tokens.
  const isAt = ({ tensor, index }) =>
    tensor.axes === "BHTD" && tensor.isRight && offset(index, tensor.strides) === CELL;
  const finds = {
    ask: TASKS.finds.ask(CELL),
    isDone: () => Boolean(reading()) && isAt(reading()),
    told: () => {
      const { tensor, index } = reading();
      const [, head, token] = index;
      return TASKS.finds.told(digits(elementAt(tensor, index)), head, token);
    },
  };
  const hides = {
    ask: TASKS.hides.ask,
    isDone: () => now()[1]?.isWrong === false,
    told: () => TASKS.hides.told,
  };
  const merged = () => {
    const [right] = now();
    const { tensor, index } = reading() ?? { tensor: right };
    const isMisplaced = tensor.isWrong && elementAt(tensor, index) !== elementAt(right, index);
    return model.get("step") === "merge" && isMisplaced ? { tensor, index, right } : null;
  };
  const strays = {
    ask: TASKS.strays.ask,
    isDone: () => merged() !== null,
    told: () => {
      const { tensor, index, right } = merged();
      const [found, expected] = [tensor, right].map((each) => digits(elementAt(each, index)));
      return TASKS.strays.told(index.join(", "), found, expected);
    },
  };
  return [finds, hides, strays];
};
