// What LearningExplorer asks its reader to try.
import { RIGHT, appears, scoreOf } from "./compute.js";
import { format } from "../shared/format.js";

const n = (x) => format(x, 2);
const FAILS = 0.2; // of the repeats: nobody who copies is as often wrong

// `runs()` gives all that has been trained here; `usual` is the loss of a run without a fault.
export const tasksOf = (runs, usual) => {
  const right = () => runs().find((run) => run.fault === RIGHT && appears(run));
  const head = {
    ask: "press ▶ Play, and watch head 1 of layer 1, the last of the four pictures, until it looks for copies.",
    isDone: () => Boolean(right()),
    told: () => {
      const run = right();
      const found = appears(run);
      const before = run.kept.findLast((look) => look.step <= found.step - 100) ?? run.kept[0];
      return (
        `At step ${found.step} its induction score came to ${n(scoreOf(found))}; at step ` +
        `${before.step} it had been ${n(scoreOf(before))}. Of the guesses in the repeats ` +
        `${n(before.repeats)} were right at step ${before.step}, and ${n(found.repeats)} at step ` +
        `${found.step}.`
      );
    },
  };
  const fooled = () =>
    runs().find(({ fault, kept }) => {
      const last = kept.at(-1);
      const isLow = last && last.loss <= usual && last.alone?.repeats <= FAILS;
      return fault !== RIGHT && isLow;
    });
  const leak = {
    ask: "make the loss fall lower than it should, and the copying fail. Which fault does that?",
    isDone: () => Boolean(fooled()),
    told: () => {
      const { loss, alone } = fooled().kept.at(-1);
      return (
        `The loss came to ${n(loss)}, and recorded runs without a fault end at ${n(usual)}. But ` +
        `with the mask on again only ${n(alone.repeats)} of the repeats were right: a falling loss ` +
        "alone proves nothing."
      );
    },
  };
  return [head, leak];
};
