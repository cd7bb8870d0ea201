"""One step of the way back: the chain rule, and through a row of the softmax."""

import torch
from torch import Tensor

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, digits, move, short_digits, text
from mha_book.pictures.kit.tiles import ROW, tile
from mha_book.pictures.learning.gradients import worked_back

WIDTH = 40  # px, a cell's
QUERY, KEY, WANTED = 2.0, 3.0, 4.0
PLACES = {"q": (8, 28), "k": (8, 134), "s": (165, 81), "L": (282, 81)}
MADE = {"s": "s = q · k", "L": "L = ½ (s − 4)²"}
ROLES = {"q": "query", "k": "key"}
EDGES = (("q", "s", (65, 60)), ("k", "s", (65, 158)), ("s", "L", (243, 109)))


@picture
def chain_rule() -> Diagram:
    """A score of one number times another, and how a loss follows each of them."""
    values = {"q": QUERY, "k": KEY, "s": QUERY * KEY}
    values["L"] = 0.5 * (values["s"] - WANTED) ** 2
    slopes = {"s": values["s"] - WANTED, "q": KEY, "k": QUERY}
    gradients = {"L": 1.0, "s": slopes["s"]}
    gradients |= {name: slopes[name] * slopes["s"] for name in "qk"}
    said = {name: short_digits(number) for name, number in slopes.items()}
    graph = (
        *(part for edge in EDGES for part in _edge(*edge, said)),
        *(_pair(name, values[name], gradients[name]) for name in PLACES),
    )
    sums = [
        f"at s: {short_digits(values['s'])} − {short_digits(WANTED)} = {said['s']}",
        *(
            f"at {n}: {said[n]}·{said['s']} = {short_digits(gradients[n])}"
            for n in "qk"
        ),
    ]
    forward = {name: short_digits(value) for name, value in values.items()}
    back = {name: short_digits(gradients[name]) for name in "qk"}
    alt = (
        f"A query q of {forward['q']} times a key k of {forward['k']} makes a score s "
        f"of {forward['s']}, and the score a loss of {forward['L']}. On the way back "
        f"the gradient at s is {said['s']}; times the slope {said['q']} it gives "
        f"{back['q']} at q, times the slope {said['k']} it gives {back['k']} at k."
    )
    wide, tall = (*graph, move(404, 84, *_words(sums))), move(8, 222, *_words(sums))
    return Diagram(alt, Drawing(wide, 636, 198), Drawing((*graph, tall), 358, 300))


def _pair(name: str, value: float, gradient: float) -> Node:
    """A number, and below it, dashed, the loss's gradient there."""
    look, title = {"width": WIDTH, "decimals": 1}, MADE.get(name, name)
    return move(
        *PLACES[name],
        tile(0, 0, [[value]], role=ROLES.get(name, ""), **look),
        node("g", tile(0, ROW + 4, [[gradient]], **look), class_="mha-gradient"),
        text(WIDTH / 2, -12, title, "mha-name"),
    )


def _edge(
    start: str, end: str, at: tuple[float, float], said: dict[str, str]
) -> list[Node]:
    """Forward from value to value; back from gradient to gradient, with the slope."""
    (ax, ay), (bx, by) = PLACES[start], PLACES[end]
    down, right = 1.5 * ROW + 4, ax + WIDTH + 1
    return [
        arrow((right, ay + ROW / 2), (bx - 1, by + ROW / 2), role=ROLES.get(start, "")),
        arrow((bx - 1, by + down), (right, ay + down), class_="mha-back"),
        text(*at, f"× {said[start]}", "mha-small"),
    ]


def _words(sums: list[str]) -> list[Node]:
    head = text(0, 0, "gradient = slope · gradient of the next", "mha-start mha-small")
    lines = (text(0, 20 * k, line, "mha-start") for k, line in enumerate(sums, 1))
    return [head, *lines]


WIDTH, GAP = 42, 10  # px: a cell, and between a product and its factors


@picture
def softmax_gradient(asking: int = 0) -> Diagram:
    """One row's gradient at the weights, made into that at the scores, in two ways.

    Args:
        asking: the row of the worked example's head 0.
    """
    steps = worked_back()
    p, above = steps["P"][0][asking], steps["P"][1][asking : asking + 1]
    whole = torch.diag(p) - torch.outer(p, p)
    ways = {"the whole Jacobian": whole, "its diagonal alone": torch.diag(whole.diag())}
    panels = [
        panel((14, 56), (300, 222), _product(name, above, way))
        for name, way in ways.items()
    ]
    rows = [(above @ way)[0].tolist() for way in ways.values()]
    said = [", ".join(map(digits, row)) for row in rows]
    alt = (
        f"The gradient at the attention weights of {TOKENS[asking]} times the Jacobian "
        f"of the softmax gives {said[0]} at its scores, which sum to "
        f"{digits(sum(rows[0]))}. The diagonal alone gives {said[1]}, "
        f"which sum to {digits(sum(rows[1]))}."
    )
    return Diagram(alt, row(panels, 40), column(panels, 14))


def _product(title: str, above: Tensor, way: Tensor) -> list[Node]:
    """The row at the left, the Jacobian above, the product where they meet."""
    count = len(TOKENS)
    right, low = count * WIDTH + GAP, count * ROW + GAP
    made = above @ way
    shown = [[digits(x) if x else "0" for x in row] for row in way.tolist()]
    total = digits(made.sum().item())
    return [
        text(right + count * WIDTH / 2, -43, title, "mha-name"),
        text(right + count * WIDTH / 2, -26, "columns: a score grows", "mha-small"),
        text(right - 8, -9, "weight of", "mha-small mha-end"),
        tile(
            *(right, 0, shown),
            row_names=TOKENS,
            column_names=TOKENS,
            lit=[(k, k) for k in range(count)],
            width=WIDTH,
        ),
        tile(0, low, above.tolist(), title="gradient at P", below=True, width=WIDTH),
        tile(right, low, made.tolist(), title="gradient at S", below=True, width=WIDTH),
        text(right + count * WIDTH / 2, low + ROW + 33, f"sum {total}", "mha-small"),
    ]
