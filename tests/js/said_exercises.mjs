// All that the exercises say, to one question of each kind.
import * as keptWords from "../../src/mha_book/exercises/kept_words.js";
import { judge } from "../../src/mha_book/exercises/verdict.js";
import * as words from "../../src/mha_book/exercises/words.js";
import { references } from "./helpers.mjs";
import { constants } from "./said_tools.mjs";

const ALL = Object.values(references.exercises).flat();
const KINDS = ["numbers", "shape", "mask", "find", "order"];

// Answers that are right, a known mistake, or neither.
const answersTo = ({ kind }, draw) => {
  if (kind === "find") return draw.options.map((_, place) => place);
  const [right] = draw.right;
  if (kind !== "order") {
    const unknown = Array.isArray(right) ? [99] : kind === "mask" ? 1 - right : right + 99;
    return [draw.right, draw.wrong[0][1], draw.right.with(0, unknown)];
  }
  const faulty = draw.blames.findIndex((fault) => fault !== null);
  const cut = [right.slice(1), right.slice(2)];
  return [
    right,
    right.with(0, faulty),
    right.toReversed(),
    ...cut,
    ...draw.wrong.slice(0, 1).map(([, order]) => order),
  ];
};

const saidOf = (exercise) => {
  const [draw] = exercise.draws;
  const verdicts = answersTo(exercise, draw).map((answer) => judge(exercise, draw, answer));
  return [
    `${exercise.kind}:`,
    ...verdicts.map((verdict) => words.sayVerdict(exercise, draw, verdict)),
    ...verdicts.map((verdict) => words.sayHint(exercise, verdict)),
    words.sayAnswer(exercise, draw),
  ];
};

export default () => [
  ...constants(keptWords),
  keptWords.sayAll(0, 71),
  keptWords.sayAll(3, 71),
  ...[keptWords.sayShort, keptWords.saySolved].flatMap((say) => [say(3, 5), say(5, 5)]),
  keptWords.sayProgress(3, 5),
  words.show([3]),
  ...[0.5, "river"].map(words.withDecimals(words.decimalsOf([[0.25], [1]]))),
  words.sayVerdict({}, { labels: ["how", "are"], columns: [] }, { is: "other", found: [1, 2] }),
  words.sayAnswer({ kind: "mask" }, { labels: ["how"], columns: ["how", "are"], right: [0, 0] }),
  words.ASKED.number("river"),
  words.ASKED.shape("strides"),
  words.ASKED.choice,
  words.ASKED.lines,
  ...KINDS.flatMap((kind) => saidOf(ALL.find((one) => one.kind === kind))),
];
