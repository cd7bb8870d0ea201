// A page's address and an explorer's state: links that are followed, and Back and Forward.
import assert from "node:assert/strict";
import test from "node:test";
import { linkTo, watchAddress } from "../../src/mha_book/explorers/shared/address.js";
import { HOME, browserWith } from "./address_bar.mjs";

// An explorer that watches the address: what it shows, and what it was told.
const watched = (start) => {
  const browser = browserWith(start);
  const told = [];
  const own = { shown: "start" };
  const stop = watchAddress({
    name: "map",
    follow: (link) => (told.push("follow"), (own.shown = link.get("step"))),
    read: () => own.shown,
    bring: (shown) => (told.push("bring"), (own.shown = shown)),
  });
  return { ...browser, own, told, stop };
};

test("an address says something to the explorer that it names, and to no other", () => {
  assert.equal(linkTo("map", "#explorer=map&step=3").get("step"), "3");
  assert.equal(linkTo("map", `${HOME}#explorer=map&text=a%23b`).get("text"), "a#b");
  assert.equal(linkTo("map", "#explorer=map&text=a#b").get("text"), "a#b");
  for (const address of ["", "#", "#part", HOME, "#explorer=mask&step=3", "?explorer=map"])
    assert.equal(linkTo("map", address), null, address);
});

test("a link in the page is followed, and Back and Forward bring what was there", () => {
  const page = watched();
  page.go("#explorer=map&step=3");
  assert.equal(page.own.shown, "3");
  page.own.shown = "changed";
  page.go("#explorer=map&step=5");
  for (const [by, shown] of [
    [-1, "changed"],
    [-1, "start"],
    [1, "changed"],
    [1, "5"],
    [-2, "start"],
    [2, "5"],
  ]) {
    page.travel(by);
    assert.equal(page.own.shown, shown);
  }
  assert.deepEqual(page.told.slice(0, 3), ["follow", "follow", "bring"]);
});

test("what goes between other parts of the page changes nothing", () => {
  const page = watched();
  for (const hash of ["#part", "#explorer=mask&step=2", ""]) page.go(hash);
  page.travel(-1);
  assert.deepEqual([page.told, page.own.shown], [[], "start"]);
});

test("from a link to another part and back all is as it was left", () => {
  const page = watched();
  page.go("#explorer=map&step=3");
  page.own.shown = "left";
  page.go("#part"); // a new place: it leads to nothing of the explorer's
  assert.equal(page.own.shown, "left");
  page.own.shown = "changed there";
  page.travel(-1);
  assert.equal(page.own.shown, "left");
  page.travel(1);
  assert.equal(page.own.shown, "changed there");
});

test("a place that was left twice is as it was left the last time", () => {
  const page = watched();
  page.go("#explorer=map&step=3");
  page.travel(-1);
  page.travel(1);
  page.own.shown = "changed";
  page.travel(-1);
  page.travel(1);
  assert.equal(page.own.shown, "changed");
});

test("a link to where one is already is followed all the same", () => {
  const page = watched("#explorer=map&step=3");
  const pressed = (hash) => page.fire("click", { target: { closest: () => hash && { hash } } });
  page.own.shown = "changed";
  for (const hash of ["#part", "#explorer=map&step=4", "", null]) pressed(hash);
  page.fire("click", { target: {} }); // a text has no place to look from
  assert.deepEqual([page.told, page.own.shown], [[], "changed"]);
  pressed("#explorer=map&step=3");
  assert.deepEqual([page.told, page.own.shown], [["follow"], "3"]);
});

test("nothing is heard once it stops, and what others keep of a place stays", () => {
  const browser = browserWith();
  globalThis.history.replaceState({ theirs: 1 }, "");
  const stop = watchAddress({ name: "map" });
  assert.equal(browser.place().state.theirs, 1);
  const { mhaPlace } = browser.place().state;
  watchAddress({ name: "mask" })(); // a second explorer: the place keeps its name
  assert.equal(browser.place().state.mhaPlace, mhaPlace);
  stop();
  assert.equal(browser.count(), 0);
});
