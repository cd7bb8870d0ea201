// One listing to be written: its task, its text, the buttons, and what a run says.
import { box, el, show, freshId } from "../explorers/shared/dom.js";
import { marked } from "../exercises/given.js";
import { codeArea } from "./area.js";
import { liveMap } from "./map.js";
import { SECONDS, runPython } from "./python.js";
import { callTables, sentence } from "./results.js";
import { firstApart, judge } from "./verdict.js";
import { SAID, sayHint, sayVerdict } from "./words.js";

// What the worker gets: nothing of what is right.
const jobOf = ({ name, before, results, roles, calls, shown }, source) => {
  const all = shown ? [...calls, shown] : calls;
  return {
    name,
    before,
    results,
    roles,
    source,
    calls: all.map(({ told, args, named }) => ({ told, args, named })),
  };
};

// `kept` is what the store has of it: {text, solved}; `keep(values)` puts it there.
export const panel = (part, kept, keep, anchors) => {
  let asked = 0; // runs; only the last one goes on
  let stop = () => {}; // ends it
  let verdict = null;
  const id = freshId("editor");
  const keys = el("p", { class: "mha-note", id }, ...marked(`${SAID.keys} ${SAID.small}`));
  const said = el("p", { class: "mha-verdict", role: "status" });
  const helped = el("p", { class: "mha-helped", role: "status" });
  const printed = el("pre", {
    class: "mha-printed",
    role: "group",
    tabindex: "0",
    "aria-label": "What your code printed",
  });
  const tables = box("tables");
  const map = part.shown?.map && liveMap(part, anchors);
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);

  const say = (text, face = "") => {
    said.className = `mha-verdict ${face}`;
    said.replaceChildren(...marked(text));
  };
  const clear = () => {
    verdict = null;
    [printed, tables, helped].forEach((node) => node.replaceChildren());
    show(printed, false);
    show(hint, false);
    say("");
  };
  const print = (line) => {
    printed.append(`${line}\n`);
    show(printed, true);
  };

  const tell = (answer) => {
    if (answer.stopped) return;
    if (answer.endless) {
      map?.draw(null);
      return say(`✗ ${SAID.endless(SECONDS)}`, "mha-wrong");
    }
    if (answer.cut) print(SAID.cut(answer.cut));
    verdict = judge(part, answer);
    const isRight = verdict.is === "right";
    const found = answer.calls?.[verdict.at];
    const apart = found?.results ? firstApart(part.calls[verdict.at], found) : null;
    say(sayVerdict(part, answer, verdict, apart), isRight ? "mha-right" : "mha-wrong");
    show(hint, Boolean(sayHint(part, verdict)));
    const seen = part.shown && answer.calls?.at(-1);
    const own = seen && !map ? sentence(part, seen, anchors) : "";
    map?.draw(seen);
    const call = found
      ? callTables(part.calls[verdict.at], found, part.results, part.arguments)
      : "";
    tables.replaceChildren(own, call);
    if (isRight) keep({ solved: true });
  };
  const close = () => {
    asked += 1;
    stop();
  };
  const run = async () => {
    close();
    const mine = asked;
    clear();
    say(SAID.loading);
    keep({ text: code.area.value });
    const heard = {
      onprint: print,
      onstart: () => say(SAID.running),
      onworker: (end) => (mine === asked ? (stop = end) : end()),
    };
    try {
      tell(await runPython(jobOf(part, code.area.value), heard));
    } catch (error) {
      console.error(error);
      say(SAID.failed, "mha-wrong");
    }
  };
  const restart = () => {
    if (code.area.value !== part.start && !confirm(SAID.sure)) return;
    code.fill(part.start);
    keep({ text: null });
    clear();
    map?.begin();
  };
  const hint = button("Hint", () =>
    helped.replaceChildren(...marked(`Hint: ${sayHint(part, verdict)}`)),
  );
  const code = codeArea({
    label: `Your ${part.name}`,
    describedBy: id,
    onrun: run,
    onchange: (text) => keep({ text }),
  });
  code.fill(typeof kept.text === "string" ? kept.text : part.start);
  const main = button("Run and check", run);
  main.classList.add("mha-main");
  clear();
  const node = box(
    "writing",
    el("p", {}, ...marked(part.asked)),
    code.node,
    keys,
    box("buttons", main, hint, button("Start again", restart)),
    said,
    helped,
    printed,
    map?.node ?? "",
    tables,
  );
  return { node, close };
};
