"""What one head keeps for its backward pass, drawn to scale."""

from mha_book.pictures.markup import Diagram, Node, node
from mha_book.pictures.numbers import sized
from mha_book.pictures.shapes import moved, text

HEAD_DIM = 64  # as in GPT-2
LENGTHS = (128, 512, 1024)
PER_PIXEL = 5.6  # numbers along a side
GAP = 5  # px
KEPT = {"Q": "query", "K": "key", "V": "value", "O": ""}


def kept_to_scale() -> Diagram:
    """Queries, keys, values and outputs beside the attention weights, for each T."""
    groups = [_group(length) for length in LENGTHS]
    wide = tuple(moved(x, 96, *g) for x, g in zip((20, 182, 426), groups, strict=True))
    places = zip(((14, 96), (186, 96), (14, 320)), groups, strict=True)
    tall = tuple(moved(*place, *group) for place, group in places)
    said = "; ".join(
        f"with {length} tokens {4 * length * HEAD_DIM:,} and {length**2:,}"
        for length in LENGTHS
    )
    alt = (
        f"One head of width {HEAD_DIM}, to scale: strips for queries, keys, values and "
        f"outputs, and a square for the attention weights. The strips grow with the "
        f"length, the square with its square. Numbers in the strips together and in "
        f"the square: {said}."
    )
    return Diagram(wide, 688, 284, alt, narrow=Diagram(tall, 358, 508, alt))


def _group(length: int) -> list[Node]:
    """The strips of T × D and the square of T × T, and how many numbers they hold."""
    high, wide = length / PER_PIXEL, HEAD_DIM / PER_PIXEL
    left = len(KEPT) * (wide + GAP) + GAP
    strips = [
        _sheet(k * (wide + GAP), letter, role, wide, high)
        for k, (letter, role) in enumerate(KEPT.items())
    ]
    lines = [f"4·{sized('TD', (length, HEAD_DIM))}", sized("TT", (length, length))]
    lines.append(f"{4 * length * HEAD_DIM:,} + {length**2:,}")
    return [
        text(0, -82, f"{length} tokens", "mha-name mha-start"),
        *(text(0, -64 + 17 * k, w, "mha-small mha-start") for k, w in enumerate(lines)),
        *strips,
        _sheet(left, "P", "weights", high, high),
    ]


def _sheet(x: float, letter: str, role: str, width: float, height: float) -> Node:
    """A matrix without its numbers, its letter above it."""
    look = "fill: color-mix(in srgb, var(--part, var(--faint)) 30%, var(--ground));"
    look += "stroke: var(--part, var(--faint))"
    box = node("rect", x=x, y=0, width=width, height=height, style=look)
    name = text(x + width / 2, -9, letter, "mha-name")
    return node("g", box, name, class_=role and f"mha-{role}")
