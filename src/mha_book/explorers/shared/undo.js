// Takes back the last change, and brings it again: a button, and keys.
import { closable } from "./controls.js";
import { SAID } from "./words.js";

// `past` is a history, `bring(values)` writes what it gives, `findRefused()` finds a field whose
// number is refused: it changed nothing, so it is taken back first, as when it is left.
export const createUndo = (past, bring, findRefused) => {
  const undo = () => bring(past.back());
  const { node, close } = closable(SAID.undo, undo);
  const takeBack = () => {
    const refused = findRefused();
    if (refused) refused.dispatchEvent(new Event("blur"));
    else if (!past.isEmpty()) undo();
    else return false;
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
