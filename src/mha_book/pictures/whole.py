"""The whole layer as one picture, and the map in small."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from typing import Any

from torch import Tensor

from mha_book.pictures.kit.arrows import arrows_into
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.layer import (
    LENGTH,
    WIDTH,
    Design,
    LayerBlock,
    is_striped,
    layer,
    worked_values,
)
from mha_book.pictures.kit.layout import (
    CELL,
    MATRIX,
    TITLE,
    Form,
    Layout,
    Place,
    arrange,
    size_of,
)
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import digits, lane, short_digits, text, tip
from mha_book.pictures.kit.steps import STEPS
from mha_book.pictures.kit.tiles import ROW, tile
from mha_book.scales import on_weight_scale

HIDDEN, OPEN = ", hidden: −∞", ", no mask is on"  # with a mask, and without one


def draw_layer(
    *,
    num_heads: int = 2,
    design: Design = "wrapper",
    placed: bool = False,
    causal: bool = False,
    form: Form = "row",
    values: Mapping[str, Tensor] | None = None,
) -> Drawing:
    """The layer on the worked example, every number in its place.

    Args:
        num_heads: 1 or 2.
        design: "wrapper" or "split".
        placed: add positions to the embeddings.
        causal: hide later tokens.
        form: "row", "pair" or "column", as in `Layout`.
        values: every block's numbers; the worked example's when omitted.
    """
    blocks = layer(num_heads, design, placed)
    layout = arrange(num_heads, design, placed, form)
    values = values or worked_values(num_heads, design, placed, causal)
    shapes = (*underlay(blocks, layout, causal), *tiles(blocks, layout, values))
    return Drawing(shapes, layout.width, layout.height)


@picture
def multi_head() -> Diagram:
    """Multi-head attention as one picture, for a page: a pair, or a column."""
    values = worked_values()
    rows = (", ".join(map(digits, values[f"weights{h}"][1].tolist())) for h in (0, 1))
    alt = (
        "Multi-head attention on “how are you”. The embeddings X go to both heads. "
        "Each makes queries, keys and values with matrices of its own, then scores, "
        "masked scores, attention weights and a mix of values. The word “are” attends "
        "with {} in head 0 and with {} in head 1. Both mixes are joined side by side, "
        "and a last matrix turns them into an output of X’s shape."
    ).format(*rows)
    return Diagram(alt, draw_layer(form="pair"), draw_layer(form="column"))


def tiles(
    blocks: tuple[LayerBlock, ...], layout: Layout, values: Mapping[str, Tensor]
) -> Iterator[Node]:
    """Each block's numbers where it stands."""
    for block in blocks:
        yield block_tile(block, layout.places[block.name], values, width=CELL)


def block_tile(
    block: LayerBlock, place: Place, values: Mapping[str, Tensor], **options: Any
) -> Node:
    """A block's numbers at a place, with its role, and its second head's stripe.

    Args:
        options: what else a `tile` takes.
    """
    rows = values[block.name]
    shown = (rows.T if place.transposed else rows).tolist()
    if block.op == "given":  # as it was given, with no digit added
        shown = [[short_digits(number) for number in row] for row in shown]
    kind = {"role": block.role, "parameter": block.parameter}
    stripe = _stripe(block, place)
    return tile(place.x, place.y, shown, stripe=stripe, **kind, **options)


def _stripe(block: LayerBlock, place: Place) -> set[tuple[int, int]]:
    """Its cells that belong to the second head, as they are drawn."""
    cells = product(range(block.shape[0]), range(block.shape[1]))
    mine = {cell for cell in cells if is_striped(block, *cell)}
    return {(j, i) for i, j in mine} if place.transposed else mine


def underlay(
    blocks: tuple[LayerBlock, ...], layout: Layout, causal: bool | None = None
) -> Iterator[Node]:
    """All but the numbers: lanes, arrows, titles, the names of tokens.

    Args:
        causal: whether later tokens are hidden; None for a picture that is told later.
    """
    for head, frame in enumerate(layout.lanes):
        yield lane(*frame, title=f"head {head}", middle=_free_of_names(head, layout))
    for block in blocks:
        place = layout.places[block.name]
        parts = [*arrows_into(block, place, layout)]
        parts += _titles(block, place, layout, causal)
        parts += _names(block, place, layout)
        yield node("g", *parts, data_block=block.name)


