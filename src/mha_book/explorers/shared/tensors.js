// A tensor as grids of its elements.
import { range } from "./arrays.js";
import { forEachCell } from "./grid.js";
import { indices } from "./strides.js";
import { tile } from "./tile.js";

// One table for each combination of the leading axes; rows and columns the last two.
// `rowName` and `each` (a cell) are given an index, `columnName` a place on the last axis.
export const tensorTables = ({ code, shape, axes }, { rowName, columnName, each, onread }) =>
  indices(shape.slice(0, -2)).map((lead) => {
    const where = lead.map((k, a) => `${axes[a]} = ${k}`).join(", ");
    const { node, cells } = tile({
      name: where,
      label: [code, where].filter(Boolean).join(", "),
      rows: range(shape.at(-2)).map((i) => rowName([...lead, i])),
      columns: range(shape.at(-1)).map(columnName),
      onread: (i, j) => onread([...lead, i, j]),
    });
    forEachCell(cells, (cell, i, j) => each(cell, [...lead, i, j]));
    return node;
  });
