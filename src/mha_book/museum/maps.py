"""A step as it should be, as it is with the fault, and how far each number moved."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import product

import torch
from torch import Tensor

from mha_book.display.numbers import decimals_for
from mha_book.display.tiles import role_of, write_entry, write_shape
from mha_book.museum.beside import Stage
from mha_book.museum.settings import Setting
from mha_book.scales import on_weight_scale

WIDEST = 5  # columns that are shown of a wide table
TABLES = 2  # of so many along the leading axes all are shown; else the one that differs
Place = tuple[int, ...]
Cell = Callable[[Place], str]
Map = tuple[str, Tensor, Cell]  # a title, numbers, and how each is written


def draw_stage(stage: Stage, setting: Setting) -> str:
    """Three maps side by side; where shapes differ, there is nothing to take off."""
    decimals = decimals_of(stage)
    first = stage.place if stage.same_shape else None
    titled = [("as it should be", stage.right), ("with the fault", stage.faulty)]
    maps = [
        (title, values, _numbers(values, decimals, first if at else None))
        for at, (title, values) in enumerate(titled)
    ]
    if first is not None:
        maps += [("how far it moved", stage.right, _moved(stage, decimals))]
    label = f"{stage.name}: as it should be, and with the fault"
    return _beside(stage.name, label, maps, first, setting)


def draw_equal(name: str, right: Tensor, other: Tensor, setting: Setting) -> str:
    """Two maps side by side, in which nothing differs."""
    decimals = min(3, decimals_for(right.flatten().tolist()))
    maps = [
        (title, values, _numbers(values, decimals, None))
        for title, values in (("as the book writes it", right), ("as doubted", other))
    ]
    label = f"{name}: as the book writes it, and as doubted"
    return _beside(name, label, maps, None, setting)


def _beside(
    name: str, label: str, maps: list[Map], first: Place | None, setting: Setting
) -> str:
    figures = "".join(
        _figure(name, title, values, cell, first, setting)
        for title, values, cell in maps
    )
    return (
        f'<div class="mha-maps" tabindex="0" role="group" aria-label="{escape(label)}">'
        f"{figures}</div>"
    )


def _numbers(values: Tensor, decimals: int, lit: Place | None) -> Cell:
    """Cells with their numbers, one of them in a frame."""

    def cell(place: Place) -> str:
        mark = ' class="mha-lit"' if place == lit else ""
        return f"<td{mark}>{write_entry(values[place].item(), decimals)}</td>"

    return cell


def _moved(stage: Stage, decimals: int) -> Cell:
    """Cells shaded by how far their numbers moved, the first of them lit."""
    moved, yes_or_no = stage.moved, stage.right.dtype == torch.bool
    most = moved[moved.isfinite()].max().item() if moved.isfinite().any() else 0.0

    def cell(place: Place) -> str:
        by = moved[place].item()
        if not by:
            return "<td>·</td>"
        share = 1.0 if by == torch.inf else by / most
        ground, ink = on_weight_scale(0.15 + 0.55 * share)
        lit = " mha-lit" if place == stage.place else ""
        text = "≠" if yes_or_no else write_entry(by, decimals)
        style = f"background:{ground};color:{ink}"
        return f'<td class="mha-shade{lit}" style="{style}">{text}</td>'

    return cell


def decimals_of(stage: Stage) -> int:
    """Three for a step's numbers, unless the first difference would not be seen."""
    both = [*stage.right.flatten().tolist(), *stage.faulty.flatten().tolist()]
    most = decimals_for(both)
    if not stage.same_shape:
        return min(most, 3)
    by = stage.moved[stage.place].item()
    return min(most, 3) if by > 0.001 else most


def _figure(
    name: str,
    title: str,
    values: Tensor,
    cell: Cell,
    first: Place | None,
    setting: Setting,
) -> str:
    *lead, height, width = (1,) * (2 - values.dim()) + tuple(values.shape)
    begin = _begin(first[-1] if first else 0, width)
    columns = range(begin, min(begin + WIDEST, width))
    tables = "".join(
        _table(at, height, columns, values.shape, cell, setting)
        for at in _leading(lead, first)
    )
    shape = write_shape(values.shape)
    head = f"{escape(title)}<br><code>{escape(name)}</code> <span>{shape}</span>"
    return (
        f'<figure class="mha-tiles mha-{role_of(name)}"><figcaption>{head}'
        f'</figcaption><div class="mha-tables">{tables}</div></figure>'
    )


def _begin(column: int, width: int) -> int:
    return max(0, min(column, width - WIDEST)) if column >= WIDEST else 0


def _leading(lead: Sequence[int], first: Place | None) -> list[Place]:
    """The places along the leading axes that are shown."""
    places = list(product(*map(range, lead)))
    if len(places) <= TABLES:
        return places
    return [first[: len(lead)]] if first else places[:TABLES]


def _table(
    at: Place,
    height: int,
    columns: range,
    shape: Sequence[int],
    cell: Cell,
    setting: Setting,
) -> str:
    words = _words(at, setting)
    beside = words if len(words) == height and len(shape) > 1 else ()
    above = beside if shape and shape[-1] == height else ()
    lines = []
    for row in range(height):
        places = ((*at, row, column)[-len(shape) :] for column in columns)
        cells = "".join(cell(place if shape else ()) for place in places)
        lines.append(f"<tr>{_head(beside, row, 'row')}{cells}</tr>")
    heads = "".join(_head(above, column, "col") for column in columns)
    corner = "<td></td>" if beside else ""
    head = f"<thead><tr>{corner}{heads}</tr></thead>" if above else ""
    caption = f"<caption>{_caption(at, columns, shape)}</caption>"
    return f"<table>{caption}{head}<tbody>{''.join(lines)}</tbody></table>"


def _words(at: Place, setting: Setting) -> tuple[str, ...]:
    words = setting.words
    several = bool(words) and not isinstance(words[0], str)
    return words[at[0] if at else 0] if several else words


def _caption(at: Place, columns: range, shape: Sequence[int]) -> str:
    """Which head or text a table is, and of a wide one, which columns."""
    named = "head" if len(at) == 1 else "at"
    where = "" if not at else f"{named} {at[0] if len(at) == 1 else list(at)}"
    wide = shape and len(columns) < shape[-1]
    cut = f"columns {columns[0]} to {columns[-1]}" if wide else ""
    return ", ".join(filter(None, (where, cut)))


def _head(words: Sequence[str], at: int, scope: str) -> str:
    return f'<th scope="{scope}">{escape(words[at])}</th>' if words else ""
