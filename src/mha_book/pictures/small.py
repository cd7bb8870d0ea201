"""The map in small: a strip of eight steps, the one that a chapter treats lit."""

from collections.abc import Callable, Collection, Iterator

from mha_book.pictures.layer import LENGTH, WIDTH, worked
from mha_book.pictures.markup import Node, node
from mha_book.pictures.shapes import text, tip
from mha_book.pictures.steps import STEPS
from mha_book.scales import on_weight_scale

DOT, APART = 9, 88  # px: a number, and from one step to the next
MIDDLE, HEADS = 50, (26, 74)  # the words' level, and each head's
SIZE = (len(STEPS) * APART, 122)


def strip(lit: Collection[str], link: Callable[[str], str] | None = None) -> Node:
    """Eight steps from left to right.

    Args:
        lit: which steps are emphasised.
        link: from the name of a step to its address, where each shall be a link.

    Raises:
        ValueError: a lit step is none of the map's.
    """
    if unknown := set(lit) - set(STEPS):
        raise ValueError(f"no step {sorted(unknown)}; the map has {list(STEPS)}")
    parts = [*_flow()]
    for k, step in enumerate(STEPS):
        kind = "mha-step mha-here" if step in lit else "mha-step"
        name = text((k + 0.5) * APART, 111, f"{k + 1} {step}", "mha-small")
        frame = node("rect", x=k * APART + 7, y=3, width=APART - 14, height=116, rx=8)
        drawing = node("g", frame, *_drawn(step, (k + 0.5) * APART), name, class_=kind)
        if link:
            label = f"Step {k + 1}, {step}, on the map"
            drawing = node("a", drawing, href=link(step), aria_label=label)
        parts.append(drawing)
    return node(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", class_="mha-diagram",
        viewBox=f"0 0 {SIZE[0]} {SIZE[1]}",
    )  # fmt: skip


def _dots(x: float, y: float, rows: int, columns: int, role: str = "") -> Node:
    """A tile too small for numbers, around a point."""
    left, top = x - columns * DOT / 2, y - rows * DOT / 2
    boxes = [
        node("rect", x=left + j * DOT, y=top + i * DOT, width=DOT, height=DOT)
        for i in range(rows)
        for j in range(columns)
    ]
    return node("g", *boxes, class_=f"mha-cell {role and f'mha-{role}'}".strip())


def _drawn(step: str, x: float) -> Iterator[Node]:
    """What a step makes: of the words, or of each head."""
    if step in ("place", "join", "output"):
        yield _dots(x, MIDDLE, LENGTH, WIDTH)
        return
    for head, y in enumerate(HEADS):
        if step == "project":
            for k, role in enumerate(("query", "key", "value")):
                yield _dots(x + 20 * (k - 1), y, LENGTH, 1, role)
        elif step == "mix":
            yield _dots(x, y, LENGTH, 1)
        else:
            table = _dots(x, y, LENGTH, LENGTH, "weights" if step == "softmax" else "")
            _shade(table, step, head)
            yield table


def _shade(table: Node, step: str, head: int) -> None:
    """Colour a table as the example has it: its weights, or what a mask hides."""
    weights = worked()[f"weights{head}"].flatten().tolist()
    for k, (box, weight) in enumerate(zip(table, weights, strict=True)):
        i, j = divmod(k, LENGTH)
        if step == "softmax":
            box.set("style", f"fill: {on_weight_scale(weight)[0]}")
        elif step == "mask" and j > i:
            box.set("class", "mha-out")


def _flow() -> Iterator[Node]:
    """Lines from step to step: one, then one per head, then one again."""
    for k in range(len(STEPS) - 1):
        starts = (MIDDLE,) if k in (0, len(STEPS) - 2) else HEADS
        ends = (MIDDLE,) if k >= len(STEPS) - 3 else HEADS
        a, b = (k + 1) * APART - 9, (k + 1) * APART + 9
        for y, z in {(y, z) for y in starts for z in ends if len({y, z}) < 3}:
            if len(starts) == len(ends) and y != z:
                continue
            path = f"M{a},{y} C{a + 9},{y} {a + 5},{z} {b - 4},{z}"
            yield node("path", d=path, class_="mha-arrow")
            yield tip((b - 9, z), (b, z))
