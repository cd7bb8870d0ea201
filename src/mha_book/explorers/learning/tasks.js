// What LearningExplorer asks its reader to try.
import { RIGHT, appears } from "./compute.js";
import { format } from "../shared/format.js";
import { TASKS } from "./task_words.js";

const n = (x) => format(x, 2);
const FAILS = 0.2; // of the repeats: nobody who copies is as often wrong

// `runs()` gives all that has been trained here; `usual` is the loss of a run without a fault.
export const tasksOf = (runs, usual) => {
  const right = () => runs().find((run) => run.fault === RIGHT && appears(run));
  const head = {
    ask: TASKS.head.ask,
    isDone: () => Boolean(right()),
    told: () => {
      const { step, repeats } = appears(right());
      return TASKS.head.told({ step, repeats: n(repeats) });
    },
  };
  const fooled = () =>
    runs().find(({ fault, kept }) => {
      const last = kept.at(-1);
      const isLow = last && last.loss <= usual && last.alone?.repeats <= FAILS;
      return fault !== RIGHT && isLow;
    });
  const leak = {
    ask: TASKS.leak.ask,
    isDone: () => Boolean(fooled()),
    told: () => {
      const { loss, alone } = fooled().kept.at(-1);
      return TASKS.leak.told(...[loss, alone.repeats].map(n));
    },
  };
  return [head, leak];
};
