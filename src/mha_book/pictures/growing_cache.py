"""How are you, read one word at a time: one query, and keys and values that grow."""

from torch import Tensor

from mha.attention.multihead import merge_heads, split_heads
from mha_book.examples import TWO_HEADS
from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS, sized
from mha_book.pictures.shapes import ROW, arrow, moved, text, tile, written

WIDTH, APART = 42, 230  # px: a cell, and from one step to the next
PAIR = 2 * WIDTH  # a row of numbers, one for each head
FULL = len(TOKENS)


def growing_cache() -> Diagram:
    """Each step's one query, the keys and values it reads, and the heads' outputs."""
    wide = [moved(40 + k * APART, 0, *_step(k, FULL)) for k in range(FULL)]
    for k in range(FULL - 1):
        x = 40 + k * APART + 138
        wide.append(arrow((x, 113), (x + 84, 113), words="K, V stay"))
    tall, y = [], 0.0
    for k in range(FULL):
        tall.append(moved(84, y, *_step(k, k + 1)))
        y += 222 + (k + 1) * ROW
    alt = _in_words()
    return Diagram(tuple(wide), 688, 300, alt, narrow=Diagram(tuple(tall), 358, y, alt))


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
            title=f"K {sized('TE', key.shape)}" if k == FULL - 1 else "K",
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
        f"{' and '.join(map(written, of_step(k)[3][0].tolist()))}"
        for k in range(FULL)
    ]
    return (
        "How are you with two heads, one word at a time: "
        f"{'; '.join(steps)}. Each step adds one row to the keys and one to the "
        "values; earlier rows stay as they are, and no earlier query is needed."
    )
