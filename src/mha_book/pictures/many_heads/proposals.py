"""What W_o does: each head proposes a change of the word, and the changes are added."""

from mha_book.examples import TWO_HEADS
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.layer import worked_values
from mha_book.pictures.kit.markup import Diagram, Node, node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import Point, digits, line, text, tip
from mha_book.pictures.kit.tiles import ROW, tile

Vector = tuple[float, float]
WIDTH, PITCH = 46, 38  # px: a cell, and from one row of the sum to the next
LEFT = 62  # px, where a head's number stands
COLUMN, MADE = LEFT + WIDTH + 20, LEFT + 3 * WIDTH + 40  # of W_o; what they make
UNIT = 62  # px in the plane for a length of 1
STYLE = ".mha-diagram .mha-move .mha-tip { fill: var(--ink); }"


@picture
def head_proposals(asking: int = 1) -> Diagram:
    """A head's number times its column of W_o; both added up, and to the word.

    Args:
        asking: the word that is changed.
    """
    word, proposals = _word(asking), _proposals(asking)
    places = [word, _sum(word, proposals[0]), _sum(word, *proposals)]
    total = panel((0, 46), (MADE + 2 * WIDTH + 2, 262), _rows(asking, places[-1]))
    plane = panel((114, 190), (312, 262), _plane(asking, places))
    beside, below = row([total, plane], 30), column([total, plane], 16)
    return Diagram(_in_words(asking, places), beside, below, css=STYLE)


def _word(asking: int) -> Vector:
    first, second = numbers.embeddings()[asking].tolist()
    return first, second


def _mixed(asking: int) -> list[float]:
    """What each head, one number wide, has mixed for the word."""
    heads = range(len(TWO_HEADS.query))
    return [worked_values()[f"mixed{h}"][asking].item() for h in heads]


def _proposals(asking: int) -> list[Vector]:
    """Each head's number, times its column of W_o."""
    columns = numbers.matrix("out").T.tolist()
    return [(n * a, n * b) for n, (a, b) in zip(_mixed(asking), columns, strict=True)]


def _sum(*vectors: Vector) -> Vector:
    return sum(v[0] for v in vectors), sum(v[1] for v in vectors)


def _rows(asking: int, end: Vector) -> list[Node]:
    """The heads' products below each other; their sum; the word; the sum of both."""
    proposals, right = _proposals(asking), MADE + 2 * WIDTH
    sums = [
        (2 * PITCH + 10, "output: their sum", _sum(*proposals)),
        (3 * PITCH + 10, f"+ {TOKENS[asking]}", _word(asking)),
        (4 * PITCH + 20, f"{TOKENS[asking]}, changed", end),
    ]
    parts = [
        text(LEFT + WIDTH / 2, -18, "mixed", "mha-small"),
        text(COLUMN + WIDTH, -18, "column of W_o", "mha-small"),
        text(MADE + WIDTH, -18, "proposal", "mha-small"),
        *(part for head in range(len(proposals)) for part in _product(asking, head)),
    ]
    for y, name, vector in sums:
        bold = "" if name.startswith("+") else "mha-name "
        parts.append(text(MADE - 10, y + ROW / 2, name, f"{bold}mha-end"))
        parts.append(tile(MADE, y, [vector], width=WIDTH))
        if bold:
            parts.append(line((MADE, y - 11), (right, y - 11), class_="mha-arrow"))
    return parts


def _product(asking: int, head: int) -> list[Node]:
    """A head's number times its column, which lies on its side, and what they make."""
    y, matrix = head * PITCH, numbers.matrix("out").T.tolist()
    middle = y + ROW / 2
    own = {"width": WIDTH, "stripe": [(0, j) for j in range(2)] if head else ()}
    return [
        text(LEFT - 8, middle, f"head {head}", "mha-end"),
        tile(LEFT, y, [[_mixed(asking)[head]]], **own),
        text(COLUMN - 10, middle, "×"),
        tile(COLUMN, y, [matrix[head]], parameter=True, decimals=1, **own),
        text(MADE - 10, middle, "="),
        tile(MADE, y, [_proposals(asking)[head]], **own),
    ]


def _at(vector: Vector) -> Point:
    return round(UNIT * vector[0], 2), round(-UNIT * vector[1], 2)


def _plane(asking: int, places: list[Vector]) -> list[Node]:
    """The word as a point, and an arrow for each proposal, one after the other."""
    (ax, ay), (bx, by), (cx, cy) = start, middle, end = [*map(_at, places)]
    right, top = 2.9 * UNIT, -2.6 * UNIT
    return [
        line((-84, 0), (right, 0), class_="mha-axis"),
        line((0, 40), (0, top), class_="mha-axis"),
        text(right, 14, "first number", "mha-small mha-end"),
        text(6, top + 4, "second number", "mha-small mha-start"),
        _arrow(start, middle),
        _arrow(middle, end),
        text((ax + bx) / 2 + 10, (ay + by) / 2 + 10, "head 0", "mha-start"),
        text((bx + cx) / 2 - 4, (by + cy) / 2 + 16, "head 1"),
        node("circle", cx=ax, cy=ay, r=4.5, class_="mha-dot"),
        text(ax + 9, ay, TOKENS[asking], "mha-name mha-start"),
        text(cx - 9, cy - 25, f"{TOKENS[asking]}, changed", "mha-name mha-start"),
    ]


def _arrow(start: Point, end: Point) -> Node:
    return node("g", line(start, end), tip(start, end), class_="mha-move")


def _in_words(asking: int, places: list[Vector]) -> str:
    def said(vector: Vector) -> str:
        return " and ".join(map(digits, vector))

    word, (first, second) = TOKENS[asking], _proposals(asking)
    return (
        f"Head 0 has mixed {digits(_mixed(asking)[0])} for {word}; times its column of "
        f"Wo that is a proposal of {said(first)}. Head 1 has mixed "
        f"{digits(_mixed(asking)[1])}, and proposes {said(second)}. The output is "
        f"their sum, {said(_sum(first, second))}. Added to {word}, {said(places[0])}, "
        f"it moves the word to {said(places[-1])}: two arrows in a plane, one from the "
        "end of the other."
    )
