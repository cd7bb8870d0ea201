// A tensor as grids of its elements.
import { range } from "./arrays.js";
import { forEachCell } from "./grid.js";
import { indices } from "./strides.js";
import { fit, tile } from "./tile.js";

// One table for each combination of the leading axes; rows and columns the last two.
// `name` is given the place on those; `rowName` and `each` (a cell) an index, `columnName` a
// place on the last axis; `speak` what a name is where tables of one name are told apart.
export const tensorTables = ({ shape }, { name, speak, rowName, columnName, each, onread }) =>
  indices(shape.slice(0, -2)).map((lead) => {
    const where = name(lead);
    const made = tile({
      name: where,
      label: speak(where),
      rows: range(shape.at(-2)).map((i) => rowName([...lead, i])),
      columns: range(shape.at(-1)).map(columnName),
      onread: (i, j) => onread([...lead, i, j]),
    });
    forEachCell(made.cells, (cell, i, j) => each(cell, [...lead, i, j]));
    fit(made);
    return made.node;
  });
