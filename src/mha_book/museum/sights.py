"""What is seen of a closed exhibit: where numbers moved, and the first of them."""

from html import escape
from itertools import pairwise

import torch
from torch import Tensor

from mha_book.display.tiles import write_entry, write_shape
from mha_book.museum.beside import Exhibit, Stage
from mha_book.museum.maps import decimals_of

ROWS, COLUMNS = 5, 8  # of a table, that a small picture has room for
STEP, SIDE = 10, 9  # from cell to cell, and of a cell
LARGEST, WIDE, HIGH = 2, 76, 64  # px to each of these, and of a picture at most
SHADES = (0, 1 / 3, 2 / 3, 1)  # of the farthest move: bounds between the shades


def sight(exhibit: Exhibit) -> str:
    """A small picture of the first step that differs, and what differs, in words."""
    if exhibit.message:
        lacks = "it lacks parameters"
        stops = lacks if exhibit.faulty.counted else "it stops with a message"
        return _written(_cells(torch.ones(1, 1), None), stops)
    first = exhibit.seen[0]
    if not first.same_shape:
        return _written(_shapes(first), _becomes(*map(_shape, _both(first))))
    moved = _slice(first.moved, first.place)
    numbers = (_number(first, values[first.place].item()) for values in _both(first))
    return _written(_cells(moved, first.place), _becomes(*numbers))


def _both(stage: Stage) -> tuple[Tensor, Tensor]:
    return stage.right, stage.faulty


def _number(stage: Stage, value: float | bool) -> str:
    """As its map has it; without the table around it a tick would say little."""
    if isinstance(value, bool):
        return str(value)
    return write_entry(value, decimals_of(stage))


def _shape(values: Tensor) -> str:
    return write_shape(values.shape)


def _becomes(right: str, faulty: str) -> str:
    right, faulty = (escape(one).replace(" ", "\xa0") for one in (right, faulty))
    return f"{right} becomes <b>{faulty}</b>"


def _written(picture: str, words: str) -> str:
    return (
        f'<span class="mha-sight">{picture}</span>'
        f'<span class="mha-differs">{words}</span>'
    )


def _slice(values: Tensor, place: tuple[int, ...]) -> Tensor:
    """The table in which a place lies: of a row or a number, one of that size."""
    table = values[place[:-2]] if values.dim() > 2 else values
    return table.reshape((1,) * (2 - table.dim()) + tuple(table.shape))


def _cells(moved: Tensor, place: tuple[int, ...] | None) -> str:
    """A square for each number, the darker the farther it moved; a frame at a place."""
    row, column = (0, 0, *(place or ()))[-2:]
    top, left = _begin(row, ROWS), _begin(column, COLUMNS)
    seen = moved[top : top + ROWS, left : left + COLUMNS]
    finite = seen[seen.isfinite()]
    most = finite.max().item() if len(finite) and finite.max() else 1.0
    shares = (seen / most).clamp(max=1)
    paths = [_path(shares == 0, 0)]
    paths += [
        _path((shares > low) & (shares <= high), at + 1)
        for at, (low, high) in enumerate(pairwise(SHADES))
    ]
    frame = _frame(row - top, column - left) if place is not None else ""
    return _svg("".join(paths) + frame, *seen.shape)


def _begin(at: int, room: int) -> int:
    return max(0, at - room + 1)


def _shapes(stage: Stage) -> str:
    """The outlines of two shapes, one upon the other."""
    sizes = [(1, *values.shape)[-2:] for values in _both(stage)]
    sizes = [(min(high, ROWS), min(wide, COLUMNS)) for high, wide in sizes]
    boxes = "".join(
        f'<path class="mha-shape-{at}" d="M.5 .5h{STEP * wide - 1}v{STEP * high - 1}'
        f'h-{STEP * wide - 1}z"/>'
        for at, (high, wide) in enumerate(sizes)
    )
    high, wide = (max(each) for each in zip(*sizes, strict=True))
    return _svg(boxes, high, wide)


def _path(chosen: Tensor, shade: int) -> str:
    squares = "".join(
        f"M{STEP * x} {STEP * y}h{SIDE}v{SIDE}h-{SIDE}z"
        for y, x in chosen.nonzero().tolist()
    )
    return f'<path class="mha-far-{shade}" d="{squares}"/>' if squares else ""


def _frame(row: int, column: int) -> str:
    at = f"M{STEP * column + 1} {STEP * row + 1}"
    return f'<path class="mha-first" d="{at}h{SIDE - 2}v{SIDE - 2}h-{SIDE - 2}z"/>'


def _svg(drawn: str, high: int, wide: int) -> str:
    wide, high = STEP * wide, STEP * high
    scale = min(LARGEST, WIDE / wide, HIGH / high)
    size = f'width="{scale * wide:.0f}" viewBox="0 0 {wide} {high}"'
    return f'<svg {size} aria-hidden="true" focusable="false">{drawn}</svg>'
