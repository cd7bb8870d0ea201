// What was before: the inputs' values of the last changes, to go back to, and to come from there
// again.

const MOST = 20; // states
const ONE_MOVE = 500; // ms: a slider that is drawn along is one change

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// `read(state)` gives the inputs' values, of those that an earlier state holds if one is given;
// `keep(next)` notes them before some become these, or those that were `present` before. What
// `isWalking` goes on with the change before it, however much time has passed; where it is false
// the change is one of its own, however soon it comes.
export const createHistory = (read, now = () => performance.now()) => {
  const [states, undone] = [[], []];
  let last = { names: "", at: -Infinity };
  const keep = (next, isWalking, present = read()) => {
    const names = Object.keys(next);
    if (names.every((name) => isSame(next[name], present[name]))) return;
    undone.length = 0;
    const move = { names: String(names), at: now() };
    const goesOn = move.names === last.names && (isWalking ?? move.at - last.at < ONE_MOVE);
    last = move;
    if (goesOn) return;
    states.push(structuredClone(present));
    if (states.length > MOST) states.shift();
  };
  // A change that took itself back, as a slider drawn back and forth, is none.
  const isEmpty = () => {
    while (states.length && isSame(states.at(-1), read(states.at(-1)))) states.pop();
    return !states.length;
  };
  const step = (from, to) => {
    last = { names: "", at: -Infinity };
    const next = from.pop();
    if (next) to.push(structuredClone(read(next)));
    return next;
  };
  const back = () => (isEmpty() ? undefined : step(states, undone));
  const forth = () => step(undone, states);
  return { keep, back, forth, isEmpty };
};
