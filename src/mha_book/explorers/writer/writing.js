// Lets the model write, letter by letter, until it is stopped or the page is full. No DOM.
import { isFull, nextLetter, readInputs, textOf } from "./compute.js";

const PAUSE = 60; // ms between letters, so that one can read along
const AT_ONCE = 16; // letters, after which the page may do something else

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// `change(values, isWalking)` changes inputs. Where `isCalm()`, nothing moves: what is written
// comes as a whole. `onstate({isWriting, wrote, text, isThere})` runs when it begins and ends; then
// with what it wrote, with the whole text, and with whether that stands on the page.
export const createWriting = ({ model, reading, change, isCalm, onstate }) => {
  let turn = 0; // 0: it does not write
  let count = 0;
  const stop = () => (turn = 0);

  // The next letter; nothing where it has been stopped, or somebody else has changed the text.
  const step = async (own, text, written) => {
    const answer = await reading.answerTo(text + written);
    if (own !== turn) return "";
    return nextLetter(answer, readInputs(model));
  };

  const write = async (own) => {
    const { beginning, ...start } = readInputs(model);
    let { written } = start;
    let isFirst = true;
    const show = () => {
      change({ written }, !isFirst);
      isFirst = false;
    };
    const goesOn = () => own === turn && !isFull(written, model.get("limits").written);
    while (goesOn()) {
      const letter = await step(own, beginning, written);
      if (!letter) break;
      written += letter;
      if (!isCalm()) show();
      await (isCalm() ? written.length % AT_ONCE || wait(0) : wait(PAUSE));
      if (!isCalm() && textOf(readInputs(model)) !== beginning + written) break;
    }
    const isOther = textOf(readInputs(model)) !== beginning + start.written;
    if (isCalm() && !isOther) show();
    return { wrote: written.slice(start.written.length), text: beginning + written };
  };

  const start = async () => {
    if (isFull(model.get("written"), model.get("limits").written)) change({ written: "" });
    const own = (turn = count += 1);
    onstate({ isWriting: true });
    const came = await write(own).catch(() => ({})); // why is told where the model is told of
    if (own === turn) stop();
    const isThere = turn === 0 && textOf(readInputs(model)) === came.text;
    onstate({ isWriting: turn !== 0, isThere, ...came });
  };
  return { toggle: () => (turn ? stop() : start()), stop, isWriting: () => turn !== 0 };
};
