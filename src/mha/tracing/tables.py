"""A tensor's numbers as tables of HTML, beside those of another run."""

from html import escape

from mha.tracing.compare import Moved
from mha.tracing.numbers import Numbers, Sheet, written


def tables(numbers: Numbers, moved: Moved | None, lit: bool) -> str:
    """What is kept of a tensor, and in words what is left out.

    Args:
        numbers: a tensor's.
        moved: how another run's differ; the first that does is among what is shown.
        lit: whether that is the first of the whole run.
    """
    if numbers.unread:
        return (
            f"<p class=note>Its numbers cannot be read: {escape(numbers.unread)}.</p>"
        )
    also = moved.first if moved else None
    sheets = numbers.shown(also)
    paired = bool(moved and moved.by and moved.other.shape == numbers.shape)
    others = moved.other.shown(also) if moved and paired else sheets
    scale = _scale(sheets)
    drawn = [
        _table(one, other, scale, also if paired and lit else None, len(numbers.shape))
        for one, other in zip(sheets, others, strict=True)
    ]
    left_out = _left_out(numbers, sheets)
    kind = "tables weights" if numbers.rows_sum_to_1 else "tables"
    return f'<div class="{kind}">{"".join(drawn)}</div>{left_out}'


def _scale(sheets: tuple[Sheet, ...]) -> float:
    """The largest finite number that is shown: it gets the full shade."""
    sizes = [abs(x) for one in sheets for row in one.values for x in row]
    return max((x for x in sizes if x < float("inf")), default=0.0) or 1.0


def _table(
    one: Sheet, other: Sheet, scale: float, first: tuple[int, ...] | None, axes: int
) -> str:
    gaps = [_gap(one.columns, k) for k in range(len(one.columns))]
    pairs = zip(gaps, one.columns, strict=True)
    heads = "".join(f"<th scope=col{gap and ' class=g'}>{k}</th>" for gap, k in pairs)
    corner = "<td></td>" if one.rows else ""
    top = f"<tr>{corner}{heads}</tr>"
    places = one.rows or (None,)
    body = []
    for place, row, others in zip(places, one.values, other.values, strict=False):
        head = "" if place is None else f"<th scope=row>{place}</th>"
        cells = []
        for gap, column, x, y in zip(gaps, one.columns, row, others, strict=True):
            at = (*one.index, *(() if place is None else (place,)), column)
            at = at[-axes:] if axes else ()
            cells.append(_cell(x, y, scale, gap, at == first))
        kind = " class=g" if one.rows and _gap(one.rows, one.rows.index(place)) else ""
        body.append(f"<tr{kind}>{head}{''.join(cells)}</tr>")
    index = ", ".join(map(str, one.index))
    caption = f"<caption>[{index}]</caption>" if one.index else ""
    top = f"<thead>{top}</thead>" if axes else ""
    return f"<table>{caption}{top}<tbody>{''.join(body)}</tbody></table>"


def _gap(places: tuple[int, ...], k: int) -> str:
    """The class of what stands after places that are left out."""
    return "g" if k and places[k] > places[k - 1] + 1 else ""


def _cell(x: complex, y: complex, scale: float, gap: str, first: bool) -> str:
    size = abs(x) / scale
    shade = f' style="--v:{size:.2f}"' if 0.005 < size < float("inf") else ""
    kinds = [gap] if gap else []
    kinds += ["n"] if not isinstance(x, complex) and x < 0 else []
    same = x == y or (x != x and y != y)
    kinds += [] if same else ["d first" if first else "d"]
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    beside = "" if same else f"<small>{written(y)}</small>"
    exact = f' title="{x!r}"' if written(x) != repr(x) else ""
    return f"<td{kind}{shade}{exact}>{written(x)}{beside}</td>"


def _left_out(numbers: Numbers, sheets: tuple[Sheet, ...]) -> str:
    shown = sum(len(row) for one in sheets for row in one.values)
    if shown == numbers.count:
        return ""
    return (
        f"<p class=note>{shown:,} of {numbers.count:,} numbers are shown: the first "
        "along each axis, and the last. The indices tell which.</p>"
    )
