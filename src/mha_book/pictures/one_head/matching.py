"""What a dot product says of two arrows: how far they point the same way."""

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import Point, digits, line, text, tip

UNIT = 42  # px, for a length of 1
ASKS = (1.6, 1.2)
ASKED = {  # all as long as ASKS, so that only their directions differ
    "nearly the same way": (1.2, 1.6),
    "across": (-1.2, 1.6),
    "nearly the opposite way": (-1.2, -1.6),
}
VERDICTS = ("a large score", "a score of 0", "a negative score")


@picture
def matching_directions() -> Diagram:
    """One arrow that asks, beside three that are asked, each with the dot product."""
    panels = [
        _pair(*three) for three in zip(ASKED, ASKED.values(), VERDICTS, strict=True)
    ]
    return Diagram(_in_words(), row(panels, 20), column(panels, 18))


def dot(asked: Point) -> float:
    """The score of an arrow that is asked."""
    return sum(a * b for a, b in zip(ASKS, asked, strict=True))


def _pair(title: str, asked: Point, verdict: str) -> Drawing:
    """Both arrows from one point, and the sum above them."""
    low = max(0.0, -UNIT * asked[1])
    parts = [
        text(0, -148, title, "mha-name"),
        text(0, -126, f"{_sum(asked)} = {digits(dot(asked))}"),
        text(0, -106, verdict, "mha-small"),
        line((-84, 0), (84, 0), class_="mha-axis"),
        line((0, -74), (0, low + 14), class_="mha-axis"),
        _arrow(ASKS, "asks", "query"),
        _arrow(asked, "is asked", "key"),
    ]
    return panel((108, 160), (216, 188 + low), parts)


def _sum(asked: Point) -> str:
    """The products, number by number."""
    factors = [f"({digits(b, 1)})" if b < 0 else digits(b, 1) for b in asked]
    pairs = zip(ASKS, factors, strict=True)
    return " + ".join(f"{digits(a, 1)}·{b}" for a, b in pairs)


def _arrow(vector: Point, name: str, role: str) -> Node:
    """From 0; what asks has its name beside its tip, what is asked beyond it."""
    x, y = round(UNIT * vector[0], 2), round(-UNIT * vector[1], 2)
    beyond = x, y + (-11 if y < 0 else 13)
    place, kind = ((x + 6, y), " mha-start") if role == "query" else (beyond, "")
    parts = [
        line((0, 0), (x, y)),
        tip((0, 0), (x, y)),
        text(*place, name, f"mha-name{kind}"),
    ]
    return node("g", *parts, class_=f"mha-{role}")


def _in_words() -> str:
    said = ", ".join(
        f"{digits(dot(asked))} where it points {way}"
        if way != "across"
        else f"{digits(dot(asked))} where it stands across"
        for way, asked in ASKED.items()
    )
    return (
        "One arrow asks, another is asked, and all are equally long. Their dot product "
        f"depends on where the one that is asked points: {said}."
    )
