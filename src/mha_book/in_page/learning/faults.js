// What each fault changes of the model: its name, and the settings that are not as they should
// be. No page.

const byRoot = (width) => 1 / Math.sqrt(width);
const RIGHT = { isMasked: true, scale: byRoot, slope: 1, layers: 2, isJoined: true };

const CHANGED = {
  none: {},
  "no mask": { isMasked: false },
  "no scale": { scale: () => 1 },
  "wrong scale": { scale: (width) => Math.sqrt(width) },
  "no positions": { slope: 0 },
  "one layer": { layers: 1 },
  "heads mixed up": { isJoined: false }, // a reshape without the transpose
};

export const FAULTS = Object.keys(CHANGED);

export const settingsOf = (fault) => ({ ...RIGHT, ...CHANGED[fault] });
