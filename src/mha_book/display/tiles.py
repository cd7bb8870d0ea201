"""A tensor as tables of tiles: words beside rows, a role's colour, name and shape."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import product
from typing import Any

from mha_book.display.numbers import decimals_for_tensor, write_number
from mha_book.scales import on_weight_scale

LONGEST = 16  # rows or columns of a tensor that is shown
MANY = 5  # columns, from which on a phone may have to set them closer
LETTER, GAP, PHONE = 8.6, 8, 350  # pixels: a digit, two columns' distance, a line
ROLES = ("query", "key", "value", "weights")  # a tensor's name begins with one
Words = Sequence[str] | None


@dataclass(frozen=True)
class Labels:
    """What stands beside the rows and above the columns, and which axis is counted."""

    rows: Words = None
    columns: Words = None
    axis: str = "head"


def write_tensor(name: str, value: Any, labels: Labels, decimals: int | None) -> str:
    """A tensor or an array as HTML: a table for each place along its leading axes.

    Raises:
        ValueError: it has more than 16 rows or columns.
    """
    *lead, height, width = (1,) * (2 - value.ndim) + tuple(value.shape)
    if max(height, width) > LONGEST:
        raise ValueError(
            f"{name} has shape {tuple(value.shape)}; expected at most {LONGEST} rows "
            f"and columns: show a part of it"
        )
    if decimals is None:
        decimals = decimals_for_tensor(value.reshape(-1).tolist())
    parts = value.reshape(-1, height, width).tolist()
    captions = _captions(lead, labels.axis)
    tables = "".join(
        _write_table(part, labels, caption, role_of(name), decimals)
        for part, caption in zip(parts, captions, strict=True)
    )
    title = f"<code>{escape(name)}</code> <span>{write_shape(value.shape)}</span>"
    look, side = f"mha-tiles mha-{role_of(name)}", '<div class="mha-shown">'
    return (
        f'<figure class="{look}"><figcaption>{title}</figcaption>'
        f"{side}{tables}</div></figure>"
    )


def role_of(name: str) -> str:
    """What a tensor is by its name: query, Q, W_q; else plain."""
    stem = name.lower().removeprefix("w_")
    letters = {role[0]: role for role in ROLES[:3]}
    begun = (role for role in ROLES if stem.startswith(role))
    return letters.get(stem) or next(begun, "plain")


def write_shape(shape: Sequence[int]) -> str:
    """A shape as Python writes it: (3,) or (2, 3)."""
    return str(tuple(shape))


def _captions(lead: Sequence[int], axis: str) -> list[str]:
    if len(lead) == 1:
        return [f"{axis} {place}" for place in range(lead[0])]
    return [str(list(place)) if place else "" for place in product(*map(range, lead))]


def _write_table(
    rows: list[list[Any]], labels: Labels, caption: str, role: str, decimals: int
) -> str:
    beside = _fitting(labels.rows, len(rows))
    above = _fitting(labels.columns, len(rows[0]))
    lines = [
        f"<tr>{_head(word, 'row')}{_cells(row, role, decimals)}</tr>"
        for word, row in zip(beside or [""] * len(rows), rows, strict=True)
    ]
    corner = "<td></td>" if beside else ""
    heads = "".join(_head(word, "col") for word in above or ())
    head = f"<thead><tr>{corner}{heads}</tr></thead>" if above else ""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    room = _room(rows, beside, above, decimals)
    return f"<table{room}>{title}{head}<tbody>{''.join(lines)}</tbody></table>"


def _room(rows: list[list[Any]], beside: Words, above: Words, decimals: int) -> str:
    """How wide a table is in letters, from the columns on at which a phone wants it."""
    columns = len(rows[0])
    if columns + bool(beside) < MANY:
        return ""
    numbers = (write_entry(value, decimals) for row in rows for value in row)
    wide = max(map(len, [*numbers, *(above or ())]))
    letters = wide * columns + max(map(len, beside or [""]))
    look = ' class="mha-roomy"' * (letters * LETTER + columns * GAP <= PHONE)
    return f'{look} style="--wide:{wide};--letters:{letters};--columns:{columns}"'


def _fitting(words: Words, size: int) -> Words:
    """The words, where there is one for each."""
    return words if words is not None and len(words) == size else None


def _head(word: str, scope: str) -> str:
    return f'<th scope="{scope}">{escape(word)}</th>' if word else ""


def _cells(row: list[Any], role: str, decimals: int) -> str:
    cells = []
    for value in row:
        text = write_entry(value, decimals)
        look = _shade(value) if role == "weights" else ""
        if isinstance(value, bool):
            look = ' class="mha-mark"'
        cells.append(f"<td{look}>{text}</td>")
    return "".join(cells)


def write_entry(value: Any, decimals: int) -> str:
    """A number of a tensor: NaN, which a table of results lacks, was found in one."""
    return "NaN" if value != value else write_number(value, decimals, tiny=False)


def _shade(weight: float) -> str:
    """A weight's colour on the book's scale, and what can be read on it."""
    ground, ink = on_weight_scale(weight)
    return f' class="mha-shade" style="background: {ground}; color: {ink}"'
