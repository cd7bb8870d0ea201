// WriterExplorer without a page: when its model comes, and how it writes.
import assert from "node:assert/strict";
import test from "node:test";
import { lastRow } from "../../src/mha_book/explorers/writer/compute.js";
import { createReader, createReading } from "../../src/mha_book/explorers/writer/reading.js";
import { createWriting } from "../../src/mha_book/explorers/writer/writing.js";
import { createDecoder } from "../../src/mha_book/in_page/decoder.js";
import { modelOf, references } from "./helpers.mjs";

const [start] = references.writer.filter(({ letters }) => letters);
const readerOf = ({ parts, listing, letters }) =>
  createReader(createDecoder(parts, listing.sizes), [...letters], listing.sizes.heads);

// A model as a page has it: what is set is read again, and whoever listens is told.
const pageOf = (state) => {
  const values = structuredClone(state);
  const model = modelOf(values);
  const page = { model, told: 0, said: [] };
  page.reading = createReading({
    model,
    load: async () => readerOf(values),
    ontell: () => (page.told += 1),
  });
  page.change = (given) => {
    Object.assign(values, given);
    page.reading.follow();
  };
  page.writing = (isCalm) =>
    createWriting({
      ...page,
      isCalm: () => isCalm,
      onstate: (one) => page.said.push(one),
    });
  return page;
};
const fresh = () => ({
  ...start,
  beginning: "how are",
  written: "",
  temperature: 1,
  seed: 3,
});

test("the model comes when a text is asked for that the page has not", async () => {
  const page = pageOf({ ...fresh(), answers: [{ ...start.answers[0], text: "how are" }] });
  page.reading.follow();
  assert.equal(page.reading.now().is, "asleep");
  page.change({ beginning: "you" });
  assert.deepEqual([page.reading.now().is, page.reading.now().isPresent], ["loading", false]);
  await page.reading.answerTo("you");
  page.reading.follow();
  assert.equal(page.reading.now().shown.text, "you");
});

test("what does not come is told, what was shown stays, and it can be tried again", async (t) => {
  t.mock.method(console, "error", () => {});
  const values = { ...fresh(), answers: [{ ...start.answers[0], text: "how are" }] };
  let fails = true;
  const reading = createReading({
    model: modelOf(values),
    load: async () => {
      if (fails) throw new Error("no way");
      return readerOf(values);
    },
    ontell: () => {},
  });
  values.beginning = "you";
  await assert.rejects(reading.answerTo("you"), /no way/);
  const { is, why, shown } = reading.now();
  assert.deepEqual([is, why, shown.text], ["failed", "no way", "how are"]);
  fails = false;
  assert.equal((await reading.answerTo("you")).text, "you");
});

test("it writes until the page is full, the same for the same seed, and calmly too", async () => {
  const wrote = [];
  for (const cached of [false, true]) {
    const page = pageOf({ ...fresh(), cached });
    await page.writing(true).toggle();
    assert.deepEqual(
      page.said.map(({ isWriting }) => isWriting),
      [true, false],
    );
    wrote.push(page.model.get("written"));
    const { wrote: told, isThere } = page.said[1];
    assert.deepEqual([told, isThere], [wrote.at(-1), true]);
  }
  assert.equal([...wrote[0]].length, 96);
  assert.equal(wrote[0], wrote[1]);
});

test("it stops by the same button, and where somebody else has changed the text", async () => {
  const page = pageOf(fresh());
  const writing = page.writing(false);
  const ended = writing.toggle();
  setTimeout(writing.toggle, 200);
  await ended;
  const { length } = page.model.get("written");
  assert.ok(length > 0 && length < 90);
  const again = page.writing(false).toggle();
  setTimeout(() => page.change({ beginning: "you", written: "" }), 100);
  await again;
  assert.equal(page.model.get("written"), "");
});

test("what somebody else has changed is not written over, where all letters come at once", async () => {
  const page = pageOf(fresh());
  const ended = page.writing(true).toggle();
  setTimeout(() => page.change({ beginning: "you", written: "" }));
  await ended;
  assert.equal(page.model.get("written"), "");
  assert.match(page.said.at(-1).text, /^how are./);
  assert.equal(page.said.at(-1).isThere, false); // it stands nowhere
});

test("what the last letter looks at is the same, computed by the page or sent by Python", () => {
  const [sent] = start.answers;
  const own = readerOf(start).read(sent.text, false);
  sent.weights.forEach((heads, layer) =>
    heads.forEach((_, head) => {
      const rows = [own, sent].map((answer) => lastRow(answer, { layer, head }));
      assert.equal(rows[0].length, [...sent.text].length);
      rows[0].forEach((weight, k) => assert.ok(Math.abs(weight - rows[1][k]) < 1e-4));
    }),
  );
});
