// What each number of MultiHeadExplorer was made from: no DOM.

const X = (i) => [{ kind: "embeddings", i }];

const OF_A_HEAD = {
  query: ({ i }) => X(i),
  key: ({ i }) => X(i),
  value: ({ i }) => X(i),
  weights: ({ head, i, j }) => [
    { kind: "query", head, i },
    { kind: "key", head, i: j },
  ],
  output: ({ head, i, j }) => [
    { kind: "weights", head, i },
    { kind: "value", head, j },
  ],
};

const OF_ALL = {
  average: ({ i, j }, { heads }) => heads.map((_, head) => ({ kind: "weights", head, i, j })),
  concatenation: ({ i, j }, { held }) => {
    const { head, feature } = held[j];
    return [{ kind: "output", head, i, j: feature }];
  },
  out: () => [],
  output: ({ i, j }) => [
    { kind: "concatenation", i },
    { kind: "out", i: j },
  ],
};

// The rows, columns and cells that a cell was made from; what is not named is all.
export const sourcesOf = (cell, result) =>
  (cell.head === undefined ? OF_ALL : OF_A_HEAD)[cell.kind](cell, result);

// Whether a cell lies in such an area.
export const isIn = (area, { kind, head, i, j }) =>
  area.kind === kind &&
  area.head === head &&
  [i, undefined].includes(area.i) &&
  [j, undefined].includes(area.j);