def _free_of_names(head: int, layout: Layout) -> float | None:
    """Of a row, the middle between two matrices, whose titles have a lane's corner.

    Without such matrices the way of the values has it, and ends before the other one.
    """
    if layout.form != "row":
        return None
    key, value = (layout.places.get(f"w_{letter}{head}") for letter in "kv")
    if not key or not value:
        return layout.places[f"v{head}"].x + CELL / 2
    return (key.x + MATRIX + value.x) / 2


def _titles(
    block: LayerBlock, place: Place, layout: Layout, causal: bool | None
) -> Iterator[Node]:
    """Its name and its shape, where no factor stands: above, below or beside it."""
    width, height = size_of(block, place)
    middle, below = place.x + width / 2, place.y + height
    rows, columns = block.shape[::-1] if place.transposed else block.shape
    shape = f"({rows}, {columns})"
    title = f"{block.title}ᵀ" if place.transposed else block.title
    role = f"mha-name mha-{block.role}" if block.role else "mha-name"
    if layout.folded and (block.op == "score" or (place.transposed and block.role)):
        yield from _titles_beside(block, place, title, shape, role)
    elif place.transposed and block.role:
        yield text(place.x + 34, place.y - 27, f"{title} {shape}", role)
    elif block.op in ("given", "add") or (
        block.role == "value" and _is_of_a_head(block)
    ):
        yield text(middle, place.y - TITLE, f"{title} {shape}", role)
    elif block.role and not _is_of_a_head(block):  # what follows is near
        yield text(middle, below + 13, f"{title} {shape}", role)
    else:
        yield text(middle, below + 13, title, role)
        said = text(middle, below + 29, shape + _note(block), "mha-small")
        if block.kind == "masked":
            said.extend(_notes_of_mask(causal))
        yield said


def _titles_beside(
    block: LayerBlock, place: Place, title: str, shape: str, role: str
) -> Iterator[Node]:
    """Of the keys and the scores of a lane in two rows: at their right."""
    width, height = size_of(block, place)
    x, middle = place.x + width + 8, place.y + height / 2
    if block.role:
        yield text(x, middle, f"{title} {shape}", f"{role} mha-start")
    else:
        yield text(x, middle - 8, title, f"{role} mha-start")
        yield text(x, middle + 8, shape + _note(block), "mha-small mha-start")


def _note(block: LayerBlock) -> str:
    """What a shape alone does not say."""
    if block.op == "score":
        return f" = Q Kᵀ / √{block.expression.split('/ ')[1].split('**')[0]}"
    return ", rows sum to 1" if block.kind == "weights" else ""


def _notes_of_mask(causal: bool | None) -> Iterator[Node]:
    """Whether it hides anything; a live picture shows what is true of it."""
    if causal is not False:
        yield node("tspan", HIDDEN, class_="mha-if-masked")
    if not causal:
        yield node("tspan", OPEN, class_="mha-if-open")


def _is_of_a_head(block: LayerBlock) -> bool:
    return block.head is not None


def _names(block: LayerBlock, place: Place, layout: Layout) -> Iterator[Node]:
    """Tokens beside rows, and above columns, that no factor names already."""
    width, _ = size_of(block, place)
    after = block.role == "value" and layout.form != "row"
    x, side = (place.x + width, "start") if after else (place.x, "end")
    if _names_rows(block, layout):
        for i, token in enumerate(TOKENS):
            at = x + (7 if after else -7), place.y + (i + 0.5) * ROW
            yield text(*at, token, f"mha-small mha-{side}")
    if block.kind in ("masked", "weights") or (place.transposed and block.role):
        for j, token in enumerate(TOKENS):
            yield text(place.x + (j + 0.5) * CELL, place.y - 10, token, "mha-small")


def _names_rows(block: LayerBlock, layout: Layout) -> bool:
    starts_row = layout.form != "row" or (layout.folded and block.kind == "masked")
    if block.step == 1 or (starts_row and block.kind in ("masked", "weights")):
        return True
    return (
        block.tokens == 1 and _is_of_a_head(block) and block.role in ("query", "value")
    )


DOT, APART = 9, 88  # px: a number, and from one step to the next
FREE = 13  # on both sides of a step's frame, for arrows that end before it
LARGE_DOT = 14  # on a card, which is half as wide and shows no names
MIDDLE, HEADS = 50, (26, 74)  # the words' level, and each head's
WIDE, HIGH, WITH_NAMES = len(STEPS) * APART, 100, 122


