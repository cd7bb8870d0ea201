// The panels of a head browser, which another explorer can show too: one head as lines and as
// numbers, all heads in small, and the line that reads what is chosen.
import { box } from "../shared/dom.js";
import { bringIntoSight } from "../shared/sight.js";
import { createChoice } from "./choice.js";
import { patternsOf, sizesOf } from "./compute.js";
import { linePicture } from "./lines.js";
import { headline, heatmap, overview, patternNote } from "./panels.js";
import { explainChoice } from "./said.js";

// `onhead({layer, head})` hears which head is pressed, `onread(text)` what is read, and
// `decimals()` says how many digits there are.
export const headsView = ({ palette, decimals, onhead, onread }) => {
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
    choice.forget();
  };
  const showRecord = (record) => {
    const shape = ({ tokens, weights }) => JSON.stringify([tokens, sizesOf({ weights })]);
    if (!view.record || shape(view.record) !== shape(record)) build(record);
    Object.assign(view, { record, patterns: patternsOf(record) });
    view.overview.draw(record, view.patterns);
  };

  // `result` is what `compute` gives for these inputs.
  const show = (inputs, result) => {
    if (view.record !== result.record) showRecord(result.record);
    view.weights = result.weights;
    head.refill(inputs, result.pattern);
    view.lines.refill(result, decimals());
    view.heatmap.refill(result, decimals());
    view.overview.choose(inputs);
    note.refill(result.pattern, decimals());
    read();
  };
  node.addEventListener("keydown", ({ key }) => key === "Escape" && choice.release());
  const pictures = () => view.overview; // of all heads, as they are now
  return { node, choice, show, pictures, fit: () => view.heatmap.fit() };
};
