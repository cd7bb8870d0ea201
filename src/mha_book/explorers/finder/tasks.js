// What a reader of FaultFinder is asked to try.
import { fitsOf, isRight, pointsOf } from "./compute.js";

export const tasksOf = (model) => {
  const finds = {
    ask: "find out what this seed has planted, and name it.",
    isDone: () => isRight(model),
    told: () => `${pointsOf(model)} points are left. Another seed plants something else.`,
  };
  const sure = {
    ask:
      "take a seed whose first table leaves several faults, and buy until nothing else can be " +
      "planted, with 6 points or more left.",
    isDone: () => fitsOf(model, 0).length > 1 && fitsOf(model).length === 1 && pointsOf(model) >= 6,
    told: () => `Of ${fitsOf(model, 0).length} cases one is left, so you can name it and be sure.`,
  };
  return [finds, sure];
};
