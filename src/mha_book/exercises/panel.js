// One exercise: its question, the fields, the buttons, and what it says.
import { box, el, show } from "../explorers/shared/dom.js";
import { fieldsOf } from "./fields.js";
import { given, marked } from "./given.js";
import { judge } from "./verdict.js";
import { sayAnswer, sayHint, sayVerdict } from "./words.js";

// `kept` is what the store has of it: {draw, raw, solved}; `keep(values)` puts it there.
export const panel = (exercise, kept, keep) => {
  let place = exercise.draws[kept.draw] ? kept.draw : 0;
  let verdict = null;
  let fields = null;
  const draw = () => exercise.draws[place];
  const question = box("question");
  const slot = box("slot");
  const said = el("p", { class: "mha-verdict", role: "status" });
  const helped = el("p", { class: "mha-helped", role: "status" });
  const button = (text, onclick) => el("button", { type: "button", onclick }, text);
  const say = (text, face = "") => {
    said.className = `mha-verdict ${face}`;
    said.replaceChildren(...marked(text));
    helped.textContent = "";
  };

  const check = (event) => {
    event.preventDefault();
    const { answer, refused, at } = fields.answerOf();
    if (refused) return (say(refused), at.focus());
    verdict = judge(exercise, draw(), answer);
    const isRight = verdict.is === "right";
    say(sayVerdict(exercise, draw(), verdict), isRight ? "mha-right" : "mha-wrong");
    show(solution, !isRight);
    show(hint, !isRight && Boolean(sayHint(exercise, verdict)));
    keep({ draw: place, raw: fields.raw(), ...(isRight ? { solved: true } : {}) });
  };
  const help = (text) => helped.replaceChildren(...marked(text));
  const hint = button("Hint", () => help(`Hint: ${sayHint(exercise, verdict)}`));
  const solution = button("Show the answer", () => help(sayAnswer(exercise, draw())));
  const further = button(exercise.kind === "order" ? "Other lines" : "New numbers", () => {
    place = (place + 1) % exercise.draws.length;
    pose();
    keep({ draw: place, raw: null });
    question.focus();
  });
  const pose = (raw) => {
    verdict = null;
    fields = fieldsOf(exercise, draw());
    if (raw !== undefined && raw !== null) fields.fill(raw);
    question.replaceChildren(el("p", {}, ...marked(draw().ask)), given(draw().given));
    slot.replaceChildren(fields.node);
    show(hint, Boolean(exercise.start));
    show(solution, false);
    say("");
  };
  question.tabIndex = -1; // it is read when there are new numbers
  pose(kept.raw);
  const buttons = box(
    "buttons",
    el("button", { type: "submit" }, "Check"),
    hint,
    solution,
    further,
  );
  const title = el("p", { class: "mha-title" }, exercise.title);
  return el("form", { onsubmit: check }, title, question, slot, buttons, said, helped);
};
