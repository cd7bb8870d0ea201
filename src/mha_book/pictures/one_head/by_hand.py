"""One head with nothing to learn: an average by shares, and the whole strip."""

from collections.abc import Sequence

import torch
from torch import Tensor

from mha_book.examples import HOW_ARE_YOU
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS, format_shape
from mha_book.pictures.kit.shapes import (
    Point,
    arrow,
    digits,
    level_curve,
    line,
    list_weights,
    move,
    strand,
    text,
)
from mha_book.pictures.kit.tiles import ROW, tile

WIDTH = 40  # px, a cell's
STEP = 38  # px from one word's row to the next
TOP = 40  # px above the first row
THICK = 20  # px, the line of a word that has the whole share


@picture
def weighted_average(asking: int = 0) -> Diagram:
    """Each word's numbers, its share of a word's attention, and their average.

    Args:
        asking: the word whose output it is; its shares come from the invented scores.
    """
    x, shares = numbers.embeddings(), _shares(asking)
    wide = _columns(x, shares, asking, left=48, middle=204, right=344)
    narrow = _columns(x, shares, asking, left=38, middle=148, right=254)
    alt = _average_in_words(x, shares, asking)
    return Diagram(alt, Drawing(wide, 436, 184), Drawing(narrow, 352, 184))


def _shares(asking: int) -> Tensor:
    """A row of attention weights, (T,)."""
    scores = torch.tensor(HOW_ARE_YOU.scores, dtype=torch.float64)
    return scores.softmax(dim=-1)[asking]


def _columns(
    x: Tensor, shares: Tensor, asking: int, left: int, middle: int, right: int
) -> tuple[Node, ...]:
    """Three columns that begin at these places, and the sum beneath."""
    output = (shares @ x).tolist()
    goal = TOP + STEP + ROW / 2
    parts = []
    for k, (token, share) in enumerate(zip(TOKENS, shares.tolist(), strict=True)):
        y = TOP + k * STEP
        parts += [
            _band((left + 2 * WIDTH, y + ROW / 2), (middle, y + ROW / 2), share),
            _band((middle + WIDTH, y + ROW / 2), (right, goal), share),
            tile(left, y, [x[k].tolist()], row_names=[token], width=WIDTH, decimals=1),
            tile(middle, y, [[share]], role="weights", width=WIDTH),
        ]
    parts += [
        tile(right, TOP + STEP, [output], width=WIDTH),
        text(left + WIDTH, 22, "numbers", "mha-small"),
        text(middle + WIDTH / 2, 22, f"{TOKENS[asking]}’s shares", "mha-small"),
        text(right + WIDTH, TOP + STEP - 15, f"output of {TOKENS[asking]}", "mha-name"),
        text(left - 34, 172, _first_number(x, shares), "mha-start"),
    ]
    return tuple(parts)


def _band(start: Point, end: Point, share: float) -> Node:
    """A line from a word's numbers onwards, as thick as its share."""
    return strand(level_curve(start, end), THICK * share, 0.4)


def _first_number(x: Tensor, shares: Tensor) -> str:
    """The output's first number as a sum."""
    terms = zip(shares.tolist(), x[:, 0].tolist(), strict=True)
    summed = " + ".join(f"{digits(share)}·{number:.1f}" for share, number in terms)
    return f"first number: {summed} = {digits((shares @ x)[0].item())}"


def _average_in_words(x: Tensor, shares: Tensor, asking: int) -> str:
    asker = TOKENS[asking]
    output = " and ".join(map(digits, (shares @ x).tolist()))
    return (
        f"The word {asker} gives shares of its attention to the three words: "
        f"{list_weights(TOKENS, shares.tolist())}. The average of the words’ numbers "
        f"with these shares is its output: {output}."
    )


# px, a cell's width where several matrices share a row: what its digits need, lit ones
# too, so that the arrows between have room for their words
X_WIDTH, PRODUCT, SHARE = 32, 44, 36
GAP = 10  # px between a product and its factors


