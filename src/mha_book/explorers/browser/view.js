// The panels of a head browser, which another explorer can show too: one head as lines and as
// numbers, all heads in small, and the line that reads what is chosen.
import { box } from "../shared/dom.js";
import { bringIntoSight } from "../shared/sight.js";
import { createChoice } from "./choice.js";
import { patternsOf, sizesOf } from "./compute.js";
import { linePicture } from "./lines.js";
import { headline, heatmap, overview, patternNote } from "./panels.js";
import { explainChoice } from "./said.js";

// A redrawn part must not take the focus with it: it comes to what stands for the part now.
const keepFocus = (node, run, instead) => {
  const before = document.activeElement;
  const isInside = node.contains(before);
  run();
  if (!isInside || document.activeElement === before) return;
  (before.isConnected ? before : instead(before)).focus({ preventScroll: true });
};

// `onhead({layer, head})` hears which head is pressed, `onread(text)` what is read, and
// `decimals()` says how many digits there are, and `onbuild(pictures)` may put more to the
// small pictures.
export const headsView = ({ palette, decimals, onhead, onread, onbuild = () => {} }) => {
  const node = box("browser");
  const view = {}; // the panels, the record that they show, its patterns, one head's weights
  const [head, note] = [headline(), patternNote()];

  // Marks and reads what is chosen, in the grid and between the lines alike.
  const read = () => {
    const chosen = choice.now();
    view.heatmap.choose(chosen, view.weights);
    view.lines.choose(chosen, choice.isHeld(), decimals());
    onread(explainChoice(chosen, view, decimals()));
  };
  const choice = createChoice(read);

  // The large picture, from its title on.
  const goTo = () => {
    const isAbove = head.node.getBoundingClientRect().top < 0;
    bringIntoSight(isAbove ? head.node : view.lines.node);
  };
  // Other words or another number of heads need other tables; what was chosen is gone.
  const build = (record) => {
    view.lines = linePicture(record.tokens, palette, choice);
    view.heatmap = heatmap(record.tokens, palette, choice);
    view.overview = overview(sizesOf(record), palette, {
      onread: (layer, at) => choice.point({ layer, head: at }),
      onpress: (layer, at) => (onhead({ layer, head: at }), bringIntoSight(view.lines.node)),
    });
    const panels = [head, view.lines, view.heatmap, view.overview, note];
    node.replaceChildren(...panels.map((panel) => panel.node));
    onbuild(view.overview);
    choice.forget();
  };
  const showRecord = (record) => {
    const shape = ({ tokens, weights }) => JSON.stringify([tokens, sizesOf({ weights })]);
    if (!view.record || shape(view.record) !== shape(record)) build(record);
    Object.assign(view, { record, patterns: patternsOf(record) });
    view.overview.draw(record, view.patterns);
  };

  // `result` is what `compute` gives for these inputs.
  const show = (inputs, result) => keepFocus(node, () => fill(inputs, result), sameOf(inputs));
  // The head that is shown, for another head; else the first token.
  const sameOf =
    ({ layer, head }) =>
    (gone) => {
      const shown = gone.closest(".mha-overview") && view.overview.cells[layer][head];
      return shown || view.lines.node.querySelector("button");
    };
  const fill = (inputs, result) => {
    if (view.record !== result.record) showRecord(result.record);
    view.weights = result.weights;
    head.refill(inputs, result.pattern);
    view.lines.refill(result, decimals());
    view.heatmap.refill(result, decimals());
    view.overview.choose(inputs);
    note.refill(result.pattern, decimals());
    read();
  };
  node.addEventListener("pointerleave", () => choice.leave());
  node.addEventListener("keydown", ({ key }) => key === "Escape" && choice.release());
  // Of all heads, as they are now, and what each does.
  const pictures = () => ({ ...view.overview, patterns: view.patterns });
  return { node, choice, show, pictures, goTo, fit: () => view.heatmap.fit() };
};
