"""Two heads from one product: beside the wrapper, and as numbers in memory."""

from collections.abc import Sequence
from typing import Any

from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.layer import layer, worked_values
from mha_book.pictures.kit.layout import Place
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS, format_shape
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, digits, lane, line, move, text
from mha_book.pictures.kit.tiles import CELL, ROW, bricks, cell, tile
from mha_book.pictures.whole import block_tile


@picture
def wrapper_and_split() -> Diagram:
    """Two small matrices and two products, or one striped matrix and one product."""
    designs = [panel((0, 0), (332, 300), design) for design in (_wrapper(), _split())]
    alt = (
        "On the left, the wrapper: each of two heads multiplies X by a small query "
        "matrix of its own. On the right, the weight split: both small matrices are "
        "the rows of one, a single product makes both heads’ queries, and a view gives "
        "each head its column. Either way the queries of are come out as {} in head 0 "
        "and {} in head 1."
    ).format(*map(digits, worked_values(2, "split")["q"][1].tolist()))
    return Diagram(alt, row(designs, 24), column(designs))


def _block(x: float, y: float, name: str, **options: Any) -> Node:
    """A block of either design; what is computed has its name below."""
    designs = {b.name: b for b in (*layer(2, "split"), *layer(2, "wrapper"))}
    block = designs[name]
    rows, columns = block.shape
    options |= {"note": f"({rows}, {columns})", "below": block.op != "given"}
    values = worked_values(2, "split") | worked_values(2, "wrapper")
    return block_tile(block, Place(x, y), values, **options)


def _entry() -> list[Node]:
    """X, from which all goes out."""
    return [_block(34, 128, "x", title="X", row_names=TOKENS)]


def _wrapper() -> list[Node]:
    parts = [
        text(34, 14, "wrapper: a product per head", "mha-name mha-start"),
        *_entry(),
    ]
    for head in range(2):
        y = 60 + 124 * head
        title = f"W_q of head {head}"
        parts.append(_block(162, y + 26, f"w_q{head}", title=title))
        parts.append(_block(286, y, f"q{head}", title=f"Q {head}"))
        parts.append(arrow((34 + 2 * CELL + 3, 167), (159, y + 39), role="query"))
        parts.append(arrow((162 + 2 * CELL + 3, y + 39), (283, y + 39), role="query"))
    return parts


def _split() -> list[Node]:
    title = "weight split: one product, then a cut"
    parts = [text(34, 14, title, "mha-name mha-start"), *_entry()]
    parts.append(_block(162, 60, "w_q", title="W_q of both"))
    parts.append(_block(162, 146, "q", title="Q"))
    parts.append(arrow((162 + CELL, 60 + 2 * ROW + 3), (162 + CELL, 143), role="query"))
    parts.append(arrow((34 + 2 * CELL + 3, 167), (159, 180), role="query"))
    for head in range(2):
        y = 60 + 124 * head
        parts.append(_block(286, y, f"q{head}", title=f"Q {head}"))
        parts.append(arrow((162 + 2 * CELL + 3, 185), (283, y + 39), role="query"))
    return parts


BRICK = 42  # px
RIGHT = ([0, 2, 4], [1, 3, 5])  # addresses per head, seen with a step of E
WRONG = ([0, 1, 2], [3, 4, 5])  # the first half of memory, and the second


@picture
def split_heads_in_memory() -> Diagram:
    """Two heads from one product: seen through view and transpose, and cut wrongly."""
    query = numbers.projected("query")
    whole = tile(
        *(0, 0, query.tolist()),
        title=f"Q {format_shape('TE', query.shape)}",
        role="query",
        row_names=TOKENS,
        column_names=["head 0", "head 1"],
        width=50,
    )
    right = _cut(RIGHT, "view(T, H, D).transpose(0, 1)", "Right")
    wrong = _cut(WRONG, "view(H, T, D)", "Wrong")
    lies = [
        text(85, k, w, "mha-small")
        for k, w in ((164, "lies in memory"), (180, "row by row"))
    ]
    wide = (move(34, 70, whole), *lies, move(166, 18, *right), move(435, 18, *wrong))
    tall = (move(129, 62, whole), move(53, 176, *right), move(53, 454, *wrong))
    alt = _memory_in_words()
    return Diagram(alt, Drawing(wide, 688, 274), Drawing(tall, 358, 710))


def _cut(heads: Sequence[Sequence[int]], code: str, verdict: str) -> list[Node]:
    """One row of memory, and the heads that a cut makes of it."""
    values = [digits(v) for v in numbers.projected("query").flatten().tolist()]
    owner = {place: h for h, places in enumerate(heads) for place in places}
    kinds = [f"query mha-head-{owner[place]}" for place in range(len(values))]
    parts = [
        text(3 * BRICK, 0, code, "mha-code"),
        text(3 * BRICK, 21, f"{verdict}: {_readers(heads)}", "mha-name"),
        bricks(0, 64, list(zip(values, kinds, strict=True)), width=BRICK),
    ]
    for place in range(len(values)):
        mark = text((place + 0.5) * BRICK, 116, f"h{owner[place]}", "mha-small")
        parts.append(mark)
    for t, token in enumerate(TOKENS):
        left, end = 2 * t * BRICK + 3, 2 * (t + 1) * BRICK - 3
        bracket = line((left, 62), (left, 56), (end, 56), (end, 62), class_="mha-axis")
        parts += [bracket, text((left + end) / 2, 46, token)]
    for h, places in enumerate(heads):
        parts.append(move(h * 124, 134, *_head(h, places, values)))
    return parts


def _head(h: int, places: Sequence[int], values: Sequence[str]) -> list[Node]:
    """A head's (T, D) numbers: whose, and at which address."""
    parts = [lane(0, 0, 116, 3 * ROW + 38, f"head {h}")]
    for k, place in enumerate(places):
        y = 30 + k * ROW
        kind = f"mha-query mha-head-{h}"
        parts += [
            text(36, y + ROW / 2, _owner(place), "mha-end"),
            cell(42, y, values[place], class_=kind, width=BRICK),
            text(89, y + ROW / 2, f"at {place}", "mha-small mha-start"),
        ]
    return parts


def _owner(place: int) -> str:
    """The token whose row of Q has this address."""
    return TOKENS[place // 2]


def _readers(heads: Sequence[Sequence[int]]) -> str:
    """Whom the first head's rows belong to."""
    return f"head 0 has {', '.join(map(_owner, heads[0]))}"


def _memory_in_words() -> str:
    return (
        f"Q’s {2 * len(TOKENS)} numbers lie in memory word by word, head 0 and head 1 "
        f"in turn. View and transpose read every second number: {_readers(RIGHT)}, at "
        f"{', '.join(map(str, RIGHT[0]))}. A view alone cuts memory in half, which is "
        f"wrong: {_readers(WRONG)}, at {', '.join(map(str, WRONG[0]))}."
    )