@picture
def one_head_strip(lit: tuple[int, int] = (1, 2)) -> Diagram:
    """Embeddings to outputs in one strip, with no matrix that is learned.

    Args:
        lit: the row that asks and the column that is asked, followed to an output.
    """
    x = numbers.embeddings()
    scaled = tile(
        0,
        0,
        numbers.scores_of(x, x).tolist(),
        title="scores",
        note="X Xᵀ / √E",
        below=True,
        lit=[(lit[0], j) for j in range(len(x))],
        width=WIDTH,
    )
    lines = _strip_sums(x, lit)
    sums = [text(0, 20 * k, words, "mha-start") for k, words in enumerate(lines)]
    wide = (
        move(44, 132, *_products(x, lit)),
        arrow((253, 171), (297, 171), words="÷ √2"),
        move(299, 132, scaled),
        arrow((422, 171), (482, 171), words="softmax"),
        move(484, 132, *_mixing(x, lit)),
        move(44, 276, *sums),
    )
    narrow = (
        move(64, 100, *_products(x, lit)),
        arrow((214, 220), (214, 248)),
        text(228, 232, "÷ √2", "mha-small mha-start"),
        move(154, 252, scaled),
        arrow((124, 291), (124, 470)),
        line((152, 291), (124, 291), class_="mha-arrow"),
        text(116, 360, "softmax", "mha-small mha-end"),
        text(116, 376, "of each row", "mha-small mha-end"),
        move(64, 478, *_mixing(x, lit, TOKENS)),
        move(4, 622, *sums),
    )
    alt = _strip_in_words(x, lit)
    return Diagram(alt, Drawing(wide, 686, 346), Drawing(narrow, 358, 692))


def _products(x: Tensor, lit: tuple[int, int]) -> list[Node]:
    """X and its transpose, adjoined to their product at 0, 0 rightwards."""
    i, j = lit
    left, top = 2 * X_WIDTH + GAP, -GAP - 2 * ROW
    rows = [(i, k) for k in range(2)]
    return [
        tile(
            *(0, 0, x.tolist()),
            title="X",
            note=format_shape("TE", x.shape),
            below=True,
            row_names=TOKENS,
            lit=rows,
            width=X_WIDTH,
            decimals=1,
        ),
        tile(
            *(left, top, x.T.tolist()),
            title="Xᵀ",
            column_names=TOKENS,
            lit=[(k, j) for k in range(2)],
            width=PRODUCT,
            decimals=1,
        ),
        tile(
            *(left, 0, (x @ x.T).tolist()),
            title="X Xᵀ",
            note=format_shape("TT", (x @ x.T).shape),
            below=True,
            lit=[lit],
            width=PRODUCT,
        ),
        text(-7, -11, "asks", "mha-small mha-end"),
        text(left - 9, top - 11, "is asked", "mha-small mha-end"),
    ]


def _mixing(x: Tensor, lit: tuple[int, int], names: Sequence[str] = ()) -> list[Node]:
    """Weights and X, adjoined to their product."""
    i, weights = lit[0], numbers.weights_of(x, x)
    right = 3 * SHARE + GAP
    return [
        tile(
            *(0, 0, weights.tolist()),
            title="weights",
            note="each row sums to 1",
            below=True,
            role="weights",
            row_names=names,
            lit=[(i, k) for k in range(3)],
            width=SHARE,
        ),
        tile(
            *(right, -GAP - 3 * ROW, x.tolist()),
            title="X",
            row_names=TOKENS,
            lit=[(k, 0) for k in range(3)],
            width=WIDTH,
            decimals=1,
        ),
        tile(
            *(right, 0, (weights @ x).tolist()),
            title="output",
            note="(T, E)",
            below=True,
            lit=[(i, 0)],
            width=WIDTH,
        ),
    ]


def _strip_sums(x: Tensor, lit: tuple[int, int]) -> list[str]:
    """The lit cells' arithmetic, a line for each step."""
    i, j = lit
    product, scores = x @ x.T, numbers.scores_of(x, x)[i]
    weights = numbers.weights_of(x, x)[i]
    powers = " + ".join(f"e^{digits(s)}" for s in scores.tolist())
    of = " + ".join(f"{a:.1f}·{b:.1f}" for a, b in zip(x[i], x[j], strict=True))
    mixed = [
        f"{digits(w)}·{v:.1f}" for w, v in zip(weights.tolist(), x[:, 0], strict=True)
    ]
    return [
        f"{TOKENS[i]} asks {TOKENS[j]}: {of} = {digits(product[i, j].item())}",
        f"scaled: {digits(product[i, j].item())} / √2 = {digits(scores[j].item())}",
        f"weight: e^{digits(scores[j].item())} / ({powers}) = "
        f"{digits(weights[j].item())}",
        f"output: {' + '.join(mixed)} = {digits((weights @ x)[0].item())}",
    ]


def _strip_in_words(x: Tensor, lit: tuple[int, int]) -> str:
    i, j = lit
    weights = numbers.weights_of(x, x)[i]
    shares = ", ".join(
        f"{digits(w)} to {token}"
        for w, token in zip(weights.tolist(), TOKENS, strict=True)
    )
    output = " and ".join(digits(v) for v in (weights @ x).tolist())
    return (
        f"X times its transpose gives a score for each pair of words: {TOKENS[i]} asks "
        f"{TOKENS[j]} and gets {digits((x @ x.T)[i, j].item())}. Divided by the root "
        f"of 2, softmax makes each row weights: {TOKENS[i]} gives {shares}. The rows "
        f"of X, averaged with these weights, are its output: {output}."
    )
