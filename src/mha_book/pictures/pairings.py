"""Which features of a query turn together: neighbours, or one of each half."""

import torch

from mha.attention.positions import pairs_to_halves
from mha_book.pictures.markup import Diagram, Node, node
from mha_book.pictures.shapes import CELL, ROW, arrow, cell, moved, text

WIDTH = 6  # features
APART = 64  # px between the two rows


def rotary_pairings() -> Diagram:
    """A query's features as neighbours, and reordered: the same pairs in halves."""
    order = pairs_to_halves(torch.arange(WIDTH)).tolist()
    picture = _rows(order)
    names = [
        ("neighbours", "the paper, Meta's Llama", ROW / 2),
        ("halves", "Hugging Face's Llama", 1.5 * ROW + APART),
    ]
    wide = [moved(230, 56, *picture)]
    tall = [moved(47, 76, *picture)]
    for (name, used, y), low in zip(names, (False, True), strict=True):
        wide.append(text(210, 56 + y - 9, name, "mha-name mha-end"))
        wide.append(text(210, 56 + y + 9, used, "mha-small mha-end"))
        tall.append(text(179, 258 if low else 14, f"{name}: {used}", "mha-name"))
    alt = _in_words(order)
    narrow = Diagram(tuple(tall), 358, 272, alt)
    return Diagram(tuple(wide), 510, 228, alt, narrow=narrow)


def _middle(column: int) -> float:
    return (column + 0.5) * CELL


def _rows(order: list[int]) -> list[Node]:
    """The features twice, an arrow from each to where it goes, and arcs over pairs."""
    below = ROW + APART
    parts: list[Node] = []
    for column, feature in enumerate(order):
        start, end = (_middle(feature), ROW + 2), (_middle(column), below - 2)
        between = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        parts.append(arrow(start, between, end))  # three points: straight
        parts.append(_feature(column, below, feature))
        parts.append(_feature(feature, 0, feature))
    half = WIDTH // 2
    for pair in range(half):
        parts += _arc(2 * pair, 2 * pair + 1, 0, -20)
        parts += _arc(pair, pair + half, below + ROW, 24 + 8 * pair)
    return parts


def _feature(column: int, y: float, feature: int) -> Node:
    """A feature's number; the second of its pair is shaded."""
    shade = "mha-query mha-stripe" if feature % 2 else "mha-query"
    return cell(column * CELL, y, str(feature), class_=shade)


def _arc(first: int, second: int, edge: float, high: float) -> list[Node]:
    a, b = _middle(first), _middle(second)
    path = f"M{a},{edge} C{a},{edge + high} {b},{edge + high} {b},{edge}"
    return [node("path", d=path, class_="mha-line mha-query")]


def _in_words(order: list[int]) -> str:
    half = WIDTH // 2
    neighbours = ", ".join(f"{2 * i} with {2 * i + 1}" for i in range(half))
    halves = ", ".join(f"{order[i]} with {order[i + half]}" for i in range(half))
    return (
        f"{WIDTH} features of a query. As neighbours they turn in pairs {neighbours}. "
        f"In the order {' '.join(map(str, order))} the first half is paired with the "
        f"second: again {halves}."
    )
