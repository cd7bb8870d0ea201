"""Which scores are the same both ways: with no matrix, with one, and with two."""

from torch import Tensor

from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import CELL, moved, text, tile, written

SIDE = len(TOKENS) * CELL  # px, a (T, T) tile
PAIR = (0, 2)  # the two words whose scores for each other are compared


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
        beneath = moved(SIDE / 2, 3 * 26 + 18, *words)
        wide.append(moved(48 + 232 * k, 62, table, beneath))
        beside = moved(SIDE + 86, 22, *words)
        tall.append(moved(48, 62 + 156 * k, table, beside))
    alt = _in_words(tables)
    narrow = Diagram(tuple(tall), 358, 460, alt)
    return Diagram(tuple(wide), 660, 208, alt, narrow=narrow)


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
        text(0, 0, f"{TOKENS[i]} asks {TOKENS[j]}: {written(there)}"),
        text(0, 18, f"{TOKENS[j]} asks {TOKENS[i]}: {written(back)}"),
        text(0, 38, _verdict(there, back), "mha-name"),
    ]


def _verdict(there: float, back: float) -> str:
    return "the same" if abs(there - back) < 1e-9 else "not the same"


def _in_words(tables: list[tuple[str, str, Tensor]]) -> str:
    i, j = PAIR
    parts = [
        f"with {title.replace('_', '')} {written(scores[i, j].item())} and "
        f"{written(scores[j, i].item())}, "
        f"{_verdict(scores[i, j].item(), scores[j, i].item())}"
        for title, _, scores in tables
    ]
    return (
        f"Three tables of scores of {', '.join(TOKENS)}. The score of {TOKENS[i]} for "
        f"{TOKENS[j]} and that of {TOKENS[j]} for {TOKENS[i]}: {'; '.join(parts)}."
    )
