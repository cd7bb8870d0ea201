// All that the explorers say, held to what a person has read. Other tests hold numbers to
// PyTorch and each task to its aim; that a sentence says what its number is, a reader has to
// judge. Where words are meant to change, run this test with SAID=write, and read `git diff`.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
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
import { opened } from "./said_tools.mjs";

const READ = new URL("said.txt", import.meta.url);
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

const asText = () =>
  Object.entries(SAID)
    .map(([name, say]) =>
      [`# ${name}`, ...new Set([...say(), ...tables(name)].filter(Boolean))].join("\n"),
    )
    .join("\n\n") + "\n";

if (process.env.SAID === "write") writeFileSync(READ, asText());

test("what is said is what was read", () => {
  const [found, read] = [asText(), readFileSync(READ, "utf-8")].map((text) => text.split("\n"));
  assert.deepEqual(found, read);
});
