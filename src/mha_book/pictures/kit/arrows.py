"""What flows into each block of the layer, drawn as arrows."""

from collections.abc import Iterator

from mha_book.pictures.kit.layer import ROLES, LayerBlock
from mha_book.pictures.kit.layout import (
    ABOVE_KEYS,
    BROAD,
    CELL,
    MATRIX,
    NAMES,
    TALL,
    TITLE,
    Layout,
    Place,
    size_of,
)
from mha_book.pictures.kit.markup import Node, node
from mha_book.pictures.kit.shapes import arrow, text
from mha_book.pictures.kit.tiles import ROW

TRUNK = 10  # px: from one way to the heads to the next


def arrows_into(block: LayerBlock, place: Place, layout: Layout) -> Iterator[Node]:
    """What flows into a block, unless it stands beside it already."""
    draw = _across if layout.form == "row" else _down
    for name in block.inputs:
        yield from draw(layout.places[name], name, block, place, layout)


def _across(
    source: Place, name: str, block: LayerBlock, place: Place, layout: Layout
) -> Iterator[Node]:
    """Arrows of the row: from left to right, and down from parameters."""
    level = place.y + size_of(block, place)[1] / 2
    if block.op == "mask" and layout.folded:
        yield from _down(source, name, block, place, layout)
    elif block.op in ("mask", "softmax"):
        ends = (source.x + BROAD + 3, level), (place.x - 3, level)
        yield arrow(*ends, words="softmax" if block.op == "softmax" else "")
    elif block.op == "join":
        head = int(name[-1])
        x, _, width, _ = layout.lanes[head]
        start, end = (x + width, source.y + TALL / 2), place.x - 3
        apart = 16 * head - 8 if len(layout.lanes) == 2 else 0
        yield arrow(start, (end, level + apart))
    elif name.startswith("w_") and block.role:
        yield _from_parameter(source, block, place)
    elif block.op in ("product", "view") and block.role:
        yield from _enter(source, block, place, layout, level)


def _from_parameter(source: Place, block: LayerBlock, place: Place) -> Node:
    """From a matrix down to what is made with it, or to the name of that beside it."""
    if source.x + MATRIX < place.x:
        level = place.y - TITLE
        ends = (source.x + MATRIX + 3, level), (place.x - 11, level)
        return arrow(*ends, role=block.role)
    x, bottom = source.x + CELL, source.y + block.shape[1] * ROW + 3
    under_name = block.role == "value" and block.head is not None
    return arrow((x, bottom), (x, place.y - (22 if under_name else 3)), role=block.role)


def _enter(
    source: Place, block: LayerBlock, place: Place, layout: Layout, level: float
) -> Iterator[Node]:
    """What comes into a lane, or to the one product of the weight split."""
    start = (source.x + 2 * CELL + 3, source.y + TALL / 2)
    if block.head is None:
        yield arrow(start, (place.x - 5, level), role=block.role)
        return
    edge, end = layout.lanes[block.head][0], level
    if block.role == "value":
        keys = layout.places[f"k{block.head}"]
        end = place.y + 10
        level = keys.y - ABOVE_KEYS if layout.folded else end  # above the keys' name
    yield arrow(start, *_trunk(start, level, block), (edge, level), role=block.role)
    far = {"value": place.x - NAMES, "key": place.x - 4}.get(block.role)
    if far:
        turn = far - 16
        bends = [(turn, level), (turn, end)] if end != level else []
        yield arrow((edge, level), *bends, (far, end), role=block.role)


def _trunk(start: tuple[float, float], level: float, block: LayerBlock) -> list:
    """Where a product is cut for the heads: its way up or down, beside the others'.

    Each of the three has its own, with a branch to each head: all angles are right.
    """
    if block.op != "view":
        return []
    x = start[0] + TRUNK * (1 + list(ROLES.values()).index(block.role))
    return [(x, start[1]), (x, level)]


def _down(
    source: Place, name: str, block: LayerBlock, place: Place, layout: Layout
) -> Iterator[Node]:
    """Arrows of the columns: from top to bottom."""
    if block.op in ("mask", "softmax"):
        # From what it works on, and no further right than what is made from that.
        x = min(source.x + BROAD / 2, place.x + BROAD - CELL / 2)
        start = 3 if layout.folded else 38  # beneath a title, unless it stands beside
        yield arrow((x, source.y + TALL + start), (x, place.y - 20))
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


def _below_parameter(source: Place, block: LayerBlock, place: Place) -> Node:
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


def _into(source: Place, block: LayerBlock, layout: Layout) -> Node:
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
