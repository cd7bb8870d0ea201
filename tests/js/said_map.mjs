// All that MapExplorer says, in states that say all of it.
import { explain } from "../../src/mha_book/explorers/map/arithmetic.js";
import { compareWith } from "../../src/mha_book/explorers/map/compare.js";
import { explainHeld, explainThere } from "../../src/mha_book/explorers/map/compare_said.js";
import { tableName } from "../../src/mha_book/explorers/map/name_words.js";
import { briefly } from "../../src/mha_book/explorers/map/said.js";
import * as optionWords from "../../src/mha_book/explorers/map/option_words.js";
import * as mapSteps from "../../src/mha_book/explorers/map/step_words.js";
import { tasksOf as mapTasks } from "../../src/mha_book/explorers/map/tasks.js";
import * as mapWords from "../../src/mha_book/explorers/map/words.js";
import { computed } from "./map_state.mjs";
import { constants, opened, tasksIn } from "./said_tools.mjs";

// Of what a number is made, from how much earlier, and in what it has a part.
const traces = () =>
  [
    [1, 0, 0],
    [2, 1, 0],
    [2, 2, 0],
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 1, 1],
    [0, 0, 3, 1],
    [0, 0, 3],
  ].map(([parents, older, fed, later]) => {
    const [from, far, into] = [parents, older, fed].map((size) => new Set(Array(size).keys()));
    return mapWords.explainTrace({ parents: from, older: far }, into, later);
  });

export default () => {
  const start = { ...opened.map, num_heads: 2, design: "wrapper", causal: true, placed: true };
  const setting = computed(start);
  const cells = setting.blocks.flatMap((block) => {
    const last = block.shape.map((size) => size - 1).join(",");
    return [tableName(block, false), tableName(block, true)].concat(
      ["0,0", last, ...(block.tokens === 2 ? ["0,2"] : [])].map((at) =>
        explain(`${block.name}:${at}`, setting).join(" "),
      ),
    );
  });
  const switches = [
    {},
    { num_heads: 1 },
    { design: "split" },
    { causal: false },
    { placed: false },
  ];
  const states = switches.map((values) => ({ ...start, ...values }));
  const steps = Object.values(mapSteps.STEPS).flatMap(([name, say]) =>
    states.flatMap((state) => [`${name}: ${say(state)}`, briefly(say(state))]),
  );
  const changes = Object.keys(optionWords.COMPARISONS).flatMap((compare) =>
    states.flatMap((state) => {
      const found = { common: 9, changed: new Set(state.causal ? [1, 2] : []) };
      const inputs = { ...state, compare };
      return [optionWords.sayChange(inputs, found, 4)];
    }),
  );
  const compared = [{ causal: false }, { design: "split" }, { num_heads: 1 }].flatMap((held) => {
    const now = computed({ ...start, step: 0, held: { ...start, ...held } });
    const found = compareWith(now.model, now.inputs, now.values);
    const read = ["output:0,0", "x:0,0", "w_q0:0,0"].map((cell) => explainThere(cell, found, now));
    return [explainHeld(found, now), ...read];
  });
  const { faults } = start;
  const faulty = Object.keys(faults).map((fault) => {
    const now = { ...computed({ ...start, step: 0, fault }), faults };
    return explainHeld(compareWith(now.model, now.inputs, now.values), now);
  });
  const [query, key] = ["query", "key"].map((name) => start[name]);
  return [
    ...constants({
      ...mapWords,
      ...optionWords,
      HINT: mapSteps.HINT,
      TITLE: mapSteps.TITLE,
      WALK: mapSteps.WALK,
    }),
    ...steps,
    ...traces(),
    ...states.map(optionWords.sayOptions),
    ...cells,
    ...changes,
    ...compared,
    ...faulty,
    optionWords.countWrong(0, 6),
    optionWords.countWrong(3, 6),
    ...tasksIn(mapTasks, { ...start, num_heads: 1, causal: false, step: 3 }, [
      ["one number of W_k", { key: [[9, key[0][1]], key[1]] }],
    ]),
    ...tasksIn(mapTasks, { ...start, num_heads: 1, causal: false, step: 0 }, [
      ["more than half", { embeddings: [[-9, -9], ...start.embeddings.slice(1)] }],
      ["come after it", { causal: true }],
      ["output alone", { held: start, num_heads: 2, causal: true, out: [[9, 9], start.out[1]] }],
    ]),
    ...tasksIn(mapTasks, { ...start, design: "split", causal: false, compare: "" }, [
      ["wrapper", { design: "wrapper", compare: "design" }],
      ["head 1", { query: [query[0], [9, query[1][1]]] }],
    ]),
    ...tasksIn(mapTasks, { ...start, fault: "late_mask" }, [
      ["every weight", { fault: "keys_mixed", cell: "mixed0:0,0" }],
      ["Which switch", { fault: "undivided", num_heads: 1 }],
    ]),
    ...tasksIn(mapTasks, start, [
      ["switch the causal mask off", { causal: false, cell: "weights0:0,2" }],
      ["does not move", { causal: false, held: start, cell: "output:2,0", step: 8 }],
      ["Which outputs", { embeddings: [...start.embeddings.slice(0, 2), [9, 9]] }],
    ]),
  ];
};
