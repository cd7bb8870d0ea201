import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { references } from "./helpers.mjs";

const folder = fileURLToPath(new URL("../../src/mha_book/explorers", import.meta.url));
const scripts = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith(".js"))
  .map((file) => `${file.parentPath}/${file.name}`);

test("every script is a module as it is, and exports what the linker says", async () => {
  const linked = Object.keys(references.exports); // these, and what of others they import
  assert.deepEqual(
    scripts.filter((script) => !linked.includes(script)),
    [],
  );
  for (const script of linked) {
    const module = await import(pathToFileURL(script));
    assert.deepEqual(Object.keys(module).toSorted(), references.exports[script], script);
  }
});

test("the site's own script waits for its page", async () => {
  const heard = [];
  globalThis.document = { addEventListener: (event) => heard.push(event) };
  await import("../../src/mha_book/site/static/mha/mount.js");
  assert.deepEqual(heard, ["DOMContentLoaded"]);
});
