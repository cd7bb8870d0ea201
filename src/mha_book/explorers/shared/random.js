// Numbers by chance from a seed. No DOM.

// Whole numbers below 2³² without end: mulberry32, by Tommy Ettinger. Its 32 bits of state can
// be kept and brought back.
export const createStream = (seed) => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { next, keep: () => state, bring: (kept) => (state = kept) };
};
