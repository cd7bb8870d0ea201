// Each language's file of words has what the English one has, with the same numbers; and all
// that an explorer says in its states is said in that language, too.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { inLanguage, LANGUAGE } from "./in_language.mjs";
import { EXPLAINED } from "./said_all.mjs";
import { assertRead, opened } from "./said_tools.mjs";

const EXPLORERS = new URL("../../src/mha_book/explorers/", import.meta.url);
const files = readdirSync(EXPLORERS, { recursive: true }).map((path) => path.replaceAll("\\", "/"));
const translated = files.filter((path) => path.endsWith(`words.${LANGUAGE}.js`));

const numbersOf = (text) => (text.match(/\d+(\.\d+)?|∞/g) ?? []).toSorted();

// What stands for what a sentence is about.
const GIVEN = ["⟨a⟩", "⟨b⟩", "⟨c⟩", "⟨d⟩", "⟨e⟩", "⟨f⟩"];
const call = (say) => {
  try {
    return say(...GIVEN);
  } catch {
    return null; // it wants more than texts: its states are below
  }
};

const assertSame = (name, english, other) => {
  assert.equal(typeof other, typeof english, name);
  if (typeof english === "function") assertSame(`${name}()`, call(english), call(other));
  else if (typeof english === "string") {
    const marks = (text) => GIVEN.filter((mark) => text.includes(mark));
    assert.deepEqual(numbersOf(other), numbersOf(english), `${name}: ${other}`);
    assert.deepEqual(marks(other), marks(english), `${name}: ${other}`);
  } else if (english !== null && typeof english === "object") {
    assert.deepEqual(Object.keys(other ?? {}).toSorted(), Object.keys(english).toSorted(), name);
    for (const key of Object.keys(english)) assertSame(`${name}.${key}`, english[key], other[key]);
  }
};

test("a word that is missing, too many, or has another number is refused", () => {
  const said = { a: "2 words", b: (x) => `from ${x}` };
  assertSame("said", said, { a: "2 Wörter", b: (x) => `von ${x}` });
  for (const wrong of [
    { a: "2 Wörter" },
    { ...said, c: "" },
    { ...said, a: "3 Wörter" },
    { ...said, b: () => "von" },
  ])
    assert.throws(() => assertSame("said", said, wrong));
});

test("each module of words has a language's file", () => {
  const english = files.filter((path) => path.endsWith("words.js"));
  const missing = english.filter(
    (path) => !translated.includes(path.replace(".js", `.${LANGUAGE}.js`)),
  );
  assert.deepEqual(missing, []);
});

for (const path of translated)
  test(`${path} says all that the English file says`, async () => {
    const english = path.replace(`.${LANGUAGE}.js`, ".js");
    const [words, other] = [
      await import(new URL(english, EXPLORERS)),
      await inLanguage(english, EXPLORERS),
    ];
    assertSame(path, { ...words }, { ...other });
  });

test("a step says in each language what is so with the present design", async () => {
  const path = "map/step_words.js";
  for (const { STEPS } of [
    await import(new URL(path, EXPLORERS)),
    await inLanguage(path, EXPLORERS),
  ]) {
    const [, say] = STEPS.project;
    const isOfView = (num_heads, design) => /\bview\b/.test(say({ num_heads, design }));
    const states = [
      [2, "split"],
      [2, "wrapper"],
      [1, "split"],
    ];
    assert.deepEqual(
      states.map((state) => isOfView(...state)),
      [true, false, false],
    );
  }
});

// Code and formulas, which a sentence in any language has as they are.
const isSentence = (text) => / \S+ \S+ /.test(text);
const isGiven = (name, text) => JSON.stringify(opened[name]).includes(text); // by Python
const KEPT = /[·=→]|^dtype|^[\w.]+[([]/;

const { IN_LANGUAGES: sayInIt } = await inLanguage("said_all.mjs", import.meta.url);
for (const [name, say] of Object.entries(EXPLAINED))
  test(`${name} says the same in its states`, () => {
    const isSaid = (text) => text && !/^(✓|not done)/.test(text);
    const [english, other] = [say(), sayInIt[name]()].map((said) => said.filter(isSaid));
    assert.equal(other.length, english.length);
    english.forEach((text, k) => {
      assert.deepEqual(numbersOf(other[k]), numbersOf(text), other[k]);
      if (isSentence(text) && !KEPT.test(text) && !isGiven(name, text))
        assert.notEqual(other[k], text);
    });
  });

test("what is said in it is what was read", () => {
  const said = Object.entries(sayInIt).map(([name, say]) => [name, say()]);
  assertRead(`said.${LANGUAGE}.txt`, Object.fromEntries(said));
});
