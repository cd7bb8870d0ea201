"""Keys and values that are kept: how they grow, and which heads share them."""

from torch import Tensor

from mha.attention.multihead import merge_heads, split_heads
from mha_book.examples import TWO_HEADS
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS, format_shape
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, digits, line, move, text
from mha_book.pictures.kit.tiles import CELL, ROW, cell, tile

WIDTH, APART = 42, 230  # px: a cell, and from one step to the next
PAIR = 2 * WIDTH  # a row of numbers, one for each head
FULL = len(TOKENS)


@picture
def growing_cache() -> Diagram:
    """Each step's one query, the keys and values it reads, and the heads' outputs."""
    wide = [move(40 + k * APART, 0, *_step(k, FULL)) for k in range(FULL)]
    for k in range(FULL - 1):
        x = 40 + k * APART + 138
        wide.append(arrow((x, 113), (x + 84, 113), words="K, V stay"))
    tall, y = [], 0.0
    for k in range(FULL):
        tall.append(move(84, y, *_step(k, k + 1)))
        y += 222 + (k + 1) * ROW
    alt = _in_words()
    return Diagram(alt, Drawing(wide, 688, 300), Drawing(tall, 358, y))


def of_step(k: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The newest query, all keys and values so far, and the heads' outputs, joined."""
    query = numbers.projected("query")[k : k + 1]
    key, value = (numbers.projected(name)[: k + 1] for name in ("key", "value"))
    q, keys, v = (split_heads(t, len(TWO_HEADS.query)) for t in (query, key, value))
    return query, key, value, merge_heads(numbers.weights_of(q, keys) @ v)


def _step(k: int, rows: int) -> list[Node]:
    """A step in which word k is new; its output stands below so many rows."""
    query, key, value, output = of_step(k)
    look = {"width": WIDTH, "lit": [(k, 0), (k, 1)]}
    left, bottom = PAIR + 14, 140 + rows * ROW + 44
    count = "nothing" if k == 0 else " and ".join(TOKENS[:k])
    return [
        text(PAIR + 7, 12, f"step {k + 1}: read “{TOKENS[k]}”", "mha-name"),
        text(PAIR + 7, 30, f"kept: {count}", "mha-small"),
        tile(
            *(0, 66, query.tolist()),
            title="q",
            role="query",
            row_names=TOKENS[k : k + 1],
            width=WIDTH,
        ),
        text(PAIR + 10, 79, "used once", "mha-small mha-start"),
        tile(
            *(0, 140, key.tolist()),
            title=f"K {format_shape('TE', key.shape)}" if k == FULL - 1 else "K",
            role="key",
            row_names=TOKENS[: k + 1],
            **look,
        ),
        tile(left, 140, value.tolist(), title="V", role="value", **look),
        tile(
            *(0, bottom - 14, output.tolist()),
            title="heads joined",
            row_names=TOKENS[k : k + 1],
            width=WIDTH,
        ),
    ]


def _in_words() -> str:
    steps = [
        f"in step {k + 1} the query of {TOKENS[k]} reads "
        f"{k + 1} {'keys' if k else 'key'} and value{'s' if k else ''} and gives "
        f"{' and '.join(map(digits, of_step(k)[3][0].tolist()))}"
        for k in range(FULL)
    ]
    return (
        "How are you with two heads, one word at a time: "
        f"{'; '.join(steps)}. Each step adds one row to the keys and one to the "
        "values; earlier rows stay as they are, and no earlier query is needed."
    )


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
