// What a number was made from, and that from: no DOM.

// The names of all that these were made from, back to what was given. `sourcesOf(name)` gives the
// names from which one was made directly.
export const madeFrom = (names, sourcesOf) => {
  const all = new Set();
  const left = [...names];
  while (left.length) {
    for (const source of sourcesOf(left.pop())) {
      if (all.has(source)) continue;
      all.add(source);
      left.push(source);
    }
  }
  return all;
};
