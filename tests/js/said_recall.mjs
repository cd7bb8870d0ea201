// All that a round of cards says.
import * as words from "../../src/mha_book/teaching/cards/recall_words.js";
import { constants } from "./said_tools.mjs";

export default () => [
  ...constants(words),
  ...[
    [1, 0],
    [20, 1],
    [2, 60],
  ].map((counts) => words.sayLeft(...counts)),
  ...[0, 1, 60].map(words.sayDone),
];
