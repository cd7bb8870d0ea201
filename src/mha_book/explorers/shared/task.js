// What a reader is asked to try, and whether it is done.
import { box, el, show, write } from "./dom.js";

// A task is {ask, isDone, told}: `isDone()` looks at the explorer as it stands, and `told()`
// says what a reader has just seen. One that is done from the start is not asked, and one
// that was done stays so, whatever is tried after it. One that cannot be done from everywhere
// has `startsOver`: it begins with the numbers that the explorer was opened with.
export const createTasks = (tasks) => {
  const isOpen = (task) => !task.isDone();
  let open = []; // the present one first
  let told = "";
  const judge = () => {
    const [task] = open;
    if (task && !told && task.isDone()) told = task.told();
    return { ask: task?.ask ?? "", told, hasNext: Boolean(told) && open.slice(1).some(isOpen) };
  };
  const next = () => ((open = open.slice(1).filter(isOpen)), (told = ""), open[0]);
  const restart = () => ((open = tasks.filter(isOpen)), (told = ""));
  return { judge, next, restart };
};

// The line that asks, and says when it is done.
export const taskLine = (given, startOver) => {
  const tasks = createTasks(given);
  const said = el("span", { role: "status" });
  const judge = () => {
    const { ask, told, hasNext } = tasks.judge();
    write(said, told ? `✓ ${told}` : `Try it: ${ask}`);
    node.classList.toggle("mha-done", Boolean(told));
    show(further, hasNext);
    show(node, Boolean(ask));
  };
  const goOn = () => {
    if (tasks.next()?.startsOver) startOver();
    judge();
    node.focus();
  };
  const further = el("button", { type: "button", onclick: goOn }, "Next task");
  const node = box("task", said, further);
  node.tabIndex = -1; // the button that was pressed is gone then
  return { node, judge, restart: () => (tasks.restart(), judge()) };
};
