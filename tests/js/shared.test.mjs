import assert from "node:assert/strict";
import test from "node:test";
import { average, softmax } from "../../src/mha_book/explorers/shared/arrays.js";
import {
  canvasColour,
  canvasScale,
  faintScales,
  luminance,
  weightColour,
} from "../../src/mha_book/explorers/shared/colour.js";
import { format, formatBrief, formatWithin } from "../../src/mha_book/explorers/shared/format.js";
import {
  formatPower,
  formatSmall,
  formatSoftmax,
  partsOfCode,
} from "../../src/mha_book/explorers/shared/format.js";
import { isContiguous, reshape, viewStrides } from "../../src/mha_book/explorers/shared/strides.js";
import { ordinal } from "../../src/mha_book/explorers/shared/words.js";
import { assertClose, references } from "./helpers.mjs";

test("softmax is PyTorch's, and survives large scores and empty rows", () => {
  for (const [row, expected] of references.softmax) assertClose(softmax(row), expected, 1e-12);
  assertClose(softmax([1000, 999, -Infinity]), [0.7310585786300049, 0.2689414213699951, 0]);
  assert.deepEqual(softmax([-Infinity, -Infinity]), [0, 0]);
});

test("an average is taken cell by cell", () => {
  assert.deepEqual(average([[[1, 2]], [[3, 5]]]), [[2, 3.5]]);
});

test("view strides are PyTorch's", () => {
  for (const { shape, strides, contiguous, new: wanted, view } of references.strides) {
    assert.deepEqual(viewStrides({ shape, strides }, wanted), view);
    assert.equal(isContiguous({ shape, strides }), contiguous);
  }
});

test("what no strides can read is copied in reading order", () => {
  const turned = { storage: [1, 2, 3, 4, 5, 6], shape: [3, 2], strides: [1, 3] };
  const copy = reshape(turned, [6]);
  assert.deepEqual(copy.storage, [1, 4, 2, 5, 3, 6]);
  assert.equal(copy.isCopy, true);
});

test("luminance is Python's", () => {
  for (const [rgb, expected] of references.luminance) assertClose(luminance(rgb), expected);
  assertClose(luminance([255, 255, 255]), 1);
});

const contrast = (...colours) => {
  const [low, high] = colours.map(luminance).toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

test("what is no number has no colour", () => {
  assert.deepEqual(weightColour(NaN, [["#ffffff", "#000000"]]), {});
});

test("weights have the figures' colours and readable text", () => {
  const { anchors, weights, rgb } = references.colour;
  weights.forEach((weight, k) => {
    const { background, text } = weightColour(weight, anchors);
    const [day, night] = background.match(/rgb\([^)]*\)/g).map((c) => c.match(/\d+/g).map(Number));
    // matplotlib tabulates 256 colours; half a step of its table apart at most
    day.forEach((channel, c) => assert.ok(Math.abs(channel - rgb[k][c]) <= 3));
    const inks = text
      .match(/#\w+/g)
      .map((ink) => (ink === "#000000" ? [0, 0, 0] : [255, 255, 255]));
    assert.ok(contrast(day, inks[0]) >= 4.5, `${weight}: ${background} ${text}`);
    assert.ok(contrast(night, inks[1]) >= 4.5, `${weight}: ${background} ${text}`);
    assert.equal(inks[1][0], 255, "after dark all are white: no two neighbours differ");
    for (const [ground, isNight] of [
      [day, false],
      [night, true],
    ]) {
      assert.equal(canvasColour(weight, anchors, isNight), `rgb(${ground.join(", ")})`);
      assert.deepEqual(canvasScale(anchors, isNight)(weight), ground);
    }
    // Where a picture is small all are stronger, by night more so.
    faintScales(anchors).forEach((scale, k) => {
      const stronger = canvasScale(anchors, k === 1)(weight ** [0.5, 1 / 3][k]);
      assert.deepEqual(scale(weight), stronger);
    });
  });
});

test("numbers have their digits, a true minus sign, and no minus zero", () => {
  assert.equal(format(-Infinity, 4), "−∞");
  assert.equal(format(Infinity, 4), "∞");
  assert.equal(format(-0.00001, 4), "0.0000");
  assert.equal(format(-1.5, 2), "−1.50");
  assert.equal(format(2, 3), "2.000");
});

test("brief numbers have the digits they need", () => {
  const texts = { 300: "300", "-12.5": "−12.5", "-0.0000001": "0", 1000.000001: "1000.000001" };
  for (const [number, text] of Object.entries(texts))
    assert.equal(formatBrief(Number(number)), text);
  assert.equal(formatBrief(0.1 + 0.2), "0.3");
});

test("a number loses decimals where there is no room for them, and no digit before", () => {
  const texts = { 9.5: "9.50", "-99.994": "−99.99", 1234.56: "1234.6", "-123.4": "−123.4" };
  Object.assign(texts, { 999.996: "1000.0", 12345.6: "12346", "-1234567.8": "−1234568" });
  for (const [number, text] of Object.entries(texts))
    assert.equal(formatWithin(Number(number), 2, 6), text);
  assert.equal(formatWithin(-Infinity, 2, 1), "−∞");
  assert.equal(formatWithin(1234.56, 2, Infinity), "1234.56");
});

test("powers and small numbers are written as on paper", () => {
  assert.equal(formatPower(-12), "10⁻¹²");
  assert.equal(formatSmall(2.24e-11), "2.2e−11");
  assert.deepEqual([4.8, 0.0132].map(formatSmall), ["4.8", "0.013"]); // no power where none is needed
  assert.deepEqual([0.01, 1000].map(formatSmall), ["0.01", "1.0e+3"]); // where powers begin
});

test("code parts before a dot, a name and a remark, and never in a shape or behind a sign", () => {
  const parts = (text) => partsOfCode(text).join("|");
  assert.equal(parts("x.view(3, 2)"), "x|.view(3, 2)");
  assert.equal(parts("s.masked_fill(~mask, -torch.inf)"), "s|.masked_fill(~mask, |-torch.inf)");
  assert.equal(parts("[[1, -2], [3, 4]] @ w  # (2,)"), "[[1, -2], |[3, 4]] @ |w  |# (2,)");
});

test("places are counted as one says them, the teens too", () => {
  const said = [1, 2, 3, 4, 10, 11, 12, 13, 14, 21, 22, 23, 113].map(ordinal).join(" ");
  assert.equal(said, "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 21st 22nd 23rd 113th");
});

test("a row that may attend to nothing has words instead of a sum", () => {
  assert.equal(
    formatSoftmax([-Infinity], 0, "“how”", String),
    "“how” has nothing to attend to, so ",
  );
  assert.equal(formatSoftmax([1, -Infinity], 1, "how", String), "0 / (e^1 + 0) = ");
});

test("an id is new to the page, whichever copy of the module gives it", async () => {
  const copies = await Promise.all(
    ["?one", "?another"].map((copy) => import(`../../src/mha_book/explorers/shared/dom.js${copy}`)),
  );
  const ids = [0, 1, 0].map((k) => copies[k].freshId("field"));
  assert.equal(new Set(ids).size, 3);
  assert.match(ids[0], /^mha-field-\d+$/);
});
