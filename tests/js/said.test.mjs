// All that the explorers say, held to what a person has read. Other tests hold numbers to
// PyTorch and each task to its aim; that a sentence says what its number is, a reader has to
// judge.
import test from "node:test";
import attention from "./said_attention.mjs";
import browser from "./said_browser.mjs";
import editor from "./said_editor.mjs";
import exercises from "./said_exercises.mjs";
import finder from "./said_finder.mjs";
import gradient from "./said_gradient.mjs";
import layout from "./said_layout.mjs";
import learning from "./said_learning.mjs";
import map from "./said_map.mjs";
import mask from "./said_mask.mjs";
import position from "./said_position.mjs";
import sentence from "./said_sentence.mjs";
import writer from "./said_writer.mjs";
import { assertRead, opened } from "./said_tools.mjs";

const SAID = {
  attention,
  browser,
  editor,
  exercises,
  finder,
  gradient,
  layout,
  learning,
  map,
  mask,
  position,
  sentence,
  writer,
};

// What tables for readers without scripts are called.
const tables = (name) => (opened[name]?.tables ?? []).map((words) => `Without scripts: ${words}`);

test("what is said is what was read", () => {
  const said = Object.entries(SAID).map(([name, say]) => [name, [...say(), ...tables(name)]]);
  assertRead("said.txt", Object.fromEntries(said));
});
