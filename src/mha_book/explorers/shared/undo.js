// Takes back the last change, and brings it again: a button, and keys.
import { closable } from "./controls.js";
import { SAID } from "./words.js";

// `past` is a history, `bring(values)` writes what it gives, `leaveRefused()` leaves a field whose
// number is refused, and says whether there was one: it changed nothing, so it is taken back first.
export const createUndo = (past, bring, leaveRefused) => {
  const undo = () => bring(past.back());
  const { node, close } = closable(SAID.undo, undo);
  const takeBack = () => {
    if (leaveRefused()) return true;
    if (past.isEmpty()) return false;
    undo();
    return true;
  };
  const redo = () => (bring(past.forth()), true);
  const actionOf = ({ key, shiftKey }) => {
    if (key.toLowerCase() === "y") return redo;
    return key.toLowerCase() === "z" ? (shiftKey ? redo : takeBack) : null;
  };
  const onkeydown = (event) => {
    const run = event.ctrlKey || event.metaKey ? actionOf(event) : null;
    if (run?.()) event.preventDefault();
  };
  const refresh = () => close(past.isEmpty());
  refresh();
  return { node, refresh, onkeydown };
};
