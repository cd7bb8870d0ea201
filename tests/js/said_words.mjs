// Every function of every module of words, called with what stands for what it is about: the
// states of the other lists say each sentence as a reader meets it, these say all of them.
import { readdirSync } from "node:fs";

const SOURCES = new URL("../../src/mha_book/", import.meta.url);
const isAsked = /\?([a-z]{2})$/.exec(import.meta.url); // in a language
const paths = readdirSync(SOURCES, { recursive: true })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith("words.js") && !path.startsWith("site/"))
  .filter((path) => !isAsked || path.startsWith("explorers/"))
  .toSorted();
const load = (path) =>
  import(isAsked ? new URL(`${path}?${isAsked[1]}`, SOURCES) : new URL(path, SOURCES));
const modules = [];
for (const path of paths) modules.push([path, await load(path)]);

const MARKS = ["⟨a⟩", "⟨b⟩", "⟨c⟩", "⟨d⟩", "⟨e⟩", "⟨f⟩"];
const NUMBERS = [21, 32, 43, 54, 65, 76];
// Of each in turn there is one, or none: a word's singular, and what is then left out.
const FEW = NUMBERS.flatMap((_, k) => [1, 0].map((number) => NUMBERS.with(k, number)));

// What it says of these; null where it is about something else.
const call = (say, given) => {
  try {
    const said = say(...given);
    const text = Array.isArray(said) ? said.join(" | ") : said;
    const isText = typeof text === "string" && !/NaN|undefined|\[object/.test(text);
    return isText ? text : null;
  } catch {
    return null;
  }
};

// Whatever is given, it says the same of it: then one sentence is enough.
const isOnlyFilled = (text, whole, given) => {
  const fill = (told, number, k) =>
    told.replaceAll(MARKS[k], number).replaceAll(`${NUMBERS[k]}`, number);
  return given.reduce(fill, whole) === text;
};

// With what stands for it, and in whatever else it says of some, of one and of none.
const allSaid = (say) => {
  const whole = call(say, MARKS);
  const some = call(say, NUMBERS) ?? whole;
  const others = FEW.map((given) => [call(say, given), given]).filter(
    ([text, given]) => text && some && !isOnlyFilled(text, some, given),
  );
  const isNew = whole === null || (some && !isOnlyFilled(some, whole, NUMBERS));
  return new Set([whole, isNew && some, ...others.map(([text]) => text)].filter(Boolean));
};

const saidBy = (name, value) => {
  if (typeof value === "function") return [...allSaid(value)].map((text) => `${name}: ${text}`);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => saidBy(`${name}.${key}`, part));
};

export default () =>
  modules.flatMap(([path, words]) =>
    Object.entries(words).flatMap(([name, value]) =>
      saidBy(`${path.replace(/^explorers\/|\.js$/g, "")} ${name}`, value),
    ),
  );
