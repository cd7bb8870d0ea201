"""Which angles rotary positions take in training, and which a longer text adds."""

import math
from collections.abc import Mapping, Sequence

import torch

from mha.attention.positions import speeds_of
from mha.attention.rope_scaling import RopeScaling
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.shapes import arc, clock, line, text

BASE = 10_000.0
THICK = ".mha-diagram .mha-line.mha-unseen { stroke-width: 5; }"
Row = tuple[str, list[float], list[float]]  # a name; radians seen, and of the long text


@picture
def swept_angles(
    scalings: Mapping[str, RopeScaling | None] | None = None,
    *,
    trained: int = 16,
    longer: int = 64,
    width: int = 8,
) -> Diagram:
    """A clock for each pair of features: angles of training shaded, new ones thick.

    Args:
        scalings: what slows the pairs, by name, a row for each; none when omitted.
        trained, longer: tokens in a text of training, and in the longer one.
        width: D, features of a head.
    """
    speeds = speeds_of(width, BASE, torch.device("cpu"))
    seen = ((trained - 1) * speeds).tolist()
    rows = [
        (name, seen, ((longer - 1) * _slowed(speeds, scaling, longer)).tolist())
        for name, scaling in (scalings or {"": None}).items()
    ]
    alt = _in_words(rows, trained, longer)
    wide = _clocks(rows, radius=32, pitch=122, left=112)
    tall = _clocks(rows, radius=27, pitch=88, left=0)
    return Diagram(alt, wide, tall, css=THICK)


def _slowed(
    speeds: torch.Tensor, scaling: RopeScaling | None, length: int
) -> torch.Tensor:
    return scaling(speeds, base=BASE, length=length) if scaling else speeds


def _clocks(rows: Sequence[Row], radius: float, pitch: float, left: float) -> Drawing:
    """A row of clocks for each name, which stands left of it or above."""
    named = any(name for name, *_ in rows)
    left, above = (left, 0) if left and named else (3, 24 * named)
    parts, y, pairs = [], 30.0, len(rows[0][1])
    for pair in range(pairs):
        parts.append(text(left + (pair + 0.5) * pitch, 12, f"pair {pair}", "mha-name"))
    for name, seen, reached in rows:
        place = (2, y + 10) if above else (left - 8, y + radius)
        if name:
            parts.append(text(*place, name, f"mha-name mha-{_side(above)}"))
        y += above
        for pair, (a, b) in enumerate(zip(seen, reached, strict=True)):
            parts += _face(left + (pair + 0.5) * pitch, y + radius + 6, radius, a, b)
        y += 2 * radius + 62
    return Drawing(parts, left + pairs * pitch + 3, y - 12)


def _side(above: float) -> str:
    return "start" if above else "end"


def _face(x: float, y: float, radius: float, seen: float, reached: float) -> list[Node]:
    """A clock whose hand is where the text ends; it starts at the right."""
    shade = f"M{x},{y} L" + " L".join(
        f"{a:.2f},{b:.2f}" for a, b in arc((x, y), radius, 0, min(seen, math.tau))
    )
    parts = [
        node("path", d=f"{shade} Z", class_="mha-shade"),
        clock(x, y, radius, [(reached, "")]),
    ]
    if seen < min(reached, math.tau):
        new = arc((x, y), radius, seen, min(reached, math.tau))
        parts.append(line(*new, class_="mha-line mha-unseen"))
    said = (f"seen to {_degrees(seen)}", f"now to {_degrees(reached)}")
    below = y + radius
    return [
        *parts,
        text(x, below + 16, said[0], "mha-small"),
        text(x, below + 33, said[1], "mha-small"),
    ]


def _degrees(angle: float) -> str:
    found = math.degrees(angle)
    return f"{found:.0f}°" if found >= 10 else f"{found:.1f}°"


def _in_words(rows: Sequence[Row], trained: int, longer: int) -> str:
    now = "; ".join(
        f"{name}: {_listed(now)}" if name else _listed(now) for name, _, now in rows
    )
    return (
        f"A clock face for each pair of features. Training on {trained} tokens turned "
        f"them by {_listed(rows[0][1])} at most, shaded; the last of {longer} tokens "
        f"turns them further, by a thick arc where that is new. {now}."
    )


def _listed(angles: Sequence[float]) -> str:
    return ", ".join(map(_degrees, angles))
