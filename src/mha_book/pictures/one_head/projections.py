"""Queries, keys and values: three vectors of a word, and what two matrices allow."""

from torch import Tensor

from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.layer import ROLES
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import Point, digits, line, move, text, tip
from mha_book.pictures.kit.tiles import CELL, ROW, tile

UNIT = 66  # px in the plane for a length of 1


@picture
def three_vectors(asking: int = 1) -> Diagram:
    """One embedding and three matrices; then its query among all keys.

    Args:
        asking: the token that is followed.
    """
    alt = _vectors_in_words(asking)
    plane = _plane(asking)
    wide = (move(34, 172, *_three(asking, 42, 10)), move(462, 168, *plane))
    tall = (move(29, 106, *_three(asking, 40.4, 1.8)), move(90, 342, *plane))
    return Diagram(alt, Drawing(wide, 686, 330), Drawing(tall, 358, 504))


def _three(asking: int, width: float, gap: float) -> list[Node]:
    """A word's row, and right of it each matrix above the vector that it makes."""
    row = numbers.embeddings()[asking : asking + 1].tolist()
    name = [TOKENS[asking]]
    sizes = {"below": True, "width": width}
    parts = [
        tile(0, 0, row, title="x", note="(1, E)", row_names=name, decimals=1, **sizes)
    ]
    for k, (letter, role) in enumerate(ROLES.items()):
        left = (k + 1) * (2 * width + gap)
        made = numbers.projected(role)[asking : asking + 1].tolist()
        into = numbers.matrix(role).T.tolist()  # the right factor: (E, D)
        look = {"role": role, "width": width}
        high = -2 * ROW - 10
        title = f"W_{letter}ᵀ"
        parts += [
            tile(left, high, into, title=title, parameter=True, decimals=1, **look),
            tile(left, 0, made, title=letter, note=role, below=True, **look),
        ]
    return parts


def _at(vector: Tensor) -> Point:
    return (round(UNIT * vector[0].item(), 2), round(-UNIT * vector[1].item(), 2))


def _plane(asking: int) -> list[Node]:
    """The query as an arrow from 0, the keys as points, and their feet on its line."""
    query, keys = numbers.projected("query")[asking], numbers.projected("key")
    along, zero = query / query.norm(), (0.0, 0.0)
    scores = (keys @ query).tolist()
    parts = [
        line((-0.8 * UNIT, 0), (3 * UNIT, 0), class_="mha-axis"),
        line((0, 2 * UNIT), (0, -2 * UNIT), class_="mha-axis"),
        line(_at(-1.6 * along), zero, class_="mha-line mha-thin mha-dashed mha-query"),
        node("g", line(zero, _at(query)), tip(zero, _at(query)), class_="mha-query"),
        text(_at(query)[0] - 16, _at(query)[1] - 6, "q", "mha-name mha-query"),
    ]
    for token, key, score in zip(TOKENS, keys, scores, strict=True):
        foot = _at((score / query.norm()) * along)
        parts.append(line(_at(key), foot, class_="mha-line mha-thin mha-key"))
        parts.append(_dot(_at(key), f"k {token}"))
    parts.append(text(206, 34, f"{TOKENS[asking]} asks: q · k", "mha-name mha-end"))
    for k, (token, score) in enumerate(zip(TOKENS, scores, strict=True)):
        parts.append(text(158, 56 + 20 * k, token, "mha-end"))
        parts.append(text(206, 56 + 20 * k, digits(score), "mha-end"))
    parts.append(text(206, 122, "the foot’s place along q,", "mha-small mha-end"))
    parts.append(text(206, 138, "times the length of q", "mha-small mha-end"))
    return parts


def _dot(at: Point, name: str) -> Node:
    label = text(at[0] - 4, at[1] + 17, name, "mha-name mha-start")
    circle = node("circle", cx=at[0], cy=at[1], r=4.5, class_="mha-dot")
    return node("g", circle, label, class_="mha-key")


def _vectors_in_words(asking: int) -> str:
    query, keys = numbers.projected("query")[asking], numbers.projected("key")
    vectors = "; ".join(
        f"{role} ({', '.join(map(digits, numbers.projected(role)[asking].tolist()))})"
        for role in ROLES.values()
    )
    scores = zip(TOKENS, (keys @ query).tolist(), strict=True)
    best = max(zip((keys @ query).tolist(), TOKENS, strict=True))[1]
    return (
        f"The embedding of {TOKENS[asking]}, times three matrices, gives three: "
        f"{vectors}. In the plane the query is an arrow and each key a point; how far "
        f"along the arrow’s line a key stands, times the arrow’s length, is its score: "
        f"{', '.join(f'{token} {digits(score)}' for token, score in scores)}. "
        f"The largest is that of {best}."
    )


SIDE = len(TOKENS) * CELL  # px, a (T, T) tile
PAIR = (0, 2)  # the two words whose scores for each other are compared


@picture
def score_tables() -> Diagram:
    """Three tables of products, not yet scaled, and one pair of mirrored cells in each.

    With none, X is query and key; with one, W_q makes both; with two, W_q and W_k.
    """
    x, query, key = (
        numbers.embeddings(),
        *map(numbers.projected, ("query", "key")),
    )
    tables = [
        ("no matrix", "X Xᵀ", x @ x.T),
        ("W_q for both", "Q Qᵀ", query @ query.T),
        ("W_q and W_k", "Q Kᵀ", query @ key.T),
    ]
    drawn = [_table(*table) for table in tables]
    said = [_both_ways(table) for *_, table in tables]
    wide, tall = [], []
    for k, (table, words) in enumerate(zip(drawn, said, strict=True)):
        beneath = move(SIDE / 2, 3 * 26 + 18, *words)
        wide.append(move(48 + 232 * k, 62, table, beneath))
        beside = move(SIDE + 86, 22, *words)
        tall.append(move(48, 62 + 156 * k, table, beside))
    alt = _tables_in_words(tables)
    return Diagram(alt, Drawing(wide, 660, 208), Drawing(tall, 358, 460))


def _table(title: str, product: str, scores: Tensor) -> Node:
    i, j = PAIR
    return tile(
        *(0, 0, scores.tolist()),
        title=title,
        note=product,
        row_names=TOKENS,
        column_names=TOKENS,
        lit=[(i, j), (j, i)],
    )


def _both_ways(scores: Tensor) -> list[Node]:
    """The pair's two scores, and whether they are equal, around 0 downwards."""
    i, j = PAIR
    there, back = scores[i, j].item(), scores[j, i].item()
    return [
        text(0, 0, f"{TOKENS[i]} asks {TOKENS[j]}: {digits(there)}"),
        text(0, 18, f"{TOKENS[j]} asks {TOKENS[i]}: {digits(back)}"),
        text(0, 38, _verdict(there, back), "mha-name"),
    ]


def _verdict(there: float, back: float) -> str:
    return "the same" if abs(there - back) < 1e-9 else "not the same"


def _tables_in_words(tables: list[tuple[str, str, Tensor]]) -> str:
    i, j = PAIR
    parts = [
        f"with {title.replace('_', '')} {digits(scores[i, j].item())} and "
        f"{digits(scores[j, i].item())}, "
        f"{_verdict(scores[i, j].item(), scores[j, i].item())}"
        for title, _, scores in tables
    ]
    return (
        f"Three tables of scores of {', '.join(TOKENS)}. The score of {TOKENS[i]} for "
        f"{TOKENS[j]} and that of {TOKENS[j]} for {TOKENS[i]}: {'; '.join(parts)}."
    )
