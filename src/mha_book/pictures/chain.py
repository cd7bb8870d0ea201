"""The chain rule on a product of two numbers: values forward, gradients back."""

from mha_book.pictures.markup import Diagram, Node, node
from mha_book.pictures.shapes import ROW, arrow, brief, moved, text, tile

WIDTH = 40  # px, a cell's
QUERY, KEY, WANTED = 2.0, 3.0, 4.0
PLACES = {"q": (8, 28), "k": (8, 134), "s": (165, 81), "L": (282, 81)}
MADE = {"s": "s = q · k", "L": "L = ½ (s − 4)²"}
ROLES = {"q": "query", "k": "key"}
EDGES = (("q", "s", (65, 60)), ("k", "s", (65, 158)), ("s", "L", (243, 109)))


def chain_rule() -> Diagram:
    """A score of one number times another, and how a loss follows each of them."""
    values = {"q": QUERY, "k": KEY, "s": QUERY * KEY}
    values["L"] = 0.5 * (values["s"] - WANTED) ** 2
    slopes = {"s": values["s"] - WANTED, "q": KEY, "k": QUERY}
    gradients = {"L": 1.0, "s": slopes["s"]}
    gradients |= {name: slopes[name] * slopes["s"] for name in "qk"}
    said = {name: brief(number) for name, number in slopes.items()}
    graph = (
        *(part for edge in EDGES for part in _edge(*edge, said)),
        *(_pair(name, values[name], gradients[name]) for name in PLACES),
    )
    sums = [
        f"at s: {brief(values['s'])} − {brief(WANTED)} = {said['s']}",
        *(f"at {n}: {said[n]}·{said['s']} = {brief(gradients[n])}" for n in "qk"),
    ]
    alt = (
        f"A query q of {brief(QUERY)} times a key k of {brief(KEY)} makes a score s of "
        f"{brief(values['s'])}, and the score a loss of {brief(values['L'])}. On the "
        f"way back the gradient at s is {said['s']}; times the slope {said['q']} it "
        f"gives {brief(gradients['q'])} at q, times the slope {said['k']} it gives "
        f"{brief(gradients['k'])} at k."
    )
    wide, tall = (*graph, moved(404, 84, *_words(sums))), moved(8, 222, *_words(sums))
    narrow = Diagram((*graph, tall), 358, 300, alt)
    return Diagram(wide, 636, 198, alt, narrow=narrow)


def _pair(name: str, value: float, gradient: float) -> Node:
    """A number, and below it, dashed, the loss's gradient there."""
    look, title = {"width": WIDTH, "decimals": 1}, MADE.get(name, name)
    return moved(
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
