// All that the explorers say, held to what a person has read. Other tests hold numbers to
// PyTorch and each task to its aim; that a sentence says what its number is, a reader has to
// judge.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { SAID } from "./said_all.mjs";
import { assertRead, opened } from "./said_tools.mjs";

// What tables for readers without scripts are called.
const tables = (name) => (opened[name]?.tables ?? []).map((words) => `Without scripts: ${words}`);

test("what is said is what was read", () => {
  const said = Object.entries(SAID).map(([name, say]) => [name, [...say(), ...tables(name)]]);
  assertRead("said.txt", Object.fromEntries(said));
});

test("each piece of a sentence is said, in each language", () => {
  const walked = fileURLToPath(new URL("walked.mjs", import.meta.url));
  const done = spawnSync(process.execPath, [walked], { encoding: "utf-8" });
  assert.equal(done.status, 0, done.stderr);
  assert.deepEqual(JSON.parse(done.stdout), []);
});
