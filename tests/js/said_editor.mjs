// All that the editor says, but for errors, which a test of Python's keeps.
import { judge } from "../../src/mha_book/editor/verdict.js";
import * as words from "../../src/mha_book/editor/words.js";
import { references } from "./helpers.mjs";

const saidOf = (part) => {
  const calls = part.calls.map(({ right }) => right);
  const [{ found }] = part.known;
  part.telling.forEach((call, k) => (calls[call] = found[k]));
  const verdict = judge(part, { calls });
  return [part.asked, part.start, words.sayHint(part, verdict)];
};

const [attend] = references.editor["attention-by-hand"];

export default () => [
  words.SAID.loading,
  words.SAID.running,
  words.SAID.failed,
  words.SAID.endless(5),
  words.SAID.cut(1),
  words.SAID.cut(3),
  words.SAID.sure,
  words.SAID.elsewhere("attend"),
  words.SAID.keys,
  words.SAID.small,
  words.sayOwn(attend.shown, true),
  words.sayOwn(attend.shown, false),
  words.sayFirst(attend),
  words.sayMap(attend, null),
  words.sayMap(attend, 0, 15),
  words.sayMap(attend, 1, 15),
  words.sayMap(attend, 12, 15),
  words.sayCell("x", { row: "how", column: "x1" }, 1.1),
  words.sayCell("weights", { row: "how", column: "are" }, NaN, 0.25),
  words.sayCell("weights", { row: "how", column: "are" }, 0.25, 0),
  words.sayCell("output", { row: "how", column: "x1" }, Infinity, 3),
  ...Object.values(references.editor).flat().flatMap(saidOf),
];
