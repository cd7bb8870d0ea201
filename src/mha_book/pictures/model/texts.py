"""What a model learns from: articles in parts, and windows of their tokens."""

from collections.abc import Mapping

import torch
from torch import Tensor

from mha.attention.masks import causal_mask, same_text
from mha_book.pictures.kit.gallery import picture, picture_with
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import ORDERS, TOKENS
from mha_book.pictures.kit.shapes import arrow, lane, move, text
from mha_book.pictures.kit.tiles import ROW, cell, mask_grid

ARTICLES = [["[CLS]", *(TOKENS[k] for k in order), "[SEP]"] for order in ORDERS]
IN_A_ROW = [token for article in ARTICLES for token in article]
ASKED = 7  # tokens of the window that are read; with the last target, one more


@picture
def next_word_window() -> Diagram:
    """How are you and you how are in a row: the first window, its mask and targets."""
    alt = _window_in_words()
    return Diagram(
        alt,
        Drawing(tuple(_window(46, 60)), 540, 322),
        Drawing(tuple(_window(35.5, 40)), 358, 322),
    )


def allowed() -> Tensor:
    """Which token of the window may attend to which, (T, T)."""
    article = torch.tensor([k for k, a in enumerate(ARTICLES) for _ in a])[:ASKED]
    return same_text(article[None])[0, 0] & causal_mask(ASKED)


def _window(width: float, left: int) -> list[Node]:
    """The row of tokens, and under it the window's table; px of a cell, of names."""
    cut = lane(1, 22, (ASKED + 1) * width + 3, ROW + 8)
    row = [
        cell(j * width, 26, token, class_=_article(j), width=width)
        for j, token in enumerate(IN_A_ROW)
    ]
    title = f"two articles in a row; a window of {ASKED} + 1 tokens"
    read, targets = IN_A_ROW[:ASKED], IN_A_ROW[1 : ASKED + 1]
    words = [[str(seen) for seen in row] for row in allowed().int().tolist()]
    table = mask_grid(words, ~allowed(), (width, ROW), read, read)
    return [
        text(2, 10, title, "mha-small mha-start"),
        cut,
        move(2.5, 0, *row),
        move(left, 134, *table, *_targets(targets, ASKED * width)),
    ]


def _article(j: int) -> str:
    return "mha-stripe" if j >= len(ARTICLES[0]) else ""


def _targets(targets: list[str], x: float) -> list[Node]:
    """What stands above the table's three parts, and an arrow from each row."""
    parts = [
        text(-6, -32, "read", "mha-name mha-end"),
        text(x / 2, -32, "may attend to", "mha-name"),
        text(x + 4, -32, "target", "mha-name mha-start"),
    ]
    for i, token in enumerate(targets):
        y = (i + 0.5) * ROW
        parts.append(arrow((x + 4, y), (x + 20, y)))
        parts.append(text(x + 24, y, token, "mha-small mha-start"))
    return parts


def _window_in_words() -> str:
    rows = " ".join("".join(map(str, row)) for row in allowed().int().tolist())
    return (
        f"Two articles in a row, {' '.join(IN_A_ROW)}. The first window has "
        f"{ASKED} tokens to read, each with the one after it as its target: the last "
        f"token read is {IN_A_ROW[ASKED - 1]}, its target {IN_A_ROW[ASKED]}. Which "
        f"token may attend to which, row by row: {rows}. A token attends to itself and "
        "to those before it, but not to another article."
    )


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


@picture_with(sizes={"training": 980, "validation": 245, "test": 861})
def three_parts(sizes: Mapping[str, int]) -> Diagram:
    """All articles as one bar, three times, with a part of it filled each time.

    Args:
        sizes: articles in "training", "validation" and "test".
    """
    alt = _parts_in_words(sizes)
    tall = 3 * STEP
    return Diagram(
        alt,
        Drawing(_bars(sizes, 600), 616, tall),
        Drawing(_bars(sizes, 336), 352, tall),
        css=STYLE,
    )


def _bars(sizes: Mapping[str, int], width: float) -> tuple[Node, ...]:
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


def _parts_in_words(sizes: Mapping[str, int]) -> str:
    told = [f"{sizes[name]} for {name}, {use}" for name, use in FOR.items()]
    return f"{sum(sizes.values())} articles in three parts: {'; '.join(told)}."
