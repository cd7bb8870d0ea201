"""The whole layer as one picture: a step of the live map, held still."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from torch import Tensor

from mha.figures.diagrams.layer import (
    TOKENS,
    Block,
    Design,
    evaluate,
    example,
    layer,
    striped,
)
from mha.figures.diagrams.layout import (
    BROAD,
    CELL,
    NAMES,
    TALL,
    Form,
    Layout,
    Place,
    arranged,
)
from mha.figures.diagrams.markup import Diagram, Node, node
from mha.figures.diagrams.shapes import (
    ROW,
    arrow,
    brief,
    lane,
    text,
    tile,
    written,
)

NOTES = {"masked": ", hidden: −∞", "weights": ", rows sum to 1"}


def picture(
    *,
    num_heads: int = 2,
    design: Design = "wrapper",
    placed: bool = False,
    causal: bool = False,
    form: Form = "row",
    values: Mapping[str, Tensor] | None = None,
    alt: str,
) -> Diagram:
    """The layer on the worked example, every number in its place.

    Args:
        num_heads: 1 or 2.
        design: "wrapper" or "split".
        placed: add positions to the embeddings.
        causal: hide later tokens.
        form: "row", "pair" or "column", as in `Layout`.
        values: every block's numbers; the worked example's when omitted.
        alt: what it shows, in words.
    """
    blocks = layer(num_heads, design, placed)
    layout = arranged(num_heads, design, placed, form)
    values = values or evaluate(blocks, example(), causal=causal)
    shapes = (*underlay(blocks, layout), *tiles(blocks, layout, values))
    return Diagram(shapes, layout.width, layout.height, alt)


def multi_head() -> Diagram:
    """Multi-head attention as one picture, for a page: a pair, or a column."""
    values = evaluate(layer(), example())
    rows = (", ".join(map(written, values[f"weights{h}"][1].tolist())) for h in (0, 1))
    alt = (
        "Multi-head attention on how are you. The embeddings X go to both heads. Each "
        "makes queries, keys and values with matrices of its own, then scores, masked "
        "scores, attention weights and a mix of values. The word are attends with {} "
        "in head 0 and with {} in head 1. Both mixes are joined side by side, and a "
        "last matrix turns them into an output of X's shape."
    ).format(*rows)
    wide = picture(form="pair", alt=alt)
    return replace(wide, narrow=picture(form="column", alt=alt))


def tiles(
    blocks: tuple[Block, ...], layout: Layout, values: Mapping[str, Tensor]
) -> Iterator[Node]:
    """Each block's numbers where it stands."""
    for block in blocks:
        place, rows = layout.places[block.name], values[block.name]
        shown = (rows.T if place.transposed else rows).tolist()
        if block.op == "given":  # as it was given, with no digit added
            shown = [[brief(number) for number in row] for row in shown]
        kind = {"role": block.role, "parameter": block.parameter}
        yield tile(
            place.x, place.y, shown, stripe=_stripe(block, place), width=CELL, **kind
        )


def _stripe(block: Block, place: Place) -> set[tuple[int, int]]:
    """Its cells that belong to the second head, as they are drawn."""
    cells = product(range(block.shape[0]), range(block.shape[1]))
    mine = {cell for cell in cells if striped(block, *cell)}
    return {(j, i) for i, j in mine} if place.transposed else mine


def underlay(blocks: tuple[Block, ...], layout: Layout) -> Iterator[Node]:
    """All but the numbers: lanes, arrows, titles, the names of tokens."""
    for head, frame in enumerate(layout.lanes):
        yield lane(*frame, title=f"head {head}")
    for block in blocks:
        place = layout.places[block.name]
        parts = [*_arrows(block, place, layout), *_titles(block, place)]
        parts += _names(block, place, layout.form)
        yield node("g", *parts, data_block=block.name)


def size_of(block: Block, place: Place) -> tuple[float, float]:
    """Width and height of a block as drawn."""
    rows, columns = block.shape[::-1] if place.transposed else block.shape
    return columns * CELL, rows * ROW


def _titles(block: Block, place: Place) -> Iterator[Node]:
    """Its name and its shape: above or below it, where no factor stands."""
    width, height = size_of(block, place)
    middle, below = place.x + width / 2, place.y + height
    rows, columns = block.shape[::-1] if place.transposed else block.shape
    shape = f"({rows}, {columns})"
    title = f"{block.title}ᵀ" if place.transposed else block.title
    role = f"mha-name mha-{block.role}" if block.role else "mha-name"
    if place.transposed and block.role:
        yield text(place.x + 34, place.y - 27, f"{title} {shape}", role)
    elif block.op in ("given", "add") or (
        block.role == "value" and _is_of_a_head(block)
    ):
        yield text(middle, place.y - 11, f"{title} {shape}", role)
    elif block.role and not _is_of_a_head(block):  # what follows is near
        yield text(middle, below + 13, f"{title} {shape}", role)
    else:
        note = _note(block)
        yield text(middle, below + 13, title, role)
        yield text(middle, below + 29, shape + note, "mha-small")


def _note(block: Block) -> str:
    """What a shape alone does not say."""
    if block.op == "score":
        return f" = Q Kᵀ / √{block.expression.split('/ ')[1].split('**')[0]}"
    return NOTES.get(block.kind, "")


def _is_of_a_head(block: Block) -> bool:
    return block.head is not None


