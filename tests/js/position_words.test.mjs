import assert from "node:assert/strict";
import test from "node:test";
import { compute, pairNumbers } from "../../src/mha_book/explorers/position/compute.js";
import {
  COLUMNS,
  dialsNote,
  explain,
  explainPlaces,
  pictureWords,
  rowName,
  similarityNote,
  similarityWords,
  waveName,
} from "../../src/mha_book/explorers/position/words.js";
import { assertClose, references } from "./helpers.mjs";

const INPUTS = {
  part: "rotary",
  width: 6,
  base: 500,
  position: 9,
  key: 4,
  feature: 3,
  length: 64,
};
const result = compute(INPUTS);
const n = (x) => x.toFixed(6);

// "500^(−2·1/6)", "9 · 0.126", "sin(…)" as JavaScript.
const valueOf = (sum) =>
  new Function(
    `return ${sum
      .replaceAll("−", "-")
      .replaceAll("·", "*")
      .replaceAll("2π", "2 * Math.PI")
      .replaceAll("^", "**")
      .replace(/(sin|cos)/, "Math.$1")}`,
  )();

test("the arithmetic of a pair gives its number, in the unit of its column", () => {
  const units = ["radians per position", "positions", "radians", "", ""];
  pairNumbers(INPUTS, result).forEach((row, i) =>
    row.forEach((number, j) => {
      const said = explain(i, j, INPUTS, result, n);
      const [, sum, shown, unit] = said.match(/: (.*) = ([-\d.]+) ?(.*)$/);
      assertClose(valueOf(sum), number, 1e-5);
      assert.equal(shown, n(number));
      assert.equal(unit, units[j]);
    }),
  );
  assert.deepEqual(
    COLUMNS.map((name) => name.split(" ")[0]),
    ["frequency", "wavelength", "angle", "sine", "cosine"],
  );
});

test("a feature is called what it is: a sine or a cosine of its pair", () => {
  for (let feature = 0; feature < INPUTS.width; feature++) {
    const [, wave, pair] = waveName(feature).match(/^(sine|cosine) of pair (\d)$/);
    const numbers = pairNumbers(INPUTS, result)[pair];
    assert.equal(numbers[wave === "sine" ? 3 : 4], result.vector[feature]);
    assert.ok(rowName(Number(pair), INPUTS.width).includes(`${feature}`));
  }
  assert.equal(rowName(2, 5), "pair 2: feature 4");
});

test("a second token is before or after, and its distance is the angles'", () => {
  assert.ok(similarityWords(INPUTS, result, n).includes("key at position 4, 5 before, has"));
  const later = { ...INPUTS, key: 11 };
  assert.ok(similarityWords(later, compute(later), n).includes("key at position 11, 2 after, has"));
  const said = explainPlaces(INPUTS, result, n);
  const [, sum, distance] = said.match(/: (.*) = (.*), score/);
  assert.equal(valueOf(sum), Number(distance));
  assertClose(Number(distance) * result.w[1], result.between[1]);
});

test("where no hands turn, two positions have a similarity and no score", () => {
  for (const part of ["picture", "waves", "similarity"]) {
    const said = explainPlaces({ ...INPUTS, part }, result, n);
    const alike = `q at 9, k at 4: 5 apart, similarity ${n(result.similarity[4])}`;
    assert.equal(said, `${alike}, as wherever the two are 5 apart`);
  }
});

test("a similarity is the same wherever the distance is, where that is said", () => {
  const saidAt = (width, position, key) => {
    const inputs = { ...INPUTS, part: "similarity", width, position, key };
    return explainPlaces(inputs, compute(inputs), n).split(/: 5 apart/)[1];
  };
  for (const width of [2, 8]) assert.equal(saidAt(width, 9, 4), saidAt(width, 30, 35));
  assert.notEqual(saidAt(7, 9, 4), saidAt(7, 30, 35));
  assert.doesNotMatch(saidAt(7, 9, 4), /wherever/);
});

test("dials that are not drawn are counted", () => {
  assert.ok(dialsNote({ width: 22 }, 8).includes(" 3 more, which turn more slowly"));
  assert.doesNotMatch(dialsNote({ width: 16 }, 8), /more,/);
  assert.ok(dialsNote({ width: 7 }, 8).includes("Width 7 is odd"));
});

const hueOf = (hex) => {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  if (Math.min(red, green, blue) > 200) return "pale";
  return red > green ? "brown" : "green";
};

test("the picture's words have its sizes and its colours", () => {
  const said = pictureWords(INPUTS);
  assert.ok(said.includes("64 rows, one for each position, by 6 columns, one for each feature"));
  assert.ok(said.includes("Row 9 and column 3 are outlined."));
  const { signed } = references.colour;
  const hues = [signed[0], signed[(signed.length - 1) / 2], signed.at(-1)].map(hueOf);
  assert.ok(said.includes(`${hues[0]} is −1, ${hues[1]} 0, ${hues[2]} 1.`), hues.join());
});

test("where the line depends on the position too, the note says so", () => {
  for (const width of [5, 6]) {
    const similarityAt = (position) => {
      const inputs = { ...INPUTS, width, position, key: position + 3 };
      return compute(inputs).similarity[inputs.key];
    };
    const isOfDistance = Math.abs(similarityAt(2) - similarityAt(20)) < 1e-9;
    assert.equal(similarityNote({ width }).includes("on the distance alone"), isOfDistance);
  }
});
