"""Tables of pandas: numbers to the right, one row of heads, names in the corner."""

import re
from collections.abc import Hashable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from mha_book.display.numbers import decimals_for, is_float, write_number

if TYPE_CHECKING:
    from pandas import DataFrame, Index, Series

WORDS = "mha-words"  # the class of what stands on the left
AS_EVER = "·"  # in a table of what differs
NUMBERS = re.compile(r"[\d.,\s%–−×±/-]*\d[\d.,\s%–−×±/-]*")  # 0.38–0.39, 3 ± 1, 2/3
PART = re.compile(r"(?:(?<=\w\.)|(?<=\w{6}_))(?=[a-z]\w{3})")  # of a long name in code
CODE = re.compile(r"`([^`]+)`")
SHARE = re.compile(r"(?<=\d) of (?=\d)")  # 13 of 26 stays on one line
ONE = re.compile(r"\([^()]*\)|`[^`]{1,16}`")  # a shape, short code: on one line


def write_frame(table: "DataFrame | Series") -> str:
    """A table as HTML; a Series is a table of one column."""
    from pandas import Series  # loaded already, as there is a table

    frame = table.to_frame() if isinstance(table, Series) else table
    corner = _names(frame.index, frame.columns)
    labels = [label if isinstance(label, tuple) else (label,) for label in frame.index]
    values = [frame.iloc[:, i].tolist() for i in range(frame.shape[1])]
    sparse = " mha-sparse" if _is_sparse(values) else ""
    looks = [WORDS if any(map(_is_word, column)) else "" for column in values]
    columns = list(map(_write_column, values, looks))
    rows = [
        _row([_head(label, "row") for label in row], [column[i] for column in columns])
        for i, row in enumerate(labels)
    ]
    named = [(name, WORDS) for name in corner]
    named += list(zip(map(_join, frame.columns), looks, strict=True))
    heads = [_head(name, "col", look) if name else "<td></td>" for name, look in named]
    return (
        f'<table class="mha-table{sparse}"><thead>{_row(heads, [])}</thead>'
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


def _is_sparse(columns: Sequence[Sequence[Any]]) -> bool:
    """Whether most cells say "as ever", so that the others are what is to be seen."""
    cells = [value for column in columns for value in column]
    return 2 * cells.count(AS_EVER) > len(cells)


def _is_word(value: Any) -> bool:
    is_text = isinstance(value, str) and value != AS_EVER
    return is_text and not NUMBERS.fullmatch(value)


def _write_column(values: Sequence[Any], look: str) -> list[str]:
    decimals = decimals_for(values)
    return [_cell(value, decimals, look) for value in values]


def _cell(value: Any, decimals: int, look: str) -> str:
    text = value if isinstance(value, str) else write_number(value, decimals)
    text = SHARE.sub("\xa0of\xa0", text)
    look = f"{look} mha-same".strip() if text == AS_EVER else look
    return f"<td{_class(look)}>{_in_code(escape(text))}</td>"


def _head(label: Hashable, scope: str, look: str = "") -> str:
    number = is_float(label)
    text = write_number(label, decimals_for([label])) if number else str(label)
    whole = ONE.sub(lambda one: one[0].replace(" ", "\xa0"), text)
    named = _in_code(PART.sub("<wbr>", escape(whole)))
    return f'<th{_class(look)} scope="{scope}">{named}</th>'


def _in_code(text: str) -> str:
    """Names in `ticks` as code, as they are among words."""
    return CODE.sub(r"<code>\1</code>", text)


def _class(look: str) -> str:
    return look and f' class="{look}"'


def _row(heads: Sequence[str], cells: Sequence[str]) -> str:
    return f"<tr>{''.join(heads)}{''.join(cells)}</tr>"
