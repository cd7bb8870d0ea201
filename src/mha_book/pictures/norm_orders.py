"""LayerNorm before each part of a block, or after it: what the stream passes."""

from mha_book.examples import HOW_ARE_YOU
from mha_book.pictures.markup import Diagram, Node, node
from mha_book.pictures.numbers import sized
from mha_book.pictures.shapes import moved, text
from mha_book.pictures.stream import BOX, STREAM, box, branch, lower, stream

WIDTH, BLOCKS = 4, 12  # E; as many blocks as GPT-2 small has
FRAME, HIGH, START, END = 330, 528, 74, 486  # px: a frame, and its stream's ends
PARTS = (("attention", "attention_norm"), ("mlp", "mlp_norm"))
LABELS = {"attention": "attention", "mlp": "MLP"}


def norm_orders() -> Diagram:
    """Two blocks side by side: a norm on each branch, or on the stream itself."""
    before, after = _before(), _after()
    wide = (moved(1, 0, *before), moved(357, 0, *after))
    tall = (moved(14, 0, *before), moved(14, HIGH + 20, *after))
    alt = _in_words()
    narrow = Diagram(tall, 358, 2 * HIGH + 22, alt)
    return Diagram(wide, 688, HIGH + 2, alt, narrow=narrow)


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
        moved(22, 0, *parts),
        text(34 + STREAM, 44, f"in: x {_size()}", "mha-start"),
        text(36 + STREAM, END - 6, f"out: x {_size()}", "mha-start"),
        text(
            *(FRAME / 2, END + 24),
            f"{BLOCKS} blocks: {norms * BLOCKS} norms on the stream",
            "mha-name",
        ),
    ]


def _size() -> str:
    return sized("BTE", (1, len(HOW_ARE_YOU.tokens), WIDTH))


def _in_words() -> str:
    return (
        "Two orders of a block, each with the residual stream as a straight line. Norm "
        "before, called pre-norm: a copy goes through LayerNorm and attention and is "
        "added, then another through LayerNorm and the MLP: the line passes no norm. "
        "Norm after, called post-norm: copies go through attention and the MLP alone, "
        "and a LayerNorm stands on the line after each addition, so that "
        f"{BLOCKS} blocks put {len(PARTS) * BLOCKS} norms on it."
    )
