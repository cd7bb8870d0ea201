// All that WriterExplorer says, in states that say all of it.
import { chancesOf } from "../../src/mha_book/explorers/writer/compute.js";
import { createCosts } from "../../src/mha_book/explorers/writer/costs.js";
import { tasksOf } from "../../src/mha_book/explorers/writer/tasks.js";
import * as told from "../../src/mha_book/explorers/writer/told_words.js";
import { percent } from "../../src/mha_book/explorers/writer/text.js";
import * as words from "../../src/mha_book/explorers/writer/words.js";
import { constants, opened, tasksIn } from "./said_tools.mjs";

const timed = () => {
  const costs = createCosts(128);
  for (const [isCached, milliseconds] of [
    [false, 14],
    [true, 0.3],
  ])
    for (let length = 33; length < 128; length += 1)
      costs.note({ length, count: 1, milliseconds: milliseconds * (length / 33), isCached });
  return costs;
};

// After "Hello" one token is likelier than all others, after "Hello you" one is nearly sure.
const answerOf = (text, logits) => ({
  text,
  next: logits.map((x, k) => [[" you", "!", "\n"][k], x]),
  others: Array(30).fill(-2),
});
const stored = {
  letters: "",
  answers: [answerOf("Hello", [1, 0, -1]), answerOf("Hello you", [9, 0, -1])],
  beginning: "Hello",
  written: "",
};
const plain = { temperature: 1, top_k: 0, top_p: 1 };

const model = () => {
  const { writer } = opened;
  const circle = "a container is a container is a";
  return tasksIn(
    tasksOf,
    writer,
    [
      ["nearly sure", { temperature: 3 }],
      ["goes in a circle", { temperature: 0, beginning: "", written: circle }],
      ["costs", {}],
    ],
    timed(),
  );
};

export default () => {
  const { writer } = opened;
  const shown = { text: "how are you? Why are you so, and who are you?" };
  const why = "letters/ab.js could not be loaded";
  const refused = (text) => words.refusal(text, writer.letters, { longest: 32 }, "how are");
  const found = (given) => chancesOf(stored.answers[0], { ...plain, ...given });
  const changed = (given) =>
    [3, 4].map((seed) => {
      const present = { shown: stored.answers[0], found: found(given), inputs: { seed } };
      return told.changedText(present, { seed: 3 });
    });
  const open = words.openText(found({}), { others: null }, true);
  const tops = [{}, { top_k: 1 }, { top_k: 2 }, { top_p: 0.95 }].map((given) => {
    const one = found(given);
    return words.openText(one, stored.answers[0], false);
  });
  const names = Object.entries(words.settingNames);
  const values = { temperature: [0, 1.5], top_k: [0, 1, 3], top_p: [1, 0.9] };
  return [
    ...constants(words.SAID),
    ...constants(told.HINT),
    words.lookNote,
    ...["a\n", "\nb"].map(words.sayText),
    ...constants(words.COSTS),
    open,
    ...[0, 1].map(words.costNote),
    ...[null, 0.25, 12.34].map(words.costText),
    words.costHead(1, 32),
    ...[0, 0.0001, 0.012, 0.5].map(percent),
    ...[0, 0.2].map((share) => words.chanceText(" ", share, "how are")),
    ...[
      [" you", true],
      ["\n", false],
    ].map(([token, on]) => words.spokenBar(token, 0.43, on)),
    told.joinedText("\n", stored.answers[0], found({})),
    ...[{}, { top_k: 1 }, { top_k: 2 }].flatMap((given) => changed(given)),
    told.wroteText(" you?\nWhy"),
    told.wroteText(""),
    told.wroteText(" you?", writer.limits),
    told.fullText(writer.limits),
    told.chosenText([" ", "qu", "a\nb"]),
    told.KEPT,
    told.keptName({ temperature: 0, top_k: 0, top_p: 1, seed: 3 }),
    told.keptName({ temperature: 1.5, top_k: 5, top_p: 0.9, seed: 3 }),
    words.notStored(shown.text),
    words.helpText(writer.letters, { longest: 32 }),
    ...["", "é", "h".repeat(33)].map(refused),
    words.offer(127_086),
    words.here,
    words.storedNote("SmolLM2", 12),
    ...["loading", "failed", "awake"].map((is) => words.stateText({ is, shown, why })),
    ...names.flatMap(([name, say]) => values[name].map((value) => `${name}: ${say(value)}`)),
    words.choosingText(plain),
    words.choosingText({ temperature: 0.5, top_k: 3, top_p: 0.9 }),
    ...tops,
    words.openText({ isBeyond: true }, stored.answers[0], false),
    ...[
      [0.297, 0.7, 0.003],
      [0, 0.1, 0.9],
    ].map((weights) => words.lookText(weights, "a b", { layer: 0, head: 1 })),
    words.roundingText({ places: 6400, worst: 0.0563, mean: 0.0001, same: 0.993 }),
    ...model(),
    ...tasksIn(tasksOf, { ...stored, ...plain }, [
      ["top p", { top_p: 0.05 }],
      ["surer", { written: " you" }],
    ]),
  ];
};
