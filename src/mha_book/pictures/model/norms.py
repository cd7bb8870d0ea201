"""LayerNorm: its arithmetic, and its place in a block."""

import torch
from torch import Tensor

from mha.attention.positions import sinusoidal
from mha_book.examples import HOW_ARE_YOU
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import TOKENS, format_shape
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, digits, move, text
from mha_book.pictures.kit.stream import BOX, STREAM, box, branch, lower, stream
from mha_book.pictures.kit.tiles import ROW, tile

LIT = 1  # the word whose arithmetic is written out
CELL_WIDTH = 43.5  # px, a cell's width
WIDE, TALL = 4 * CELL_WIDTH, 3 * ROW  # px, a tile
LEFT, PITCH = 34, WIDE + 4 + CELL_WIDTH + 18  # px: the first tile, and to the next


@picture
def layer_norm_strip() -> Diagram:
    """Four features for each word: the embedding's, and its position's waves."""
    x = torch.cat([numbers.embeddings(), sinusoidal(3, 2).double()], dim=1)
    lines = [text(0, 20 * k, said, "mha-start") for k, said in enumerate(_sums(x))]
    parts = [*_panels(x)]
    wide = (
        *(move(LEFT + k * PITCH, 36, *panel) for k, panel in enumerate(parts)),
        *(
            arrow(
                (LEFT + (k + 1) * PITCH - 16, 36 + TALL / 2),
                (LEFT + (k + 1) * PITCH - 3, 36 + TALL / 2),
            )
            for k in range(2)
        ),
        move(LEFT, 176, *lines),
    )
    tall = (
        *(move(50, 36 + 148 * k, *panel) for k, panel in enumerate(parts)),
        *(
            arrow(
                (50 + WIDE / 2, 36 + TALL + 38 + 148 * k),
                (50 + WIDE / 2, 36 + 148 * (k + 1) - 6),
            )
            for k in range(2)
        ),
        move(4, 474, *lines),
    )
    alt = _arithmetic_in_words(x)
    return Diagram(alt, Drawing(wide, 688, 250), Drawing(tall, 358, 546))


def normalise(x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Means (T, 1), what is left (T, E), its deviations (T, 1), and the quotient."""
    mean = x.mean(dim=-1, keepdim=True)
    deviation = x.var(dim=-1, keepdim=True, unbiased=False).sqrt()
    return mean, x - mean, deviation, (x - mean) / deviation


def _panels(x: Tensor) -> list[list[Node]]:
    """Each (T, E) tile, and beside it what is taken from its rows, or divides them."""
    mean, centred, deviation, result = normalise(x)
    return [
        [_tile(x, "x", "embedding, position"), _beside(mean, "mean")],
        [_tile(centred, "x − mean", "each row sums to 0"), _beside(deviation, "dev.")],
        [_tile(result, "LayerNorm", "deviation 1")],
    ]


def _tile(rows: Tensor, title: str, note: str) -> Node:
    return tile(
        *(0, 0, rows.tolist()),
        title=title,
        note=note,
        below=True,
        row_names=TOKENS if title == "x" else (),
        lit=[(LIT, j) for j in range(rows.shape[1])],
        width=CELL_WIDTH,
    )


def _beside(column: Tensor, title: str) -> Node:
    at = (WIDE + 4, 0)
    return tile(*at, column.tolist(), title=title, lit=[(LIT, 0)], width=CELL_WIDTH)


def _sums(x: Tensor) -> list[str]:
    """The lit word's arithmetic."""
    mean, centred, deviation, result = (t[LIT].tolist() for t in normalise(x))
    first, middle, far = x[LIT, 0].item(), mean[0], deviation[0]
    added = " + ".join(map(digits, x[LIT].tolist()))
    return [
        f"mean of {TOKENS[LIT]}: ({added}) / {x.shape[1]} = {digits(middle)}",
        f"first feature: {digits(first)} − {digits(middle)} = {digits(centred[0])}",
        f"deviation, the root of the squares’ mean: {digits(far)}",
        f"divided by it: {digits(centred[0])} / {digits(far)} = {digits(result[0])}",
    ]


def _arithmetic_in_words(x: Tensor) -> str:
    mean, _, deviation, result = normalise(x)
    row = ", ".join(map(digits, result[LIT].tolist()))
    return (
        f"LayerNorm of three words with four features each, in two steps. From each "
        f"word’s features their mean is taken away, {digits(mean[LIT].item())} for "
        f"{TOKENS[LIT]}; what is left is divided by its standard deviation, "
        f"{digits(deviation[LIT].item())}. The word {TOKENS[LIT]} becomes {row}. "
        f"Rows do not mix."
    )


EMBED_DIM, BLOCKS = 4, 12  # E; as many blocks as GPT-2 small has
FRAME, HIGH, START, END = 330, 528, 74, 486  # px: a frame, and its stream's ends
PARTS = (("attention", "attention_norm"), ("mlp", "mlp_norm"))
LABELS = {"attention": "attention", "mlp": "MLP"}


@picture
def norm_orders() -> Diagram:
    """Two blocks side by side: a norm on each branch, or on the stream itself."""
    orders = [panel((1, 0), (332, HIGH + 2), order) for order in (_before(), _after())]
    return Diagram(_orders_in_words(), row(orders, 24), column(orders, 18))


def _before() -> list[Node]:
    y, parts = START, list[Node]()
    for name, norm in PARTS:
        boxes = [("LayerNorm", norm), (LABELS[name], name)]
        parts += branch(y, boxes, "(B, T, E)")
        y = lower(y, boxes) + 24
    return _framed("norm before: pre-norm", [*stream(40, END), *parts], 0)


def _after() -> list[Node]:
    y = START
    parts = stream(40, END)
    for name, norm in PARTS:
        boxes = [(LABELS[name], name)]
        low = lower(y, boxes)
        parts += branch(y, boxes, "(B, T, E)")
        parts.append(box(STREAM - 58, low + 24, 116, "LayerNorm", norm))
        y = low + 24 + BOX + 34
    return _framed("norm after: post-norm", parts, len(PARTS))


def _framed(title: str, parts: list[Node], norms: int) -> list[Node]:
    """A block in its frame, and how many norms a whole model has on its stream."""
    frame = node("rect", x=0, y=0, width=FRAME, height=HIGH, rx=10)
    return [
        node("g", frame, class_="mha-lane"),
        text(FRAME / 2, 18, title, "mha-name"),
        move(22, 0, *parts),
        text(34 + STREAM, 44, f"in: x {_size()}", "mha-start"),
        text(36 + STREAM, END - 6, f"out: x {_size()}", "mha-start"),
        text(
            *(FRAME / 2, END + 24),
            f"{BLOCKS} blocks: {norms * BLOCKS} norms on the stream",
            "mha-name",
        ),
    ]


def _size() -> str:
    return format_shape("BTE", (1, len(HOW_ARE_YOU.tokens), EMBED_DIM))


def _orders_in_words() -> str:
    return (
        "Two orders of a block, each with the residual stream as a straight line. Norm "
        "before, called pre-norm: a copy goes through LayerNorm and attention and is "
        "added, then another through LayerNorm and the MLP: the line passes no norm. "
        "Norm after, called post-norm: copies go through attention and the MLP alone, "
        "and a LayerNorm stands on the line after each addition, so that "
        f"{BLOCKS} blocks put {len(PARTS) * BLOCKS} norms on it."
    )
