// What SentenceExplorer does with heads: it walks from one to the next, switches them off, and
// shows what that changes.
import { checkbox, closable } from "../shared/controls.js";
import { box, el, note, show, write } from "../shared/dom.js";
import { forEachCell } from "../shared/grid.js";
import { rollTo } from "../shared/sight.js";
import { nameOf } from "../browser/panels.js";
import { headName } from "../browser/words.js";
import { isOff, movedOf, readInputs, toggled } from "./compute.js";
import { SAID, averageText, mostText, offText, pictureText } from "./words.js";

// The switch of the head that is shown, above the small pictures, and below them how far each
// has moved. `show(pictures)` places both.
export const switches = (model, frame) => {
  let isAwaited = false; // what a reader has switched is to be seen
  const change = () => {
    isAwaited = true;
    const { silenced, ...at } = readInputs(model);
    frame.change({ silenced: toggled(silenced, at) });
  };
  const { input, node: choice } = checkbox(SAID.off, change);
  const named = el("span", { class: "mha-said" });
  choice.append(named);
  const [node, told] = [box("switches", choice), note()];
  const place = (pictures) => (pictures.prepend(node), pictures.append(told));
  const refill = ({ shown, isPresent }) => {
    const inputs = readInputs(model);
    input.checked = isOff(inputs.silenced, inputs);
    write(named, ` (${headName(inputs)})`);
    const moved = isPresent && movedOf(shown);
    write(told, moved ? averageText(moved, shown.silenced) : "");
    if (isAwaited && isPresent) seeAll();
  };
  // After what the task says has its place: to make that is to scroll as well.
  const seeAll = () => {
    isAwaited = false;
    requestAnimationFrame(() => node.parentNode && rollTo(node.parentNode, "nearest"));
  };
  return { place, refill, focus: () => input.focus({ preventScroll: true }) };
};

// To the head before or after the one that is shown, beside its large picture.
export const headSteps = (model, onhead) => {
  const { layer: layers, head: heads } = model.get("limits");
  const [count, last] = [heads.max + 1, (layers.max + 1) * (heads.max + 1) - 1];
  const place = () => model.get("layer") * count + model.get("head");
  const go = (by) => () => {
    const next = place() + by;
    onhead({ layer: Math.floor(next / count), head: next % count });
  };
  const step = (sign, by, name) => {
    const { node, close } = closable(sign, go(by));
    node.setAttribute("aria-label", name);
    return { node, close };
  };
  const [back, on] = [step("◀", -1, SAID.before), step("▶", 1, SAID.after)];
  const refill = () => (back.close(place() === 0), on.close(place() === last));
  return { node: box("head-steps", back.node, on.node), refill };
};

// Which heads are off, and which one that has changed most: it stays in sight. `onhead(at)`
// goes to that one, `onback()` runs when all are on again.
export const switchedOff = (model, frame, { onhead, onback }) => {
  let most = null;
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);
  const go = button("", () => (frame.change(most), onhead()));
  const back = button(SAID.allOn, () => (onback(), frame.change({ silenced: [] })));
  const [off, before, after] = ["", "", ""].map((text) => el("span", {}, text));
  const told = el("p", { role: "status", "aria-atomic": true }, off, " ", before, go, after);
  const node = box("off", told, back);
  const fill = ({ shown, isPresent }) => {
    const moved = isPresent && movedOf(shown);
    const found = moved ? mostText(moved, shown.silenced) : {};
    most = found.most && { layer: found.most.layer, head: found.most.head };
    write(before, found.before ?? "");
    write(go, most ? headName(most) : "");
    write(after, found.after ?? "");
    show(go, Boolean(most));
  };
  const refill = (state) => {
    const { silenced } = readInputs(model);
    show(node, silenced.length > 0);
    write(off, silenced.length ? offText(silenced) : "");
    fill(state);
  };
  return { node, refill };
};

// Marks the small pictures: which heads are off, and how far each of the others moved.
export const markPictures = ({ cells, patterns }, shown) => {
  const moved = movedOf(shown);
  forEachCell(cells, (cell, layer, head) => {
    const [share, at] = [moved?.[layer][head], { layer, head }];
    cell.classList.toggle("mha-silent", isOff(shown.silenced, at));
    cell.classList.toggle("mha-barred", Boolean(moved));
    cell.style.setProperty("--moved", share ?? 0);
    const name = nameOf(at, patterns[layer][head]);
    cell.setAttribute("aria-label", name + pictureText(share, shown.silenced, at));
  });
};
