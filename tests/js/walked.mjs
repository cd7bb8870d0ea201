// Run as a process of its own, which says all that is read, in both languages, and nothing else:
// it prints each piece of a module of words that was not run for it.
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { fileURLToPath } from "node:url";
import { inLanguage } from "./in_language.mjs";

const SOURCES = new URL("../../src/mha_book/", import.meta.url);
// What the editor says of errors is kept by a test of Python's. What has no words in a language
// says nothing there.
const isOfWords = (url) =>
  /words(\.js|\.[a-z]{2}\.js\?[a-z]{2})$/.test(url) && !/editor\/|site\//.test(url);
const nameOf = (url) => url.split("?")[0].replace(SOURCES.href, "");

const session = new Session();
session.connect();
const ask = (method, given) => {
  let answer;
  session.post(`Profiler.${method}`, given, (error, found) => {
    if (error) throw error;
    answer = found;
  });
  return answer;
};
ask("enable");
ask("startPreciseCoverage", { callCount: true, detailed: true });

const said = await import("./said_all.mjs");
const other = await inLanguage("said_all.mjs", import.meta.url);
for (const say of [...Object.values(said.SAID), ...Object.values(other.IN_LANGUAGES)]) say();

const scripts = ask("takePreciseCoverage").result.filter(
  ({ url }) => url.startsWith(SOURCES.href) && isOfWords(url),
);
const unsaid = scripts.flatMap(({ url, functions }) => {
  const source = readFileSync(fileURLToPath(url.split("?")[0]), "utf-8");
  return functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ count, startOffset }) => !count && startOffset < source.length)
    .map(({ startOffset, endOffset }) => `${nameOf(url)}: ${source.slice(startOffset, endOffset)}`);
});
console.log(JSON.stringify(unsaid));
