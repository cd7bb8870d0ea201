// What a reader of WriterExplorer is asked to try.
import { format } from "../shared/format.js";
import { capital, quoted } from "../shared/words.js";
import { chancesOf, circleIn, countOpen, hasModel, readInputs, textOf } from "./compute.js";
import { ending, onPaper, percent, sayToken } from "./words.js";

const isWarm = ({ top_k, top_p }) => top_k === 0 && top_p === 1;

const modelTasks = (model, costs, start) => {
  const [first] = start.next[0];
  const [text, likeliest] = [quoted(start.text), sayToken(first)];
  const isAtStart = () => textOf(readInputs(model)) === start.text;
  const share = () => chancesOf(start, readInputs(model)).chances[0];
  const hot = {
    ask:
      `after ${text} the model is nearly sure of ${likeliest}. Open “How it chooses”, and raise ` +
      "the temperature until that has less than 50 %.",
    isDone: () => isAtStart() && isWarm(readInputs(model)) && share() < 0.5,
    told: () =>
      `At a temperature of ${format(readInputs(model).temperature, 1)} ${likeliest} has ` +
      `${percent(share())}, so more often than not something else is drawn. Let it write now, ` +
      "and see what becomes of its words.",
  };
  const circle = () => circleIn(textOf(readInputs(model)));
  const cold = {
    ask:
      "now the other end: erase what was added, set the temperature to 0, and let it write " +
      "until it goes in a circle. Another beginning may help.",
    isDone: () => readInputs(model).temperature === 0 && circle() !== "",
    told: () =>
      `${quoted(onPaper(circle()))} stands there a second time. Nothing is drawn at 0, so the ` +
      "same letters are followed by the same again.",
  };
  const last = (isCached) => costs.means(isCached).findLast((mean) => mean !== null);
  const timed = {
    ask:
      "open “What a letter costs”, and let it write to the end, once as it is and once with " +
      "keys and values kept. Which time grows with the text?",
    isDone: () => [false, true].every((isCached) => costs.means(isCached).at(-1) !== null),
    told: () =>
      `The longer the text, the longer each letter takes: ${format(last(false), 1)} ms at the end. ` +
      `With keys and values kept it is ${format(last(true), 1)} ms. How, the next page shows.`,
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
    ask:
      "open “How it chooses”, and lower top p until one token alone is left. Leave the " +
      "temperature at 1, and top k off.",
    isDone: () => {
      const { inputs, found } = now();
      const isPlain = inputs.temperature === 1 && inputs.top_k === 0 && inputs.top_p < 1;
      return isPlain && countOpen(found) === 1 && found.rest === 0;
    },
    told: () => {
      const { inputs, answer } = now();
      const [token] = answer.next[0];
      const [share] = chancesOf(answer, { temperature: 1, top_k: 0, top_p: 1 }).chances;
      return (
        `${capital(sayToken(token))} has ${percent(share)} by itself, so it reaches ` +
        `${format(inputs.top_p, 2)} alone, and no other is needed.`
      );
    },
  };
  const sure = {
    ask: "press bars until the model is surer than 90 % of what comes next, at a temperature of 1.",
    isDone: () => {
      const { inputs, answer } = now();
      const plain = { temperature: 1, top_k: 0, top_p: 1 };
      return inputs.temperature === 1 && chancesOf(answer, plain).chances[0] > 0.9;
    },
    told: () => {
      const { answer } = now();
      return `After ${quoted(ending(answer.text))} there is hardly a choice: ${sayToken(answer.next[0][0])}.`;
    },
  };
  return [alone, sure];
};

// `costs` knows what letters have cost here.
export const tasksOf = (model, costs) => {
  const answers = model.get("answers");
  return hasModel(model) ? modelTasks(model, costs, answers[0]) : storedTasks(model, answers);
};
