// Many edits in one go, each through an explorer's own controls.

const nameOf = (control) =>
  control.ariaLabel ?? control.labels?.[0]?.textContent ?? control.textContent;

// The one control that has this name, or else has it in its name.
const named = (node, name) => {
  const all = [...node.querySelectorAll("input, select, button")];
  const exact = all.filter((control) => nameOf(control) === name);
  const found = exact.length ? exact : all.filter((control) => nameOf(control).includes(name));
  if (found.length !== 1) throw new Error(`${found.length} controls are named ${name}`);
  return found[0];
};

const cellOf = (node, [grid, i, j]) => {
  const cell = node.querySelector(`[aria-label="${grid}"]`).tBodies[0].rows[i].cells[j + 1];
  return cell.querySelector("button") ?? cell;
};

// Does what a reader does with a control: chooses, ticks, types or presses.
const operate = (control, value) => {
  const { canUse, enter } = window.contract;
  if (!canUse(control)) throw new Error(`${nameOf(control)} cannot be used`);
  control.focus({ preventScroll: true });
  if (control.matches("[role=spinbutton], [type=range]")) return enter(control, value);
  if (control.matches("select")) {
    const option = [...control.options].find(({ text }) => text === value);
    return enter(control, option.value, "change");
  }
  if (typeof value !== "boolean" || control.checked !== value) control.click();
};

// Makes one edit after the other, [what, value] each, where `what` is a control's name or
// a cell, [grid, row, column]; gives what `read` finds before the first and after each.
window.edited = (node, edits, read) => {
  const after = ([what, value]) => {
    operate(Array.isArray(what) ? cellOf(node, what) : named(node, what), value);
    return read(node);
  };
  return [structuredClone(read(node)), ...edits.map((edit) => structuredClone(after(edit)))];
};
