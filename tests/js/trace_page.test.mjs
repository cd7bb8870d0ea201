import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./trace_page.mjs";

const PARTS = [
  { id: "s1", name: "#1 linear", find: "linear self.query(x) (7, 3)", shape: "(7, 3)" },
  { id: "s2", name: "#2 item", find: "item x.item()" },
  { id: "s3", name: "#3 softmax", find: "softmax scores.softmax(-1) (7, 7)", shape: "(7, 7)" },
  { id: "o1", name: "x input", find: "x", shape: "(7, 5)" },
  { id: "o2", name: "query.weight parameter", find: "query.weight", shape: "(3, 5)" },
];
const TARGET = { closest: () => null };
const open = (hash) => openPage(PARTS, hash);

test("it begins at the first step, or where the address says", () => {
  const page = open();
  assert.deepEqual([page.now(), page.marked()], [["s1"], ["s1"]]);
  assert.equal(page.said(), "Step 1 of 3. #1 linear, (7, 3)");
  assert.equal(page.bar.hidden, false);
  assert.ok(page.body.classList.contains("live"));
  assert.ok(!page.body.classList.contains("empty"));
  assert.equal(page.location.hash, "");
  assert.deepEqual(open("#s3").now(), ["s3"]);
  assert.deepEqual(open("#o1").now(), ["o1"]);
  assert.equal(open("#o1").said(), "x input, (7, 5)"); // no step
  assert.equal(open("#o1").details.open, true);
  assert.equal(open("#s1").details.open, false);
  assert.deepEqual(open("#nothing").now(), ["s1"]);
});

test("without a step it shows what it began with, and says so to the style", () => {
  const page = openPage(PARTS.slice(3));
  assert.deepEqual(page.now(), ["o1"]);
  assert.ok(page.body.classList.contains("empty"));
  page.next.fire("click");
  assert.deepEqual(page.now(), ["o1"]);
  assert.equal(openPage([]).bar.hidden, false);
});

test("arrows go step by step, and no further than the ends", () => {
  const page = open();
  assert.equal(page.back.getAttribute("aria-disabled"), "true");
  assert.equal(page.next.getAttribute("aria-disabled"), "false");
  assert.equal(page.press("ArrowRight", { target: TARGET }), true);
  assert.deepEqual([page.now(), page.marked()], [["s2"], ["s2"]]);
  assert.equal(page.said(), "Step 2 of 3. #2 item"); // it has no shape
  assert.equal(page.location.hash, "#s2");
  for (const button of [page.back, page.next])
    assert.equal(button.getAttribute("aria-disabled"), "false");
  for (let k = 0; k < 3; k++) page.press("ArrowRight", { target: TARGET });
  assert.deepEqual(page.now(), ["s3"]);
  assert.equal(page.next.getAttribute("aria-disabled"), "true");
  for (let k = 0; k < 5; k++) page.press("ArrowLeft", { target: TARGET });
  assert.deepEqual(page.now(), ["s1"]);
  page.go("#o2"); // from what it began with they lead to the first
  page.press("ArrowLeft", { target: TARGET });
  assert.deepEqual(page.now(), ["s1"]);
});

test("the buttons go both ways, and no further than the ends", () => {
  const page = open("#s2");
  for (const _ of [1, 2, 3]) page.next.fire("click");
  assert.deepEqual(page.now(), ["s3"]);
  page.back.fire("click");
  assert.deepEqual(page.now(), ["s2"]);
  for (const _ of [1, 2, 3]) page.back.fire("click");
  assert.deepEqual(page.now(), ["s1"]);
});

test("keys that are meant otherwise step nowhere", () => {
  const page = open("#s2");
  for (const held of ["ctrlKey", "metaKey", "altKey"])
    assert.equal(page.press("ArrowRight", { target: TARGET, [held]: true }), false);
  page.press("ArrowRight", { target: page.find }); // it moves in the text
  const scrolled = { closest: () => ({ matches: () => true }) };
  assert.equal(page.press("ArrowRight", { target: scrolled }), false);
  assert.equal(page.press("ArrowDown", { target: TARGET }), false); // it scrolls the page
  assert.deepEqual(page.now(), ["s2"]);
});

