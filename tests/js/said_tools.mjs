// What the lists of all that is said share: states, constants, tasks, and what was read.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { format } from "../../src/mha_book/explorers/shared/format.js";
import { modelOf, references } from "./helpers.mjs";

export const { opened } = references; // each explorer as a page opens it
export const n = (x) => format(x, 2);

// The words in anything that is no function: "a: b" for those that have a name.
export const constants = (from, name = "") => {
  if (typeof from === "string") return from && [`${name}${from}`];
  if (from === null || typeof from !== "object") return [];
  const named = (key) => (/^\d+$/.test(key) ? name : `${key}: `);
  return Object.entries(from).flatMap(([key, part]) => constants(part, named(key)) || []);
};

// The state in which each task is done, if there is one. In another language it asks with other
// words: what the English one asked for, which was said first, is found again.
const known = (globalThis.mhaDone ??= new Map());
const isEnglish = !import.meta.url.includes("?");
const statesOf = (tasks, start, done) => {
  const key = JSON.stringify([start, done]);
  const found = tasks.map(({ ask }) => done.find(([part]) => ask.includes(part))?.[1]);
  if (isEnglish) known.set(key, found);
  return known.get(key) ?? found;
};

// What a task waits for, asks, and tells in a state: [part of what it asks, values of the state].
export const tasksIn = (tasksOf, start, done, ...others) => {
  const state = { ...start };
  const tasks = tasksOf(modelOf(state), ...others);
  const waits = tasks.flatMap((task) => (task.waits ? [task.waits()] : []));
  const states = statesOf(tasks, start, done);
  const asked = tasks.flatMap((task, k) => {
    const values = states[k];
    if (!values) return [task.ask];
    Object.assign(state, start, values);
    return [task.ask, `${task.isDone() ? "✓" : "not done"} ${task.told()}`];
  });
  return [...waits, ...asked];
};

// Holds what is said, { explorer: sentences }, to what a person has read. Where words are meant
// to change, run with SAID=write, and read `git diff`.
export const assertRead = (file, said) => {
  const path = new URL(file, import.meta.url);
  const parts = Object.entries(said).map(([name, sentences]) =>
    [`# ${name}`, ...new Set(sentences.filter(Boolean))].join("\n"),
  );
  const text = `${parts.join("\n\n")}\n`;
  if (process.env.SAID === "write") writeFileSync(path, text);
  assert.deepEqual(text.split("\n"), readFileSync(path, "utf-8").split("\n"));
};
