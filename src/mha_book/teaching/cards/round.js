// Which cards come, in which order, and when one that was known comes again. No page.
export const ROUND = 20;
const DAYS = [1, 3, 7, 21, 60]; // after the first time that it was known, the second, …

// The reader's own day, which begins at midnight where they are.
export const dayOf = (time) =>
  Math.floor((time - new Date(time).getTimezoneOffset() * 60_000) / 86_400_000);

// A round: cards that are due again, the longest due first, then cards not seen before.
// `kept(key)` is {} or what `answered` gave.
export const roundOf = (keys, kept, day) => {
  const isSeen = (key) => Number.isInteger(kept(key).due);
  const due = keys.filter((key) => isSeen(key) && kept(key).due <= day);
  due.sort((a, b) => kept(a).due - kept(b).due);
  return [...due, ...keys.filter((key) => !isSeen(key))].slice(0, ROUND);
};

// How many of these cards would come today, if there were no end to a round.
export const waiting = (keys, kept, day) => keys.filter((key) => !(kept(key).due > day)).length;

// What is kept of a card after an answer. Who did not know it begins with it again.
export const answered = ({ times = 0 }, isKnown, day) => {
  if (!isKnown) return { times: 0, due: day };
  const known = Math.min(times + 1, DAYS.length);
  return { times: known, due: day + DAYS[known - 1] };
};

// The cards that are left: one that was not known comes once more at the end.
export const after = ([first, ...rest], isKnown) => (isKnown ? rest : [...rest, first]);
