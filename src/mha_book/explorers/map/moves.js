// Which number of a picture is next, seen from one of them: no DOM.

const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// The nearest cell in a key's direction; what lies straight ahead comes first. `cells` has
// each cell's middle, {x, y}, by its name. null where there is none, or no such key.
export const nextCell = (cells, from, key) => {
  const [dx, dy] = DIRECTIONS[key] ?? [0, 0];
  let [best, least] = [null, Infinity];
  for (const [name, { x, y }] of cells) {
    const ahead = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    const cost = ahead + 3 * aside;
    if (ahead > 1 && cost < least) [best, least] = [name, cost];
  }
  return best;
};
