// What a reader of SentenceExplorer is asked to try.
import { format } from "../shared/format.js";
import { headName } from "../browser/words.js";
import { PATTERNS, TARGETS } from "../browser/pattern_words.js";
import { patternOf } from "../browser/patterns.js";
import { movedOf, readInputs, summary } from "./compute.js";
import { TASKS, percent } from "./words.js";

const n = (x) => format(x, 2);
const isBack = (weights, tokens) =>
  patternOf(weights, tokens).name === PATTERNS.mostly(TARGETS.previous);

// `now()` says which answer is shown, and whether it is the one that is asked for;
// `hasPressed()` whether the reader has looked for a head, which a link can bring as well.
export const tasksOf = (model, now, hasPressed) => {
  const start = model.get("sentence");
  const at = () => {
    const [{ shown, isPresent }, inputs] = [now(), readInputs(model)];
    return { ...shown, isPresent, inputs, head: shown.weights[inputs.layer][inputs.head] };
  };
  const looksBack = {
    ask: TASKS.looksBack.ask,
    isDone: () => {
      const { sentence, tokens, head, isPresent } = at();
      return isPresent && hasPressed() && sentence !== start && isBack(head, tokens);
    },
    told: () => {
      const { weights, tokens, head, inputs } = at();
      const share = patternOf(head, tokens).means.find(([name]) => name === TARGETS.previous)[1];
      const heads = weights.flat();
      const all = heads.filter((each) => isBack(each, tokens)).length;
      return TASKS.looksBack.told(headName(inputs), n(share), all, heads.length);
    },
  };
  const matters = {
    ask: TASKS.matters.ask,
    mayComeEarly: true,
    isDone: () => {
      const found = at();
      if (!found.isPresent || !found.usual) return false;
      return (summary(movedOf(found), found.silenced)?.most.share ?? 0) >= 0.1;
    },
    told: () => {
      const found = at();
      const { most } = summary(movedOf(found), found.silenced);
      return TASKS.matters.told(headName(most), percent(most.share));
    },
  };
  return [looksBack, matters];
};
