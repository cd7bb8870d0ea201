// FaultFinder's inputs, which fault a seed plants, and what experiments leave: no DOM.
import { format } from "../shared/format.js";
import { isAmong, isWholeWithin } from "../shared/limits.js";
import { drawn, isSame, planted } from "./drawn.js";

export const INPUTS = ["seed", "bought", "guesses"];

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  if (name !== "guesses") return isWholeWithin(limit)(value);
  return new Set(value).size === value.length && value.every(isAmong(limit));
};

// Which case is planted, by its place among all of them.
const placeOf = (model) => planted(model.get("seed"), model.get("cases").length);

export const caseOf = (model) => model.get("cases")[placeOf(model)];

const drawnOf = (model) => drawn(model.get("seed"), model.get("cases"), model.get("experiments"));

// What the layer is given, by the names that its lines have for it.
export const givenOf = (model) => {
  const { x, matrices } = drawnOf(model);
  const [w_q, w_k, w_v, w_o] = matrices;
  return { x, w_q, w_k, w_v, w_o };
};

const runsOf = (model, { name }) =>
  drawnOf(model).runs[model.get("cases").findIndex((each) => each.name === name)];

// What experiment k gives, and what it should give.
export const resultOf = (model, k) => [
  runsOf(model, caseOf(model))[k],
  runsOf(model, model.get("cases")[0])[k],
];

// Whether experiment k is paid for; the first one is free.
export const isBought = (bought, k) => k === 0 || Boolean((bought >> (k - 1)) & 1);

export const boughtOf = (model, bought = model.get("bought")) =>
  model
    .get("experiments")
    .map((experiment, k) => ({ ...experiment, k }))
    .filter(({ k }) => isBought(bought, k));

// A function that puts what has just been bought before all that was there, and forgets what
// another seed has not.
export const createOrder = () => {
  let order = []; // of experiments' numbers
  return (bought) => {
    const isThere = (k) => bought.some((each) => each.k === k);
    const come = bought.map(({ k }) => k).filter((k) => !order.includes(k));
    order = [...come.toReversed(), ...order.filter(isThere)];
    return order.map((k) => bought.find((each) => each.k === k));
  };
};

// Points are spent for good: what was seen for them cannot be unseen, so it is no change to undo.
export const spend = (model, values) => {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
};

// The name that was given last, or nothing.
export const guessOf = (model) => model.get("guesses").at(-1);

export const isRight = (model) => guessOf(model) === caseOf(model).name;

export const wrongOf = (model) =>
  model.get("guesses").filter((guess) => guess !== caseOf(model).name);

// Whether a name would be a matter of luck: nothing was bought, and several cases are left.
export const isLuck = (model) => model.get("bought") === 0 && fitsOf(model).length > 1;

export const pointsOf = (model) => {
  const { start, wrong } = model.get("rules");
  const costs = boughtOf(model).reduce((sum, { cost }) => sum + cost, 0);
  return start - costs - wrong * wrongOf(model).length;
};

// All cases whose numbers are those that were bought.
export const fitsOf = (model, bought) => {
  const [runs, seen] = [runsOf(model, caseOf(model)), boughtOf(model, bought)];
  return model
    .get("cases")
    .filter((each) => seen.every(({ k }) => isSame(runsOf(model, each)[k], runs[k])));
};

// An experiment that is paid for and in which two cases differ; or nothing.
export const partedBy = (model, one, other) => {
  const differs = ({ k }) => !isSame(runsOf(model, one)[k], runsOf(model, other)[k]);
  return boughtOf(model).find(differs) ?? null;
};

// Where they differ first in it: the table, the word whose row it is, and both rows.
export const rowParted = (model, one, other, { k, rows }) => {
  const [run, against] = [one, other].map((each) => runsOf(model, each)[k]);
  const differs = (table) => (row, i) => !isSame([row], [against[table][i]]);
  const table = Object.keys(run).find((name) => run[name].some(differs(name)));
  const i = run[table].findIndex(differs(table));
  return { table, word: model.get("words")[rows[i]], rows: [run[table][i], against[table][i]] };
};

// The seed after this one; after the last comes the first.
export const nextSeed = (model) => (model.get("seed") % model.get("limits").seed.max) + 1;

export const n = (x) => format(x, 4);

// Whether two numbers are written differently.
export const isOff = (is, should) => n(is) !== n(should);
