// MapExplorer: multi-head attention as one live picture.
import { box, writeLines } from "../shared/dom.js";
import { createFrame } from "../shared/frame.js";
import { followPaper } from "../shared/paper.js";
import {
  INPUTS,
  LOOKS,
  blocksOf,
  derive,
  evaluate,
  hasCell,
  isCompared,
  isMade,
  isValid,
  parseCell,
  readInputs,
} from "./compute.js";
import { compareWith, otherValues, sharesOf } from "./compare.js";
import { cuts } from "./cuts.js";
import { keeper } from "./keep.js";
import { options } from "./options.js";
import { cutPanels, inspector } from "./panels.js";
import { createPicture, formFor } from "./picture.js";
import { clear, revealer } from "./reveal.js";
import { sayAll, sayAsked } from "./said.js";
import { HINT, TITLE } from "./step_words.js";
import { tasksOf } from "./tasks.js";
import { follower } from "./trace.js";
import { stepChoice } from "./walk.js";

const TWO_LINES = 130; // characters, beside what walks on

const render = ({ model, el: host }) => {
  const [tokens, faults] = ["tokens", "faults"].map((name) => model.get(name));
  let form = "row";
  let peeked = ""; // a cell that is pointed at, while none is read

  const update = () => {
    picture.rest();
    // On paper nobody walks on: all steps are there.
    const inputs = { ...readInputs(model), ...(paper.isPrinted() && { step: 0 }) };
    const blocks = blocksOf(model, inputs);
    const values = evaluate(blocks, inputs);
    controls.forEach((control) => control.refill(inputs));
    detail.refill(inputs, blocks, values);
    const canCut = inputs.num_heads === 2 && inputs.design === "split";
    wrong.refill(canCut, canCut && inputs.wrong_cuts && cuts(inputs, values.x));
    picture.draw(blocks, inputs, form);
    show({ inputs, blocks, values });
  };

  const show = ({ inputs, blocks, values }) => {
    const cell = inputs.cell || (hasCell(blocks, peeked) ? peeked : "");
    const { trace, fed } = follow(blocks, inputs, cell);
    const compared = compareWith(model, inputs, values);
    const older = new Set([...trace.older, ...fed]);
    const shades = isCompared(inputs) ? { shares: sharesOf(compared), first: compared.first } : {};
    keep.offer(shades.first ?? "", form === "column" ? steps.bar : keep.node);
    const traced = { ...trace, older };
    const printed = inputs.other ? otherValues(compared, values) : values;
    picture.paint(printed, { ...inputs, cell }, traced, compared.changed, shades);
    // The picture needs the room: a step says more when it is asked, and in a column a number
    // says little.
    const isTight = form === "column";
    const canWait = cell === "" || (isCompared(inputs) && !isTight);
    steps.offer(canWait);
    const isBrief = isTight && cell !== "";
    const isStepBrief = canWait && !steps.isFull();
    const room = isTight ? 0 : TWO_LINES;
    const followed = { cell, trace, fed, compared, steps: model.get("steps") };
    const setting = { blocks, values, inputs, tokens, faults };
    const asked = cell === "" ? "" : sayAsked(frame.task(), isTight);
    writeLines(frame.live, sayAll({ ...followed, ...setting, isBrief, isStepBrief, room, asked }));
  };
  const follow = follower();

  const peek = (cell) => {
    if (model.get("cell") || cell === peeked) return;
    peeked = cell;
    const inputs = readInputs(model);
    const blocks = blocksOf(model, inputs);
    show({ inputs, blocks, values: evaluate(blocks, inputs) });
  };
  const read = (cell) => {
    peeked = "";
    if (cell !== model.get("cell")) frame.change({ cell });
    if (cell) requestAnimationFrame(() => picture.uncover(cell)); // what is said is there then
  };
  // Where it is not made yet, the whole layer is shown.
  const goTo = (cell) => {
    const inputs = readInputs(model);
    const { name } = parseCell(cell);
    const block = blocksOf(model, inputs).find((each) => each.name === name);
    if (!isMade(block, inputs)) frame.change({ step: 0 });
    picture.focus(cell);
  };
  // A reader has gone to a step: its picture moves, once.
  const arrive = () => {
    const inputs = readInputs(model);
    const blocks = blocksOf(model, inputs);
    reveal.step();
    picture.lead(blocks, inputs);
    picture.play(blocks, inputs);
  };
  // By a link: what is compared comes out in the last table that has moved; else a step is shown.
  const land = (names) => {
    if (isCompared(readInputs(model))) reveal.change("");
    else if (names.includes("step")) arrive();
  };
  // On paper a map is half a sheet tall, and its letters grow there.
  const chosen = () =>
    paper.isPrinted() ? "row" : formFor(model.get("pictures"), readInputs(model), area.clientWidth);
  const fit = () => {
    const next = chosen();
    if (next === form) return;
    form = next;
    update();
  };
  const turn = () => {
    form = chosen();
    update();
  };

  const forget = () => steps.shorten(); // a reset says as little as at first
  // What was done is put away; what is looked at stays where it is.
  // Where it was pressed in the line itself, that stays where it is; else the picture does.
  const clearUp = (line) => {
    const kept = line.matches(".mha-task") ? line : area;
    const top = () => kept.getBoundingClientRect().top;
    const before = top();
    if (model.get("cell")) frame.change({ cell: "" });
    switches.fold();
    scrollBy({ top: top() - before, behavior: "instant" });
  };
  const rules = { inputs: INPUTS, looks: LOOKS, isValid: isValid(model), derive: derive(model) };
  const tasks = tasksOf(model, (values) => frame.change(values));
  const frame = createFrame({
    model,
    host,
    title: TITLE,
    hint: HINT,
    tasks,
    update,
    arrive: land,
    forget,
    onnext: clearUp,
    write: writeLines,
    ...rules,
  });
  const steps = stepChoice(model, frame, arrive, () => update());
  const onchange = () => reveal.change(frame.task().asks?.());
  const keep = keeper(model, frame, { goTo, onchange });
  const switches = options(model, frame, onchange);
  const controls = [steps, switches, keep];
  const picture = createPicture(model, {
    onread: read,
    onpeek: peek,
    ontype: () => detail.edit(),
    onclear: (node) => clear(area, node),
  });
  const detail = inspector(model, frame, () => picture.focus(model.get("cell")));
  const wrong = cutPanels(tokens, frame);
  const area = box("area", picture.node);
  const reveal = revealer(area);
  const paper = followPaper(turn);
  frame.onResize(area, fit);
  frame.onClose(paper.close);
  const top = box("top mha-map-top", ...controls.map(({ node }) => node));
  const close = frame.open(top, box("rows", area, wrong.node), steps.bar, detail.node);
  return () => (picture.rest(), close());
};

export default { render };
