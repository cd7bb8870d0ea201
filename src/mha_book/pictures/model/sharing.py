"""Which query heads share keys and values."""

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import line, text
from mha_book.pictures.kit.tiles import CELL, ROW, cell

HEADS, HEAD_DIM = 4, 64  # query heads, and how wide a head is
KINDS = {"MHA": HEADS, "GQA": 2, "MQA": 1}  # heads of keys and values
PITCH = CELL + 8  # px: from one head to the next


@picture
def shared_heads() -> Diagram:
    """Four query heads on four, two and one heads of keys and values."""
    panels = [panel((2, 0), (204, 224), _kind(*kind)) for kind in KINDS.items()]
    alt = (
        f"{HEADS} query heads above, and below them the keys and values that they "
        "read. In multi-head attention each has its own. In grouped-query attention "
        "heads 0 and 1 share the first, heads 2 and 3 the second. In multi-query "
        f"attention all share one. With a width of {HEAD_DIM}, {_listed()} numbers are "
        "kept for each token in each layer."
    )
    return Diagram(alt, row(panels, 32), column(panels, 10))


def _listed() -> str:
    *first, last = (str(2 * count * HEAD_DIM) for count in KINDS.values())
    return f"{', '.join(first)} and {last}"


def _kind(name: str, count: int) -> list[Node]:
    """Query heads, a line from each to its keys, and what is kept for a token."""
    share, middle = HEADS // count, (HEADS * PITCH - 8) / 2
    parts = [
        text(middle, 12, name, "mha-name"),
        text(middle, 30, f"num_kv_heads={count}", "mha-code"),
    ]
    for head in range(HEADS):
        x = head * PITCH
        parts.append(cell(x, 48, f"Q{head}", class_="mha-query"))
        at = middle_of(head // share, share)
        parts.append(line((x + CELL / 2, 48 + ROW), (at, 112), class_="mha-line"))
    for group in range(count):
        x = middle_of(group, share) - CELL / 2
        parts.append(cell(x, 112, f"K{group}", class_="mha-key"))
        parts.append(cell(x, 112 + ROW + 3, f"V{group}", class_="mha-value"))
    kept = f"2·{count}·{HEAD_DIM} = {2 * count * HEAD_DIM} numbers"
    parts.append(text(middle, 187, kept, "mha-small"))
    return [*parts, text(middle, 205, "per token and layer", "mha-small")]


def middle_of(
    group: int, share: int, pitch: float = PITCH, width: float = CELL
) -> float:
    """Below the middle of the query heads that share; the first head is at 0."""
    first, last = group * share * pitch, ((group + 1) * share - 1) * pitch
    return (first + last + width) / 2
