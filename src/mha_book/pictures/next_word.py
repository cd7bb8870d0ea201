"""A window of two articles: what each token may attend to, and what it is to guess."""

import torch
from torch import Tensor

from mha.attention.masks import causal_mask, same_text
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.masks import mask_grid
from mha_book.pictures.numbers import ORDERS, TOKENS
from mha_book.pictures.shapes import ROW, arrow, cell, lane, moved, text

ARTICLES = [["[CLS]", *(TOKENS[k] for k in order), "[SEP]"] for order in ORDERS]
IN_A_ROW = [token for article in ARTICLES for token in article]
ASKED = 7  # tokens of the window that are read; with the last target, one more


def next_word_window() -> Diagram:
    """How are you and you how are in a row: the first window, its mask and targets."""
    alt = _in_words()
    narrow = Diagram(tuple(_drawn(35, 40)), 358, 322, alt)
    return Diagram(tuple(_drawn(46, 60)), 540, 322, alt, narrow=narrow)


def allowed() -> Tensor:
    """Which token of the window may attend to which, (T, T)."""
    article = torch.tensor([k for k, a in enumerate(ARTICLES) for _ in a])[:ASKED]
    return same_text(article[None])[0, 0] & causal_mask(ASKED)


def _drawn(width: int, left: int) -> list[Node]:
    """The row of tokens, and under it the window's table; px of a cell, of names."""
    cut = lane(2, 22, (ASKED + 1) * width + 4, ROW + 8)
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
        moved(4, 0, *row),
        moved(left, 134, *table, *_targets(targets, ASKED * width)),
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


def _in_words() -> str:
    rows = " ".join("".join(map(str, row)) for row in allowed().int().tolist())
    return (
        f"Two articles in a row, {' '.join(IN_A_ROW)}. The first window has "
        f"{ASKED} tokens to read, each with the one after it as its target: the last "
        f"token read is {IN_A_ROW[ASKED - 1]}, its target {IN_A_ROW[ASKED]}. Which "
        f"token may attend to which, row by row: {rows}. A token attends to itself and "
        "to those before it, but not to another article."
    )