test("in the list the arrows up and down step, too, and take the focus along", () => {
  const page = open("#s2");
  assert.equal(page.press("ArrowDown", { target: page.links[1] }), true);
  assert.deepEqual(page.now(), ["s3"]);
  assert.ok(page.links[2].hadFocus);
  page.press("ArrowUp", { target: page.links[2] });
  assert.deepEqual(page.now(), ["s2"]);
});

test("a link is followed, read out, and scrolled to where it begins above the window", () => {
  const page = open();
  page.search("linear");
  page.go("#o1");
  assert.deepEqual([page.now(), page.marked()], [["o1"], ["o1"]]);
  assert.ok(page.articles[3].heading.hadFocus);
  assert.ok(!page.articles[3].heading.wasShown);
  assert.equal(page.find.value, ""); // the search is over, or it would hide the place
  assert.equal(page.listed().length, PARTS.length);
  page.articles[2].isAt = -300;
  page.go("#s3");
  assert.ok(page.articles[2].heading.wasShown);
  page.go("#nowhere");
  assert.deepEqual(page.now(), ["s3"]);
});

test("a search takes all of its words, in any case, and counts what it finds", () => {
  const page = open("#s2");
  page.search("  SELF (7, ");
  assert.deepEqual(page.listed(), ["s1"]);
  assert.equal(page.said(), "1 found");
  assert.ok(page.body.classList.contains("searching"));
  assert.equal(page.details.hidden, true); // nothing in it
  page.search("x");
  assert.deepEqual(page.listed(), ["s1", "s2", "s3", "o1"]);
  assert.equal(page.said(), "4 found");
  assert.deepEqual([page.details.hidden, page.details.open], [false, true]);
  page.search("nothing");
  assert.equal(page.said(), "0 found");
  page.search(" ");
  assert.deepEqual(
    page.listed(),
    PARTS.map(({ id }) => id),
  );
  assert.equal(page.said(), "Step 2 of 3. #2 item");
  assert.ok(!page.body.classList.contains("searching"));
});

test("a slash begins a search, Enter goes to the first that is found, Escape ends it", () => {
  const page = open();
  assert.equal(page.press("/", { target: TARGET }), true); // and is not written
  assert.ok(page.find.hadFocus);
  page.search("(7, 7)");
  page.press("Enter", { target: page.find });
  assert.equal(page.location.hash, "#s3"); // which the browser follows
  page.go("#s3");
  page.search("softmax");
  page.press("Enter", { target: page.find }); // there already: no hashchange comes
  assert.deepEqual([page.now(), page.find.value], [["s3"], ""]);
  page.search("nothing");
  page.press("Enter", { target: page.find });
  page.search("");
  page.press("Enter", { target: page.find }); // nothing is asked for
  assert.equal(page.location.hash, "#s3");
  page.search("linear");
  page.press("Escape", { target: page.find });
  assert.deepEqual([page.find.value, page.find.hadFocus], ["", false]);
});

test("the list scrolls to the step where it has a height of its own, and only if it must", () => {
  const page = open();
  Object.assign(page.nav, { scrollHeight: 900, clientHeight: 300, scrollTop: 0, isAt: 50 });
  page.links[1].isAt = 250; // 200 below its upper edge
  page.go("#s2");
  assert.equal(page.nav.scrollTop, 0);
  page.links[2].isAt = 650;
  page.go("#s3");
  assert.equal(page.nav.scrollTop, 500); // it comes to stand a third below the edge
  page.links[0].isAt = -50;
  page.go("#s1");
  assert.equal(page.nav.scrollTop, 300);
  page.nav.clientHeight = 900; // all of it is in sight
  page.links[2].isAt = 2000;
  page.go("#s3");
  assert.equal(page.nav.scrollTop, 300);
});

test("what is wider than its place is a Tab stop, as long as it is wider", () => {
  const table = {
    scrollWidth: 500,
    clientWidth: 300,
    removeAttribute: () => delete table.tabIndex,
  };
  const page = openPage([{ ...PARTS[0], table }, ...PARTS.slice(1)]);
  page.notice();
  assert.equal(table.tabIndex, 0);
  table.clientWidth = 500;
  page.resize();
  assert.ok(!("tabIndex" in table));
});
