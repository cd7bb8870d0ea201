// What every explorer has around its content: messages, reset, shared links, and
// the two-way tie to the model's inputs. Results are Python's own: no script sends one.
import { linkTo, readdress, watchAddress } from "./address.js";
import { box, el } from "./dom.js";
import { standBeside } from "./bubble.js";
import { createFoot } from "./foot.js";
import { createHistory } from "./history.js";
import { createLinks } from "./links.js";
import { numberFields } from "./number.js";
import { taskLine } from "./task.js";
import { createUndo } from "./undo.js";
import { SAID } from "./words.js";

// `isValid(name, value)` says whether an input may take a value; `update()` redraws
// everything from the model. It runs after every change of an input, by whomever.
// `derive(values)` adds what must change together with them; `tasks` are as in `task.js`.
// `looks` names the inputs that say where a reader looks: to look elsewhere is no change to undo.
// `write(node, text)` writes what a task says, where that is more than text.
// `onnext(line)` runs when a reader goes on to the next task, in the line or in its echo.
// `forget()` gives up what came of the inputs, where that is more than they tell, at a reset;
// where `losing()` says what is lost then, its button is to be pressed again.
// `linked(isCopied)` says what a link holds, where that is not all that is seen; `arrive(names)`
// runs when a reader has followed one to these inputs, and shows what is to be seen there.
export const createFrame = ({ model, host, inputs, derive = (values) => values, ...options }) => {
  const { title, hint, isValid, looks = [], tasks = [], write: put, update } = options;
  const { linked = SAID.linked, forget, losing, arrive, onnext } = options;
  const read = () => Object.fromEntries(inputs.map((name) => [name, model.get(name)]));
  const initial = structuredClone(read());
  // As much as an earlier state holds: a link that was followed changes also where one looks.
  const readAs = (state) => pick(read(), Object.keys(state ?? omit(read(), looks)));
  const past = createHistory(readAs);
  const alert = el("p", { class: "mha-alert", role: "alert" });
  const live = el("p", { class: "mha-live", role: "status", "aria-live": "polite" }, hint);
  const cleanUps = [];
  const startOver = () => change(structuredClone(initial));
  const task = taskLine(tasks, { startOver, onnext }, put);

  const write = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
    undoing.refresh();
  };
  let goesOn; // a number that is being typed is one change, and another number is another
  let isTyping = false; // on: what it does is told once it has been typed
  const asOne = (isOn, run) => {
    goesOn = isOn;
    run();
    goesOn = undefined;
  };
  const type = (isOn) => {
    if (isTyping === isOn) return;
    isTyping = isOn;
    if (!isOn) judge();
  };
  const judge = (on) => task.judge({ isTyping, ...on });
  const change = (values, isWalking = goesOn) => {
    say(null, "");
    if (goesOn === undefined) isTyping = false; // something else is done now
    const all = derive(values);
    past.keep(omit(all, looks), isWalking);
    write(all);
  };
  const bring = (values) => values && (say(null, ""), write(derive(values)), task.withdraw());
  const leaveRefused = () => {
    const field = host.querySelector('[aria-invalid="true"]');
    field?.dispatchEvent(new Event("blur"));
    if (field) say(null, "");
    return field !== null;
  };
  const undoing = createUndo(past, bring, leaveRefused);

  // What is refused is said beside the field, and moves nothing. When the field is left it
  // `isLeft` to be read until the next press or key.
  let isOver = false;
  const say = (field, words, isLeft = false) => {
    isOver = isLeft;
    alert.textContent = words;
    alert.classList.toggle("mha-at-field", Boolean(field && words));
    if (field && words) standBeside(alert, field);
  };
  const age = () => isOver && say(null, "");

  // Runs now and whenever the node has another size, until the explorer is closed.
  const onResize = (node, run) => {
    const observer = new ResizeObserver(() => requestAnimationFrame(run));
    observer.observe(node);
    cleanUps.push(() => observer.disconnect());
  };

  // What a link changes, or the browser's Back, is one change.
  const asOneChange = (run) => {
    const before = read();
    run();
    past.keep(read(), false, before);
    undoing.refresh();
  };
  const set = (name, value) => write(derive({ [name]: value }));
  const tell = (words) => say(null, words);
  const links = createLinks({ model, host, inputs, isValid, set, tell, arrive, asOneChange });
  const writeLink = async () => (live.textContent = linked(await links.write()));

  // Links exist on the site alone: a notebook's address is not a reader's to share.
  const onSite = host.closest(".mha-mount") !== null;
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);
  const share = onSite ? [button(SAID.copyLink, writeLink)] : [];
  // A link that was followed would bring its numbers back.
  const reset = () => {
    const lost = losing?.();
    if (lost && alert.textContent !== lost) return say(again, lost);
    leaveRefused();
    forget?.();
    change(structuredClone(initial));
    task.restart();
    if (onSite && linkTo(model.get("name"), location.hash))
      readdress(location.pathname + location.search);
  };
  const again = button(SAID.reset, reset);
  again.addEventListener("blur", () => say(null, ""));
  const buttons = box("buttons", undoing.node, again, ...share);
  const onClose = (run) => cleanUps.push(run);

  // Follows links, the present one first, until the explorer is closed.
  const followLinks = () => {
    links.begin();
    undoing.refresh();
    const back = (values) => asOneChange(() => bring(values));
    const { follow } = links;
    onClose(watchAddress({ name: model.get("name"), follow, read, bring: back }));
  };

  // Shows the explorer: its controls, the messages, its results, and what else stays in
  // sight beside the live line. Returns the clean-up.
  const open = (controls, results, ...beside) => {
    const label = model.get("label") || title;
    const foot = createFoot(task.echo, live, ...beside);
    // What walks on stays beside what it moves, as long as that is in sight.
    const shown = beside.length ? [box("walked", results, foot.node)] : [results, foot.node];
    const content = [task.node, controls, alert, ...shown, buttons];
    const attributes = { class: "mha-explorer", "aria-label": label, tabindex: -1 };
    const section = el("section", { ...attributes, onkeydown: undoing.onkeydown }, ...content);
    for (const type of ["keydown", "pointerdown"])
      section.addEventListener(type, age, { capture: true });
    addEventListener("resize", age); // it would not stand beside its field any more
    onClose(() => removeEventListener("resize", age));
    host.append(section);
    update();
    task.restart();
    cleanUps.push(task.watch(), foot.begin());
    for (const name of inputs) {
      const hasChanged = !looks.includes(name);
      const follow = () => (update(), judge({ hasChanged }));
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
    judge,
    task: task.present,
    say,
    onClose,
    onResize,
    open,
    numberField: numberFields(say, asOne, type),
  };
};

const pick = (values, names) => Object.fromEntries(names.map((name) => [name, values[name]]));
const omit = (values, names) =>
  pick(
    values,
    Object.keys(values).filter((name) => !names.includes(name)),
  );
