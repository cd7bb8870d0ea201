import assert from "node:assert/strict";
import test from "node:test";
import { split } from "../../src/mha_book/explorers/gradient/symbols.js";
import { tokens } from "../../src/mha_book/explorers/shared/python_code.js";
import { references } from "./helpers.mjs";

const kinds = (source) =>
  tokens(source)
    .filter(([kind]) => kind)
    .map(([kind, text]) => `${kind} ${text}`);

test("Python's words, texts, numbers and remarks have their kinds, and nothing is lost", () => {
  assert.deepEqual(kinds("def f(x): return x.sum(-1) / 2.5e3  # it's"), [
    "k def",
    "nf f",
    "k return",
    "o -",
    "mi 1",
    "o /",
    "mi 2.5e3",
    "c1 # it's",
  ]);
  assert.deepEqual(kinds(`print(f"a # b", 'it\\'s', None is not sum)`), [
    "nb print",
    `s1 f"a # b"`,
    "s1 'it\\'s'",
    "kc None",
    "ow is",
    "ow not",
    "nb sum",
  ]);
  assert.deepEqual(kinds('"""two\nlines""" "open\nif _x1: x.in_ = max'), [
    's1 """two\nlines"""',
    's1 "open',
    "k if",
    "o =",
    "nb max",
  ]);
  assert.deepEqual(kinds("...\n\n    def f(): x. def"), ["k def", "nf f"]);
  const sources = Object.values(references.editor).flatMap((parts) => parts.map((p) => p.start));
  for (const source of [...sources, "é = 'ü' ; $ ?", '"""never', ""]) {
    assert.equal(
      tokens(source)
        .map(([, text]) => text)
        .join(""),
      source,
    );
  }
});

test("letters of a formula are told from words", () => {
  assert.deepEqual(split("O = P · (X W_V), dW_O"), [
    "",
    "O",
    " = ",
    "P",
    " · (",
    "X",
    " ",
    "W_V",
    "), ",
    "dW_O",
    "",
  ]);
  assert.deepEqual(split("Its loss and a Word"), ["Its loss and a Word"]);
});
