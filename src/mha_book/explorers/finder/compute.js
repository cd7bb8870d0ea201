// FaultFinder's inputs, which fault a seed plants, and what experiments leave: no DOM.
import { isAmong, isWholeWithin } from "../shared/limits.js";

export const INPUTS = ["seed", "bought", "guess"];

export const isValid = (model) => (name, value) => {
  const limit = model.get("limits")[name];
  return (name === "guess" ? isAmong(limit) : isWholeWithin(limit))(value);
};

// One place more than there are cases: no fault has two.
export const caseOf = (model) => {
  const [cases, [by, more]] = [model.get("cases"), model.get("rules").turn];
  return cases[((by * model.get("seed") + more) % (cases.length + 1)) % cases.length];
};

// Whether experiment k is paid for; the first one is free.
export const isBought = (bought, k) => k === 0 || Boolean((bought >> (k - 1)) & 1);

export const boughtOf = (model, bought = model.get("bought")) =>
  model
    .get("experiments")
    .map((experiment, k) => ({ ...experiment, k }))
    .filter(({ k }) => isBought(bought, k));

export const isRight = (model) => model.get("guess") === caseOf(model).name;

export const pointsOf = (model) => {
  const { start, wrong } = model.get("rules");
  const costs = boughtOf(model).reduce((sum, { cost }) => sum + cost, 0);
  return start - costs - (model.get("guess") === "" || isRight(model) ? 0 : wrong);
};

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// All cases whose numbers are those that were bought.
export const fitsOf = (model, bought) => {
  const [{ runs }, seen] = [caseOf(model), boughtOf(model, bought)];
  return model.get("cases").filter((each) => seen.every(({ k }) => isSame(each.runs[k], runs[k])));
};

// An experiment that is paid for and in which two cases differ; or nothing.
export const partedBy = (model, one, other) => {
  const differs = ({ k }) => !isSame(one.runs[k], other.runs[k]);
  return boughtOf(model).find(differs) ?? null;
};
