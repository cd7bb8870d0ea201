// Where answers come from: those that are known, and the model, once a reader has asked for
// it. In a notebook Python answers. No DOM.
import { ABSENT } from "../shared/page_model.js";
import { keyOf, nested, readInputs } from "./compute.js";
import { refusal } from "./words.js";

const MARKS = 2; // [CLS] and [SEP]

// `load` makes the model, or is null where there is none; `ontell()` runs whenever there is
// something new to tell.
export const createReading = ({ model, load, ontell }) => {
  const answers = new Map(); // by sentence and silenced heads
  let [shown, page] = [model.get("answer"), null];
  let [state, isAwake, turn] = [{ is: load ? "asleep" : "elsewhere" }, false, 0];

  const wanted = () => readInputs(model);
  const known = () => answers.get(keyOf(wanted()));
  const keep = (answer) => answers.set(keyOf(answer), answer);
  const tell = (next) => ((state = next), ontell());

  // What is not worth a model's time is refused.
  const cut = async (sentence) => {
    const { most } = model.get("listing");
    const found = await page.cut(sentence);
    const count = found.tokens.length - MARKS;
    return { ...found, refused: refusal(count, most - MARKS) };
  };
  const weigh = async (found, silenced) => {
    const { weights, milliseconds } = await page.read(found, silenced);
    const heads = model.get("limits").head.max + 1;
    return { weights: nested(weights, found.tokens.length, heads), milliseconds };
  };
  const answer = async ({ sentence, silenced }) => {
    const { refused, ...found } = await cut(sentence);
    if (refused) return { sentence, silenced, refused };
    const same = { sentence, silenced: [] };
    const usual = answers.get(keyOf(same))?.milliseconds
      ? answers.get(keyOf(same))
      : { ...same, tokens: found.tokens, usual: null, ...(await weigh(found, [])) };
    keep(usual);
    if (!silenced.length) return usual;
    const now = await weigh(found, silenced);
    return { sentence, silenced, tokens: found.tokens, ...now, usual: usual.weights };
  };

  const read = async () => {
    if (!load) return;
    const own = (turn += 1);
    const isPresent = () => own === turn;
    try {
      if (!isAwake) {
        page ??= load();
        tell({ is: "loading", bytes: 0 });
        await page.load((bytes) => isPresent() && tell({ is: "loading", bytes }));
        isAwake = true;
      }
      tell({ is: "reading" });
      keep(await answer(wanted()));
      if (isPresent()) tell({ is: "awake" });
    } catch (error) {
      console.error(error);
      if (!isPresent()) return;
      turn += 1; // parts that come later tell nothing more
      tell({ is: error.cause === ABSENT ? ABSENT : "failed", why: error.message });
    }
  };

  // After every change of an input: what is known is shown, and the model reads the rest.
  const follow = () => {
    const given = model.get("answer");
    if (!answers.has(keyOf(given))) keep(given);
    const found = known();
    if (found && !found.refused) shown = found;
    if (!found && state.is === "awake") read();
  };
  // What is shown is not always what is asked for.
  const now = () => ({ ...state, shown, isPresent: known() === shown, answer: known() });
  const close = () => page?.close();
  return { read, follow, now, close };
};
