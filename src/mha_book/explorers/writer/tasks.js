// What a reader of WriterExplorer is asked to try.
import { format } from "../shared/format.js";
import { capital, quoted } from "../shared/words.js";
import { chancesOf, circleIn, countOpen, hasModel, readInputs, textOf } from "./compute.js";
import { TASKS } from "./task_words.js";
import { ending, percent } from "./text.js";
import { sayText, sayToken } from "./words.js";

const [HALF, SURE] = [0.5, 0.9]; // the chances that are to be seen

const isWarm = ({ top_k, top_p }) => top_k === 0 && top_p === 1;

const modelTasks = (model, costs, start, isDrawn) => {
  const [first] = start.next[0];
  const [text, likeliest] = [quoted(start.text), sayToken(first)];
  const isOfStart = () => textOf(readInputs(model)).startsWith(start.text); // it may be writing
  const share = () => chancesOf(start, readInputs(model)).chances[0];
  const hot = {
    ask: TASKS.hot.ask(text, likeliest, percent(HALF)),
    isDone: () => !isDrawn() && isOfStart() && isWarm(readInputs(model)) && share() < HALF,
    told: () => {
      const temperature = format(readInputs(model).temperature, 1);
      return TASKS.hot.told(text, temperature, likeliest, percent(share()));
    },
    whileTrue: true, // the slider may go on
  };
  const circle = () => circleIn(textOf(readInputs(model)));
  const cold = {
    ask: TASKS.cold.ask,
    isDone: () => readInputs(model).temperature === 0 && circle() !== "",
    told: () => TASKS.cold.told(sayText(circle())),
  };
  const last = (isCached) => costs.means(isCached).findLast((mean) => mean !== null);
  const timed = {
    ask: TASKS.timed.ask,
    isDone: () => [false, true].every((isCached) => costs.means(isCached).at(-1) !== null),
    told: () => TASKS.timed.told(...[false, true].map((isCached) => format(last(isCached), 1))),
  };
  return [hot, cold, timed];
};

const storedTasks = (model, answers) => {
  const now = () => {
    const inputs = readInputs(model);
    const answer = answers.find(({ text }) => text === textOf(inputs)) ?? answers[0];
    return { inputs, answer, found: chancesOf(answer, inputs) };
  };
  const alone = {
    ask: TASKS.alone.ask,
    isDone: () => {
      const { inputs, found } = now();
      const isPlain = inputs.temperature === 1 && inputs.top_k === 0 && inputs.top_p < 1;
      return isPlain && countOpen(found) === 1 && found.rest === 0;
    },
    told: () => {
      const { inputs, answer } = now();
      const [token] = answer.next[0];
      const [share] = chancesOf(answer, { temperature: 1, top_k: 0, top_p: 1 }).chances;
      const enough = format(inputs.top_p, 2);
      return TASKS.alone.told(capital(sayToken(token)), percent(share), enough);
    },
  };
  const sure = {
    ask: TASKS.sure.ask(percent(SURE)),
    isDone: () => {
      const { inputs, answer } = now();
      const plain = { temperature: 1, top_k: 0, top_p: 1 };
      return inputs.temperature === 1 && chancesOf(answer, plain).chances[0] > SURE;
    },
    told: () => {
      const { answer } = now();
      return TASKS.sure.told(quoted(ending(answer.text)), sayToken(answer.next[0][0]));
    },
  };
  return [alone, sure];
};

// `costs` knows what letters have cost here, `isDrawn()` whether a slider is being drawn along:
// what is told is where it comes to rest.
export const tasksOf = (model, costs, isDrawn = () => false) => {
  const answers = model.get("answers");
  return hasModel(model)
    ? modelTasks(model, costs, answers[0], isDrawn)
    : storedTasks(model, answers);
};
