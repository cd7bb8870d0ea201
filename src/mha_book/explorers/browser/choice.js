// What a reader looks at: a query {i}, a key {j}, a cell {i, j}, a head {layer, head}, or
// null. Grid and lines share one, so that they stay in step. No DOM.

export const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// `show` runs after every change; `now()` and `isHeld()` tell it what to show.
export const createChoice = (show) => {
  let [chosen, held] = [null, false];
  const set = (next, hold) => {
    [chosen, held] = [next, hold];
    show();
  };
  return {
    now: () => chosen,
    isHeld: () => held,
    point: (next) => held || set(next, false), // a pointer changes nothing that is held
    leave: () => held || set(null, false),
    enter: (next) => set(next, held && isSame(next, chosen)), // the focus always does
    free: () => (held = false), // so that what is pointed at next is shown
    press: (next) => set(next, !(held && isSame(next, chosen))), // holds, or lets go again
    release: () => set(null, false),
    forget: () => ([chosen, held] = [null, false]), // before there is anything to show
  };
};