def strip(lit: Collection[str], link: Callable[[str], str] | None = None) -> Node:
    """Eight steps from left to right.

    Args:
        lit: which steps are emphasised.
        link: from the name of a step to its address, where each shall be a link.
            Without it the drawing is a card's: lower, and its tiles larger.

    Raises:
        ValueError: a lit step is none of the map's.
    """
    if unknown := set(lit) - set(STEPS):
        raise ValueError(f"no step {sorted(unknown)}; the map has {list(STEPS)}")
    parts = [*_flow()]
    dot, height = (DOT, WITH_NAMES) if link else (LARGE_DOT, HIGH)
    size = {"width": APART - 2 * FREE, "height": HIGH - 6}  # above the names
    for k, step in enumerate(STEPS):
        kind = "mha-step mha-here" if step in lit else "mha-step"
        name = text((k + 0.5) * APART, 111, f"{k + 1} {step}", "mha-small")
        box = {"x": k * APART + FREE, "y": 3} | size
        made = _step(step, (k + 0.5) * APART, dot)
        drawing = node("g", node("rect", **box, rx=8), *made, name, class_=kind)
        if link:
            label = f"Step {k + 1}, {step}, on the map"
            drawing = node("a", drawing, href=link(step), aria_label=label)
        parts.append(drawing)
    return node(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", class_="mha-diagram",
        viewBox=f"0 0 {WIDE} {height}",
    )  # fmt: skip


def dots(
    x: float, y: float, rows: int, columns: int, dot: float, role: str = ""
) -> Node:
    """A tile too small for numbers, around a point."""
    left, top = x - columns * dot / 2, y - rows * dot / 2
    boxes = [
        node("rect", x=left + j * dot, y=top + i * dot, width=dot, height=dot)
        for i in range(rows)
        for j in range(columns)
    ]
    return node("g", *boxes, class_=f"mha-cell {role and f'mha-{role}'}".strip())


def _step(step: str, x: float, dot: float) -> Iterator[Node]:
    """What a step makes: of the words, or of each head."""
    if step in ("place", "join", "output"):
        yield dots(x, MIDDLE, LENGTH, WIDTH, dot)
        return
    for head, y in enumerate(HEADS):
        if step == "project":
            for k, role in enumerate(("query", "key", "value")):
                yield dots(x + 20 * (k - 1), y, LENGTH, 1, dot, role)
        elif step == "mix":
            yield dots(x, y, LENGTH, 1, dot)
        else:
            yield _table(step, head, x, y, dot)


def _table(step: str, head: int, x: float, y: float, dot: float) -> Node:
    """Scores, those of them that a mask leaves, or weights."""
    if step == "softmax":
        return weights_in_small(head, x, y, dot)
    table = dots(x, y, LENGTH, LENGTH, dot)
    if step == "mask":
        _hide_what_comes_later(table)
    return table


def weights_in_small(head: int, x: float, y: float, dot: float) -> Node:
    """A head's weights of the worked example as colours, around a point."""
    table = dots(x, y, LENGTH, LENGTH, dot, "weights")
    weights = worked_values()[f"weights{head}"].flatten().tolist()
    for box, weight in zip(table, weights, strict=True):
        box.set("style", f"fill: {on_weight_scale(weight)[0]}")
    return table


def _hide_what_comes_later(table: Node) -> None:
    for k, box in enumerate(table):
        i, j = divmod(k, LENGTH)
        if j > i:
            box.set("class", "mha-out")


def _flow() -> Iterator[Node]:
    """Lines from step to step: one, then one per head, then one again."""
    for k in range(len(STEPS) - 1):
        starts = (MIDDLE,) if k in (0, len(STEPS) - 2) else HEADS
        ends = (MIDDLE,) if k >= len(STEPS) - 3 else HEADS
        a, b = (k + 1) * APART - FREE + 2, (k + 1) * APART + FREE - 2
        for y, z in product(starts, ends):
            if len(starts) == len(ends) and y != z:
                continue
            path = f"M{a},{y} C{a + 9},{y} {a + 5},{z} {b - 4},{z}"
            yield node("path", d=path, class_="mha-arrow")
            yield tip((b - 9, z), (b, z))
