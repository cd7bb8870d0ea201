"""Tables of pandas: numbers to the right, one row of heads, names in the corner."""

from collections.abc import Hashable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from mha_book.display.numbers import decimals_for, is_float, write_number

if TYPE_CHECKING:
    from pandas import DataFrame, Index, Series


def write_frame(table: "DataFrame | Series") -> str:
    """A table as HTML; a Series is a table of one column."""
    from pandas import Series  # loaded already, as there is a table

    frame = table.to_frame() if isinstance(table, Series) else table
    corner = _names(frame.index, frame.columns)
    labels = [label if isinstance(label, tuple) else (label,) for label in frame.index]
    columns = [_write_column(frame.iloc[:, i].tolist()) for i in range(frame.shape[1])]
    rows = [
        _row([_head(label, "row") for label in row], [column[i] for column in columns])
        for i, row in enumerate(labels)
    ]
    named = [(name, "mha-words") for name in corner]
    named += [(_join(column), "") for column in frame.columns]
    heads = [_head(name, "col", look) if name else "<td></td>" for name, look in named]
    return (
        f'<table class="mha-table"><thead>{_row(heads, [])}</thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _names(index: "Index", columns: "Index") -> list[str]:
    """What stands in the corner: the rows' names; else the columns', over the rows."""
    names = [str(name) if name is not None else "" for name in index.names]
    if not any(names):
        names[0] = ", ".join(str(name) for name in columns.names if name is not None)
    return names


def _join(label: Hashable) -> str:
    """A column's heads, one above the other, in one."""
    parts = label if isinstance(label, tuple) else (label,)
    return ", ".join(str(part) for part in parts if part != "")


def _write_column(values: Sequence[Any]) -> list[str]:
    decimals = decimals_for(values)
    return [_cell(value, decimals) for value in values]


def _cell(value: Any, decimals: int) -> str:
    words = isinstance(value, str)
    text = escape(value if words else write_number(value, decimals))
    return f'<td class="mha-words">{text}</td>' if words else f"<td>{text}</td>"


def _head(label: Hashable, scope: str, look: str = "") -> str:
    number = is_float(label)
    text = write_number(label, decimals_for([label])) if number else str(label)
    kind = look and f' class="{look}"'
    return f'<th{kind} scope="{scope}">{escape(text)}</th>'


def _row(heads: Sequence[str], cells: Sequence[str]) -> str:
    return f"<tr>{''.join(heads)}{''.join(cells)}</tr>"