def _names(block: Block, place: Place, form: Form) -> Iterator[Node]:
    """Tokens beside rows, and above columns, that no factor names already."""
    width, _ = size_of(block, place)
    after = block.role == "value" and form != "row"
    x, side = (place.x + width, "start") if after else (place.x, "end")
    if _names_rows(block, form):
        for i, token in enumerate(TOKENS):
            at = x + (7 if after else -7), place.y + (i + 0.5) * ROW
            yield text(*at, token, f"mha-small mha-{side}")
    if block.kind in ("masked", "weights") or (place.transposed and block.role):
        for j, token in enumerate(TOKENS):
            yield text(place.x + (j + 0.5) * CELL, place.y - 10, token, "mha-small")


def _names_rows(block: Block, form: Form) -> bool:
    if block.step == 1 or (form != "row" and block.kind in ("masked", "weights")):
        return True
    return (
        block.tokens == 1 and _is_of_a_head(block) and block.role in ("query", "value")
    )


def _arrows(block: Block, place: Place, layout: Layout) -> Iterator[Node]:
    """What flows into a block, unless it stands beside it already."""
    draw = _across if layout.form == "row" else _down
    for name in block.inputs:
        yield from draw(layout.places[name], name, block, place, layout)


def _across(
    source: Place, name: str, block: Block, place: Place, layout: Layout
) -> Iterator[Node]:
    """Arrows of the row: from left to right, and down from parameters."""
    level = place.y + size_of(block, place)[1] / 2
    if block.op in ("mask", "softmax"):
        ends = (source.x + BROAD + 3, level), (place.x - 3, level)
        yield arrow(*ends, words="softmax" if block.op == "softmax" else "")
    elif block.op == "join":
        head = int(name[-1])
        x, _, width, _ = layout.lanes[head]
        start, end = (x + width, source.y + TALL / 2), place.x - 3
        yield arrow(start, (end, level + 16 * head - 8))
    elif name.startswith("w_") and block.role:
        yield _from_parameter(source, block, place)
    elif block.op in ("product", "view") and block.role:
        yield from _enter(source, block, place, layout, level)


def _from_parameter(source: Place, block: Block, place: Place) -> Node:
    """Down from a matrix to what is made with it."""
    x, bottom = source.x + CELL, source.y + block.shape[1] * ROW + 3
    under_name = block.role == "value" and _is_of_a_head(block)
    return arrow((x, bottom), (x, place.y - (22 if under_name else 3)), role=block.role)


def _enter(
    source: Place, block: Block, place: Place, layout: Layout, level: float
) -> Iterator[Node]:
    """What comes into a lane, or to the one product of the weight split."""
    start = (source.x + 2 * CELL + 3, source.y + TALL / 2)
    if block.head is None:
        yield arrow(start, (place.x - 5, level), role=block.role)
        return
    edge = layout.lanes[block.head][0]
    level = place.y + 8 if block.role == "value" else level  # above the keys' name
    yield arrow(start, (edge, level), role=block.role)
    far = {"value": place.x - NAMES, "key": place.x - 4}.get(block.role)
    if far:
        yield arrow((edge, level), (far, level), role=block.role)


def _down(
    source: Place, name: str, block: Block, place: Place, layout: Layout
) -> Iterator[Node]:
    """Arrows of the columns: from top to bottom."""
    if block.op in ("mask", "softmax"):
        x = place.x + CELL / 2
        yield arrow((x, source.y + TALL + 38), (x, place.y - 20))
        yield text(x + 12, place.y - 32, block.op, "mha-small mha-start")
    elif block.op == "join":
        yield from _leave(int(name[-1]), place, layout)
    elif name.startswith("w_") and block.role:
        yield _below_parameter(source, block, place)
    elif block.op == "product" and block.role == "key":
        yield _into(source, block, layout)
    elif block.op == "view" and block.head == 0:
        x, bottom = source.x + CELL, source.y + TALL + 23
        yield arrow((x, bottom), (x, bottom + 15), role=block.role)


def _below_parameter(source: Place, block: Block, place: Place) -> Node:
    """From a matrix to what is made with it: values stand further down."""
    x, bottom = source.x + CELL, source.y + block.shape[1] * ROW + 3
    if block.role != "value" or block.head is None:
        own = block.role == "query" and block.head is not None
        end = place.y - 3 if own else bottom + 15  # else a name stands in the way
        return arrow((x, bottom), (x, end), role=block.role)
    side, over = source.x + 2 * CELL - 8, place.y - 36
    end = place.x + size_of(block, place)[0] / 2
    bends = [(side, over), (end, over)]
    return arrow((side, bottom), *bends, (end, place.y - 20), role=block.role)


def _into(source: Place, block: Block, layout: Layout) -> Node:
    """From X down to a head's lane, or to the matrices of the weight split."""
    start = (source.x + CELL, source.y + TALL + 3)
    if block.head is None:
        return arrow(start, (start[0], start[1] + 22))
    x, y, width, _ = layout.lanes[block.head]
    if layout.form == "column" and block.head:
        return node("g")
    turn, end = start[1] + 10, x + width / 2
    return arrow(start, (start[0], turn), (end, turn), (end, y - 2))


def _leave(head: int, place: Place, layout: Layout) -> Iterator[Node]:
    """From a lane's lower edge to the joined outputs; of a column's lanes the last."""
    x, y, width, height = layout.lanes[head]
    if layout.form == "pair" or head == len(layout.lanes) - 1:
        start, end = (x + width / 2, y + height), place.x + CELL * (head + 0.5)
        turn = start[1] + 16
        bends = [(start[0], turn), (end, turn)]
        yield arrow(start, *bends, (end, place.y - 3))
