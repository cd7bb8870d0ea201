// What explorers say stands in modules of words, and nowhere else; each word is there and is
// said, and a language's file has them all.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const FOLDER = new URL("../../src/mha_book/explorers/", import.meta.url);
const isFolder = (entry) => entry.isDirectory() && !entry.name.startsWith("_");
const folders = readdirSync(FOLDER, { withFileTypes: true }).filter(isFolder);

// Every script of an explorer: {folder, name, text}, without its comments.
const scripts = folders.flatMap(({ name: folder }) =>
  readdirSync(new URL(folder, FOLDER))
    .filter((name) => name.endsWith(".js"))
    .map((name) => {
      const text = readFileSync(new URL(`${folder}/${name}`, FOLDER), "utf-8");
      return { folder, name, text: text.replace(/^\s*\/\/.*$/gm, "") };
    }),
);
const isTranslation = ({ name }) => /\.[a-z]{2}\.js$/.test(name);
const isOfWords = ({ name }) => /words(\.[a-z]{2})?\.js$/.test(name);
const load = ({ folder, name }) => import(new URL(`${folder}/${name}`, FOLDER).href);

// ---- nowhere else ------------------------------------------------------------------------------

// What no reader reads: classes, keys, styles, code, the catalogue's names of faults, MiniLM's.
const CODE = [
  /mha-|prefers-|hover: |translate\(|gradient\(|querySelector| th$/,
  /^(Enter|Escape|Home|End|Tab|Arrow\w+)$/,
  /^(True False None|and or not in is|global if import .*|abs all .*|range reversed .*)$/,
  /^x\[:, h:h\+1\] @/,
  /^(as before|MiniLM|head )$/,
];
const FAULTS = "finder/layer.js"; // whose keys are Python's names
const READS = /[A-Za-z]{2,}[,:;.]? [A-Za-z]{2,}|^[A-Z][a-z]+|[a-z] $|^ [a-z]/;

const textsIn = ({ text }) =>
  [...text.replace(/^import .*|.*\bfrom ".*/gm, "").matchAll(/"((?:\\.|[^"\\\n])*)"|`([^`]*)`/g)]
    .map(([, plain, template]) => plain ?? template.replace(/\$\{[^}]*\}/g, ""))
    .filter((found) => READS.test(found) && !CODE.some((code) => code.test(found)));

test("a sentence outside the modules of words is seen", () => {
  assert.deepEqual(textsIn({ text: 'const a = "Press it"; const b = `at ${x} more words`;' }), [
    "Press it",
    "at  more words",
  ]);
  assert.deepEqual(textsIn({ text: 'box("mha-note mha-state"); key === "Enter"' }), []);
});

test("no script but a module of words says anything", () => {
  const others = scripts.filter(
    (each) => !isOfWords(each) && `${each.folder}/${each.name}` !== FAULTS,
  );
  const found = others.flatMap((each) =>
    textsIn(each).map((words) => `${each.folder}/${each.name}: ${words}`),
  );
  assert.deepEqual(found, []);
});

// ---- each is there, and is said ----------------------------------------------------------------

// Who takes names from a module: each name, and the text of who takes it.
const usesOf = ({ folder, name }) => {
  const paths = [`../${folder}/${name}`, `../explorers/${folder}/${name}`];
  return scripts
    .filter((each) => !isTranslation(each))
    .flatMap((each) => {
      const from = each.folder === folder ? [`./${name}`] : paths;
      return [...each.text.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)]
        .filter(([, , path]) => from.includes(path))
        .flatMap(([, names]) => names.split(",").map((used) => used.trim()))
        .map((used) => ({ used, text: each.text }));
    });
};

const isPlain = (value) => typeof value === "object" && !Array.isArray(value);
const english = scripts.filter((each) => isOfWords(each) && !isTranslation(each));

for (const module of english)
  test(`${module.folder}/${module.name}: each word is said, and what is said is there`, async () => {
    const [words, uses] = [await load(module), usesOf(module)];
    for (const [name, value] of Object.entries(words)) {
      const own = [
        module.text,
        ...uses.filter(({ used }) => used === name).map(({ text }) => text),
      ];
      const count = module.text.match(new RegExp(`\\b${name}\\b`, "g")).length;
      assert.ok(own.length > 1 || count > 1, `${name} is used nowhere`);
      const all = own.join("\n");
      for (const [, key] of all.matchAll(new RegExp(`\\b${name}\\.(\\w+)\\b(?!\\()`, "g")))
        assert.ok(!isPlain(value) || key in value, `${name}.${key} is not there`);
      const isWhole = new RegExp(`\\b${name}\\[|\\.\\.\\.${name}\\b|[(,] ?${name}[,)]`).test(all);
      if (!isPlain(value) || isWhole || module.folder === "shared") continue;
      for (const key of Object.keys(value))
        assert.match(all, new RegExp(`\\b${name}\\.${key}\\b|words\\.${key}\\b`), `${name}.${key}`);
    }
  });
