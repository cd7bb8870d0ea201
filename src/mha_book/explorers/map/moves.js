// Which number of a picture is next, seen from one of them: no DOM.
import { cellOf } from "./compute.js";

const DIRECTIONS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// The nearest of these cells in a direction; what lies straight ahead comes first.
const nearest = (cells, from, [dx, dy]) => {
  let [best, least] = [null, Infinity];
  for (const [name, { x, y }] of cells) {
    const ahead = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    const cost = ahead + 3 * aside;
    if (ahead > 1 && cost < least) [best, least] = [name, cost];
  }
  return best;
};

const hasWordsAsRows = ({ block, isUpright }) => Boolean(block.tokens) && isUpright;

// The next cell in a key's direction. `cells` has each cell by its name: its middle, {x, y}, its
// block, row and column, and whether its table is drawn upright. Sideways a word's row leads to
// the same word's in the next table. null where there is none, or no such key.
export const nextCell = (cells, from, key) => {
  const way = DIRECTIONS[key] ?? [0, 0];
  const next = nearest(cells, from, way);
  if (!next || !way[0] || cells.get(next).block === from.block || !hasWordsAsRows(from))
    return next;
  const alike = [...cells].filter(([, cell]) => cell.block !== from.block && hasWordsAsRows(cell));
  const there = nearest(alike, from, way);
  return there ? cellOf(cells.get(there).block.name, from.i, cells.get(there).j) : next;
};
