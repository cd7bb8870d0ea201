// HeadBrowser: who attends to whom, in every head of a trained model.
import { browserControls, DECIMALS } from "./browsercontrols.js";
import { heatmap, overview, patternNote } from "./browserpanels.js";
import { HINT, explain, tellHead } from "./browserwords.js";
import { INPUTS, choices, recordOf, settle, strongest, weightsOf } from "./browsing.js";
import { el, frame } from "./frame.js";
import { patternOf } from "./headpatterns.js";

// What is shown now, all of it looked up or averaged.
const lookUp = (records, inputs) => {
  const record = recordOf(records, inputs);
  const weights = weightsOf(record, inputs);
  return { record, weights, strongest: strongest(weights), pattern: patternOf(weights, record.tokens) };
};

const patternsOf = ({ weights, tokens }) =>
  weights.map((heads) => heads.map((head) => patternOf(head, tokens)));

const sizesOf = ({ weights }) => [weights.length, weights[0].length];

const render = ({ model, el: host }) => {
  const [records, palette] = [model.get("records"), model.get("palette")];
  const shown = el("div", { class: "mha-browser" });
  const view = {}; // the panels, the record that they show, its patterns
  let reread = () => {}; // marks and reads again what was read last

  const readInputs = () => {
    const present = Object.fromEntries(INPUTS.map((name) => [name, model.get(name)]));
    return settle(records, present); // for a moment, one of them can be of the old model
  };
  const choicesOf = (name) => choices(name, records, readInputs());
  const fits = (name, value) => (name === "decimals" ? DECIMALS : choicesOf(name)).includes(value);
  const complete = (values) => ({ ...values, ...settle(records, { ...readInputs(), ...values }) });

  const read = (again) => {
    reread = again;
    again();
  };
  const readCell = (i, j) => {
    const { record, weights } = lookUp(records, readInputs());
    view.heatmap.mark({ i, j }, weights);
    shell.live.textContent = explain(i, j, weights, record.tokens, model.get("decimals"));
  };
  const readHead = (layer, head) => {
    view.heatmap.mark(null);
    shell.live.textContent = tellHead({ layer, head }, view.patterns[layer][head], model.get("decimals"));
  };

  // Other words or another number of heads need other tables; what was read is gone.
  const build = (record) => {
    view.heatmap = heatmap(record.tokens, palette, (i, j) => read(() => readCell(i, j)));
    view.overview = overview(sizesOf(record), palette, {
      onread: (layer, head) => read(() => readHead(layer, head)),
      onpress: (layer, head) => shell.change({ layer, head }),
    });
    const chosen = el("div", { class: "mha-heatmap" }, view.heatmap.node, note.node);
    shown.replaceChildren(chosen, view.overview.node);
    read(() => (shell.live.textContent = HINT));
  };
  const showRecord = (record) => {
    const shape = ({ tokens, weights }) => JSON.stringify([tokens, sizesOf({ weights })]);
    if (!view.record || shape(view.record) !== shape(record)) build(record);
    Object.assign(view, { record, patterns: patternsOf(record) });
    view.overview.draw(record, view.patterns);
  };

  const update = () => {
    const inputs = readInputs();
    const result = lookUp(records, inputs);
    if (view.record !== result.record) showRecord(result.record);
    controls.refill(inputs);
    view.heatmap.fill(inputs, result, model.get("decimals"));
    view.overview.choose(inputs);
    note.fill(result.pattern, model.get("decimals"));
    reread();
    model.set("weights", result.weights);
    model.set("strongest", result.strongest);
    model.save_changes();
  };

  const title = "Head browser";
  const inputs = [...INPUTS, "decimals"];
  const shell = frame({ model, host, title, inputs, fits, complete, update, hint: HINT });
  const controls = browserControls(model, shell, choicesOf);
  const note = patternNote();
  return shell.open(controls.node, shown);
};

export default { render };
