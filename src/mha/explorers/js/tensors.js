// A tensor as grids of its elements.
import { indices } from "./core.js";
import { grid } from "./dom.js";

// One table for each combination of the leading axes; rows and columns the last two.
// `rowName` and `each` (a cell) are given an index, `columnName` a place on the last axis.
export const tensorTables = ({ code, shape, axes }, { rowName, columnName, each, onread }) => {
  const along = (axis) => [...Array(shape.at(axis)).keys()];
  return indices(shape.slice(0, -2)).map((lead) => {
    const where = lead.map((k, a) => `${axes[a]} = ${k}`).join(", ");
    const { table, cells } = grid({
      caption: where,
      label: [code, where].filter(Boolean).join(", "),
      rows: along(-2).map((i) => rowName([...lead, i])),
      columns: along(-1).map(columnName),
      onread: (i, j) => onread([...lead, i, j]),
    });
    cells.forEach((row, i) => row.forEach((cell, j) => each(cell, [...lead, i, j])));
    return table;
  });
};
