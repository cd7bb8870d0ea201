// In another language an explorer says the same numbers, and other words.
import assert from "node:assert/strict";
import test from "node:test";

import { compute, readInputs } from "../../src/mha_book/explorers/attention/compute.js";
import * as germanAttention from "../../src/mha_book/explorers/attention/words.de.js";
import * as englishAttention from "../../src/mha_book/explorers/attention/words.js";
import * as germanShared from "../../src/mha_book/explorers/shared/words.de.js";
import * as englishShared from "../../src/mha_book/explorers/shared/words.js";
import { modelOf } from "./helpers.mjs";
import { opened } from "./said_tools.mjs";

const numbersOf = (text) => text.match(/\d+(\.\d+)?|∞/g) ?? [];

// All texts in what a module of words exports, each function called with `given`.
const textsOf = (said, given) => {
  if (typeof said === "string") return [said];
  if (typeof said === "function") return [said(...given)];
  return Object.values(said).flatMap((one) => textsOf(one, given));
};

test("every sentence of AttentionExplorer has the same numbers in German", () => {
  for (const values of [{}, { causal: true, mask_self: true, temperature: 3 }]) {
    const inputs = readInputs(modelOf({ ...opened.attention, ...values }));
    const result = compute(inputs);
    const options = [englishAttention, germanAttention].map((words) => words.sayOptions(inputs, 2));
    assert.deepEqual(...options.map(numbersOf));
    assert.notEqual(...options);
    for (const stage of Object.keys(englishAttention.STAGES))
      for (const i of [0, 1, 2])
        for (const j of [0, 1]) {
          const cell = { stage, i, j };
          const english = englishAttention.explain(cell, inputs, result, 3);
          const german = germanAttention.explain(cell, inputs, result, 3);
          assert.deepEqual(numbersOf(german), numbersOf(english), german);
          assert.notEqual(german, english);
        }
  }
});

test("what is set and asked has as many texts, with the same numbers", () => {
  for (const part of ["SET", "SOURCES", "HINT", "TASKS"]) {
    const given = ["one", "two", "0.75"];
    const [english, german] = [englishAttention, germanAttention].map((words) =>
      textsOf(words[part], given),
    );
    assert.equal(german.length, english.length, part);
    german.forEach((text, k) => {
      assert.deepEqual(numbersOf(text).toSorted(), numbersOf(english[k]).toSorted(), text);
      assert.notEqual(text, english[k]);
    });
  }
});

test("what every explorer says has the same names, and a text for each", () => {
  const [english, german] = [englishShared.SAID, germanShared.SAID];
  assert.deepEqual(Object.keys(german), Object.keys(english));
  for (const [name, said] of Object.entries(english)) {
    const given = name === "limit" ? [{ min: 2, max: 8 }] : ["⟨1⟩", "⟨2⟩", "⟨3⟩", "⟨4⟩"];
    const [text, expected] = [german[name], said].map((one) => textsOf(one, given)[0]);
    for (const argument of given.filter((one) => expected.includes(one)))
      assert.ok(text.includes(argument), text);
    assert.ok(name === "embeddings" || text !== expected, name);
  }
  assert.equal(germanShared.wordName(["the", "cat", "the"], 2), "„the“ (3.)");
  assert.equal(germanShared.capital("über"), "Über");
});
