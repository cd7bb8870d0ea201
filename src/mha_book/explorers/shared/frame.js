// What every explorer has around its content: messages, reset, shared links, and
// the two-way tie to the model's inputs. Results are Python's own: no script sends one.
import { box, el } from "./dom.js";
import { standBeside } from "./bubble.js";
import { createFoot } from "./foot.js";
import { createHistory } from "./history.js";
import { numberFields } from "./number.js";
import { taskLine } from "./task.js";
import { createUndo } from "./undo.js";
import { SAID } from "./words.js";

// `isValid(name, value)` says whether an input may take a value; `update()` redraws
// everything from the model. It runs after every change of an input, by whomever.
// `derive(values)` adds what must change together with them; `tasks` are as in `task.js`.
// `looks` names the inputs that say where a reader looks: to look elsewhere is no change to undo.
// `write(node, text)` writes what a task says, where that is more than text.
// `forget()` gives up what came of the inputs, where that is more than they tell, at a reset;
// where `losing()` says what is lost then, its button is to be pressed again.
// `linked(isCopied)` says what a link holds, where that is not all that is seen.
export const createFrame = ({ model, host, inputs, derive = (values) => values, ...options }) => {
  const { title, hint, isValid, looks = [], tasks = [], write: put, update } = options;
  const { linked = SAID.linked, forget, losing } = options;
  const read = () => Object.fromEntries(inputs.map((name) => [name, model.get(name)]));
  const initial = structuredClone(read());
  const past = createHistory(() => omit(read(), looks));
  const alert = el("p", { class: "mha-alert", role: "alert" });
  const live = el("p", { class: "mha-live", role: "status", "aria-live": "polite" }, hint);
  const cleanUps = [];
  const task = taskLine(tasks, () => change(structuredClone(initial)), put);

  const write = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
    undoing.refresh();
  };
  let goesOn; // a number that is being typed is one change, and another number is another
  const asOne = (isOn, run) => {
    goesOn = isOn;
    run();
    goesOn = undefined;
  };
  const change = (values, isWalking = goesOn) => {
    say(null, "");
    const all = derive(values);
    past.keep(omit(all, looks), isWalking);
    write(all);
  };
  const bring = (values) => values && (say(null, ""), write(derive(values)));
  const undoing = createUndo(past, bring, () => host.querySelector('[aria-invalid="true"]'));

  // What is refused is said beside the field, and moves nothing.
  const say = (field, words) => {
    alert.textContent = words;
    alert.classList.toggle("mha-at-field", Boolean(field && words));
    if (field && words) standBeside(alert, field);
  };

  // Runs now and whenever the node has another size, until the explorer is closed.
  const onResize = (node, run) => {
    const observer = new ResizeObserver(() => requestAnimationFrame(run));
    observer.observe(node);
    cleanUps.push(() => observer.disconnect());
  };

  // A damaged link changes what it holds rightly, and says what it does not.
  const followLink = () => {
    const link = new URLSearchParams(location.hash.slice(1));
    if (link.get("explorer") !== model.get("name")) return;
    const refused = inputs.filter((name) => {
      if (!link.has(name)) return false;
      const value = parse(link.get(name));
      if (!attempt(() => isValid(name, value))) return true;
      write(derive({ [name]: value })); // at once: what the next may be can depend on it
      return false;
    });
    host.scrollIntoView();
    if (refused.length) {
      const what = refused.map((name) => `${name} (${link.get(name)})`).join(", ");
      alert.textContent = SAID.badLink(what);
    }
  };

  const writeLink = async () => {
    const values = inputs.map((name) => [name, JSON.stringify(model.get(name))]);
    const link = new URLSearchParams([["explorer", model.get("name")], ...values]);
    history.replaceState(null, "", `#${link}`);
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
    const isCopied = await copied.then(
      () => true,
      () => false, // a browser may refuse
    );
    live.textContent = linked(isCopied);
  };

  // Links exist on the site alone: a notebook's address is not a reader's to share.
  const onSite = host.closest(".mha-mount") !== null;
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);
  const share = onSite ? [button(SAID.copyLink, writeLink)] : [];
  // A link that was followed would bring its numbers back.
  const reset = () => {
    const lost = losing?.();
    if (lost && alert.textContent !== lost) return say(again, lost);
    forget?.();
    change(structuredClone(initial));
    task.restart();
    const link = new URLSearchParams(location.hash.slice(1));
    if (onSite && link.get("explorer") === model.get("name"))
      history.replaceState(null, "", location.pathname + location.search);
  };
  const again = button(SAID.reset, reset);
  again.addEventListener("blur", () => say(null, ""));
  const buttons = box("buttons", undoing.node, again, ...share);
  const onClose = (run) => cleanUps.push(run);

  // Follows links, the present one first, until the explorer is closed.
  const followLinks = () => {
    followLink();
    addEventListener("hashchange", followLink);
    cleanUps.push(() => removeEventListener("hashchange", followLink));
  };

  // Shows the explorer: its controls, the messages, its results, and what else stays in
  // sight beside the live line. Returns the clean-up.
  const open = (controls, results, ...beside) => {
    const label = model.get("label") || title;
    const foot = createFoot(task.echo, live, ...beside);
    // What walks on stays beside what it moves, as long as that is in sight.
    const shown = beside.length ? [box("walked", results, foot.node)] : [results, foot.node];
    const content = [task.node, controls, alert, ...shown, buttons];
    host.append(
      el(
        "section",
        { class: "mha-explorer", "aria-label": label, onkeydown: undoing.onkeydown },
        ...content,
      ),
    );
    update();
    task.restart();
    cleanUps.push(task.watch(), foot.begin());
    const follow = () => (update(), task.judge());
    for (const name of inputs) {
      model.on(`change:${name}`, follow);
      cleanUps.push(() => model.off(`change:${name}`, follow));
    }
    if (onSite) followLinks();
    return () => cleanUps.splice(0).forEach((cleanUp) => cleanUp());
  };

  return {
    live,
    undo: undoing.node, // it stands among the others, unless an explorer puts it elsewhere
    change,
    judge: task.judge,
    task: task.present,
    say,
    onClose,
    onResize,
    open,
    numberField: numberFields(say, asOne),
  };
};

const omit = (values, names) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const attempt = (test) => {
  try {
    return test();
  } catch {
    return false;
  }
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
