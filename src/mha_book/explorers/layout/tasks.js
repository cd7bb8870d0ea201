// What a reader of TensorLayoutExplorer is asked to try.
import { offset } from "../shared/strides.js";
import { SIZES, elementAt, tensorsOf } from "./compute.js";
import { digits } from "./words.js";

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
    ask:
      "split several tokens into several heads, and point at the element of the first tensor that " +
      `lies in memory cell ${CELL}.`,
    isDone: () => Boolean(reading()) && isAt(reading()),
    told: () => {
      const { tensor, index } = reading();
      const [, head, token] = index;
      return (
        `${digits(elementAt(tensor, index))}: token ${token} of head ${head}. The transpose has ` +
        "moved nothing in memory: to the next token of a head it steps over the other heads."
      );
    },
  };
  const hides = {
    ask: "find sizes with which the wrong view is right.",
    isDone: () => now()[1]?.isWrong === false,
    told: () =>
      "With one head, or one token, there is nothing to swap. So a test with such sizes passes, " +
      "whichever of the two stands in the code.",
  };
  const merged = () => {
    const [right] = now();
    const { tensor, index } = reading() ?? { tensor: right };
    const isMisplaced = tensor.isWrong && elementAt(tensor, index) !== elementAt(right, index);
    return model.get("step") === "merge" && isMisplaced ? { tensor, index, right } : null;
  };
  const strays = {
    ask: "merge the heads again, and point at an element that is in the wrong place.",
    isDone: () => merged() !== null,
    told: () => {
      const { tensor, index, right } = merged();
      const [found, expected] = [tensor, right].map((each) => digits(elementAt(each, index)));
      return (
        `At [${index.join(", ")}] is ${found} instead of ${expected}. Without the transpose, a ` +
        "head's tokens follow each other; with it, each token gets its heads side by side again."
      );
    },
  };
  return [finds, hides, strays];
};
