// What a reader of FaultFinder is asked to try.
import { fitsOf, isRight, pointsOf } from "./compute.js";
import { TASKS } from "./words.js";

const SPARED = 6; // points

export const tasksOf = (model) => {
  const finds = {
    ask: TASKS.finds.ask,
    isDone: () => isRight(model),
    told: () => TASKS.finds.told(Math.max(0, pointsOf(model)), model.get("rules").start),
  };
  const sure = {
    ask: TASKS.sure.ask(SPARED),
    isDone: () =>
      fitsOf(model, 0).length > 1 && fitsOf(model).length === 1 && pointsOf(model) >= SPARED,
    told: () => TASKS.sure.told(fitsOf(model, 0).length),
  };
  // Another bug is asked for anew.
  return [finds, sure].map((task) => ({ ...task, whileTrue: true }));
};
