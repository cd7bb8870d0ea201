"""Articles cut into parts, and what each part is for."""

from collections.abc import Mapping

from mha_book.pictures.markup import Diagram, Node, node
from mha_book.pictures.shapes import text

FOR = {
    "training": "learned from, in every epoch",
    "validation": "measured after each epoch: chooses among settings",
    "test": "measured once, when everything is chosen",
}
STEP, THICK = 68, 20  # px from one part to the next, and a part's bar
STYLE = """
.mha-diagram .mha-part { fill: var(--faint); }
.mha-diagram .mha-other { fill: none; stroke: var(--rule); }
"""


def three_parts(sizes: Mapping[str, int]) -> Diagram:
    """All articles as one bar, three times, with a part of it filled each time.

    Args:
        sizes: articles in "training", "validation" and "test".
    """
    alt = _in_words(sizes)
    tall = 3 * STEP
    column = Diagram(_drawn(sizes, 336), 352, tall, alt)
    return Diagram(_drawn(sizes, 600), 616, tall, alt, css=STYLE, narrow=column)


def _drawn(sizes: Mapping[str, int], width: float) -> tuple[Node, ...]:
    scale, left = width / sum(sizes.values()), 8.0
    parts = []
    for k, (name, use) in enumerate(FOR.items()):
        y, filled = k * STEP + 24, sizes[name] * scale
        bar = {"y": y, "height": THICK}
        parts += [
            text(8, y - 12, f"{name}: {sizes[name]} articles", "mha-name mha-start"),
            node("rect", x=8, width=f"{width:.1f}", class_="mha-other", **bar),
            node(
                "rect",
                x=f"{left:.1f}",
                width=f"{filled:.1f}",
                class_="mha-part",
                **bar,
            ),
            text(8, y + THICK + 12, use, "mha-small mha-start"),
        ]
        left += filled
    return tuple(parts)


def _in_words(sizes: Mapping[str, int]) -> str:
    told = [f"{sizes[name]} for {name}, {use}" for name, use in FOR.items()]
    return f"{sum(sizes.values())} articles in three parts: {'; '.join(told)}."
