// What was before: the inputs' values of the last changes, to go back to.

const MOST = 20; // states
const ONE_MOVE = 500; // ms: a slider that is drawn along is one change

// `read()` gives all inputs' values; `keep(names)` notes them before these change.
export const createHistory = (read, now = () => performance.now()) => {
  const states = [];
  let last = { names: "", at: -Infinity };
  const keep = (names) => {
    const move = { names: String(names), at: now() };
    const goesOn = move.names === last.names && move.at - last.at < ONE_MOVE;
    last = move;
    if (goesOn) return;
    states.push(structuredClone(read()));
    if (states.length > MOST) states.shift();
  };
  const back = () => ((last = { names: "", at: -Infinity }), states.pop());
  return { keep, back, isEmpty: () => !states.length };
};
