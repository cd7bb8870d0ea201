// What was before: the inputs' values of the last changes, to go back to.

const MOST = 20; // states
const ONE_MOVE = 500; // ms: a slider that is drawn along is one change

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// `read()` gives all inputs' values; `keep(next)` notes them before some become these. What
// `isWalking` goes on with the change before it, however much time has passed.
export const createHistory = (read, now = () => performance.now()) => {
  const states = [];
  let last = { names: "", at: -Infinity };
  const keep = (next, isWalking = false) => {
    const present = read();
    const names = Object.keys(next);
    if (names.every((name) => isSame(next[name], present[name]))) return;
    const move = { names: String(names), at: now() };
    const goesOn = move.names === last.names && (isWalking || move.at - last.at < ONE_MOVE);
    last = move;
    if (goesOn) return;
    states.push(structuredClone(present));
    if (states.length > MOST) states.shift();
  };
  const back = () => ((last = { names: "", at: -Infinity }), states.pop());
  return { keep, back, isEmpty: () => !states.length };
};
