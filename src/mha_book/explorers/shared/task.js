// What a reader is asked to try, and whether it is done.
import { box, el, show, write } from "./dom.js";
import { coveredAbove } from "./sight.js";
import { SAID } from "./words.js";

// A task is {ask, isDone, told}: `isDone()` looks at the explorer as it stands, and `told()`
// says what a reader has just seen. One that is done from the start is not asked, and one
// that was done stays so, whatever is tried after it; but one that is told `whileTrue` is asked
// again where an input no longer meets it. One that cannot be done from everywhere
// has `startsOver`: it begins with the numbers that the explorer was opened with. One that a
// reader may well do before it is asked has `mayComeEarly`: it is told as soon as it is done,
// after the one before it, and else when the reader goes on to it. `ondone()` runs once, when it
// is done, and shows what is told; what else a task has is its explorer's.
export const createTasks = (tasks) => {
  const isOpen = (task) => !task.isDone();
  const isLeft = (task) => task.mayComeEarly || isOpen(task);
  let open = []; // the present one first
  let told = "";
  let wasDone = false; // the one after it, when last looked at
  const isJustDone = (task) => {
    const before = wasDone;
    wasDone = Boolean(task?.mayComeEarly && task.isDone());
    return wasDone && !before;
  };
  // `hasChanged`: an input, and not only where a reader looks; `isTyping`: to another number yet,
  // and what it does on its way there is not told.
  const judge = ({ hasChanged = false, isTyping = false } = {}) => {
    const wasTold = Boolean(told);
    if (isJustDone(open[1]) && wasTold) next();
    const [task] = open;
    const isDone = Boolean(task?.isDone());
    if (told && hasChanged && task.whileTrue) told = isDone ? task.told() : "";
    if (isDone && !told && !isTyping) {
      told = task.told();
      task.ondone?.();
    }
    return { ask: task?.ask ?? "", told, hasNext: Boolean(told) && open.slice(1).some(isLeft) };
  };
  const next = () => ((open = open.slice(1).filter(isLeft)), (told = ""), open[0]);
  const restart = () => ((open = tasks.filter(isOpen)), (told = ""));
  // What was undone is asked again.
  const withdraw = () => open[0]?.isDone() || (told = "");
  const present = () => ({ ...open[0], isOpen: !told && open[0]?.isDone() === false });
  return { judge, next, restart, withdraw, present };
};

// The line that asks, and says when it is done; `echo` says that too, beside what is read,
// while the line is out of sight, and what is asked next where a reader goes on there. It is new
// until something else is pressed. What is below the line stays where it is while it grows, as
// long as the line itself stays in sight.
export const taskLine = (given, { startOver, onnext }, put = write) => {
  const tasks = createTasks(given);
  const said = el("span", { role: "status" });
  const echoed = el("span", { "aria-hidden": "true" }); // it was said already
  let isInSight = true;
  let isNew = false; // what is echoed
  const judge = (on = {}) => {
    const { ask, told, hasNext } = tasks.judge(on);
    const before = node.offsetHeight;
    const text = told ? `✓ ${told}` : SAID.tryIt(ask);
    if (told && echoed.textContent !== text) isNew = true;
    else if (!told && on.hasChanged) isNew = false;
    put(said, text);
    put(echoed, text);
    node.classList.toggle("mha-done", Boolean(told));
    further.forEach((button) => show(button, hasNext));
    show(node, Boolean(ask));
    echo.classList.toggle("mha-new", isNew);
    echo.classList.toggle("mha-asks", !told);
    const isEchoed = Boolean(told || isNew) && !isInSight;
    node.classList.toggle("mha-echoed", isEchoed); // one of the two is seen
    showBelow(echo, isEchoed);
    if (told && isInSight) makeRoom(node, node.offsetHeight - before);
  };
  // Where it was pressed: the button is gone then, and the page stays where it is.
  const goOn = (line) => {
    if (tasks.next()?.startsOver) startOver();
    onnext?.(line);
    isNew = true;
    judge();
    line.focus({ preventScroll: true });
  };
  const lineOf = (name, words) => {
    const onclick = () => goOn(line);
    const button = el("button", { type: "button", onclick }, SAID.nextTask);
    const line = box(name, words, button);
    line.tabIndex = -1;
    return [line, button];
  };
  const [node, onward] = lineOf("task", said);
  const [echo, echoedOnward] = lineOf("told", echoed);
  const further = [onward, echoedOnward];
  // A press may itself do what was asked, before it is a click: what was new only then stays so.
  let isSeen = true;
  const look = () => (isSeen = isNew);
  const age = () => {
    const isOld = isNew && isSeen;
    isSeen = true;
    if (!isOld) return;
    isNew = false;
    judge();
  };
  // Returns how to end it.
  const watch = () => {
    const around = node.closest(".mha-explorer");
    around.addEventListener("pointerdown", look, { capture: true });
    around.addEventListener("click", age, { capture: true });
    return whileInSight(node, (isIt) => ((isInSight = isIt), judge()));
  };
  const { present } = tasks;
  const restart = () => (tasks.restart(), judge());
  const withdraw = () => (tasks.withdraw(), judge());
  return { node, echo, judge, watch, present, restart, withdraw };
};

// Shows or hides what stands above an explorer's last buttons: where those are in sight, they
// stay where they are, for somebody may be about to press one.
const showBelow = (node, isShown) => {
  const around = node.closest(".mha-explorer");
  const end = () => around?.getBoundingClientRect().bottom;
  const before = end();
  show(node, isShown);
  if (before < innerHeight) scrollBy({ top: end() - before, behavior: "instant" });
};

// Lets a node grow upwards, as far as there is room above it.
const makeRoom = (node, grown) => {
  const room = Math.max(node.getBoundingClientRect().top - coveredAbove(), 0);
  scrollBy({ top: Math.min(grown, room), behavior: "instant" });
};

// Says whenever a node comes into sight, or leaves it; what the page's head covers is not seen.
const whileInSight = (node, say) => {
  const options = { rootMargin: `-${coveredAbove()}px 0px 0px`, threshold: 0.9 };
  const observer = new IntersectionObserver((all) => say(all.at(-1).isIntersecting), options);
  observer.observe(node);
  return () => observer.disconnect();
};
