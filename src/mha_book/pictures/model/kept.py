"""What a layer keeps of the tokens that it has read, by the kind of its attention."""

from collections.abc import Sequence

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import text

TOKENS, WINDOW, HEADS, DIM = 16, 4, 4, 16
NOTE, TURNED = 24, 8  # of latent attention: the note, and its rotated part
ACROSS, DEEP = 8.5, 0.9  # px: a token, and one of its numbers
LEFT = 36  # px: room for the letters
HIGH = 2 * HEADS * DIM * DEEP  # of the largest
Parts = Sequence[tuple[str, int]]  # a role, and how many numbers of a token


@picture
def kept_by_kind() -> Diagram:
    """Six kinds of attention: what each keeps of 16 tokens, all on one scale."""
    panels = [
        _panel("MHA", "a key per head", _keys(HEADS)),
        _panel("GQA", "two heads share", _keys(2)),
        _panel("MQA", "all heads share", _keys(1)),
        _panel("MLA", "a note, a turned key", (("note", NOTE), ("key", TURNED))),
        _panel("window", f"the last {WINDOW} tokens", _keys(HEADS), WINDOW),
        _sums(),
    ]
    rows = [row(panels[k : k + 3], 70) for k in (0, 3)]
    pairs = [row(panels[k : k + 2], 2) for k in (0, 2, 4)]
    said = ", ".join(f"{name} {count:,}" for name, count in totals().items())
    alt = (
        f"What one layer with {HEADS} heads of width {DIM} keeps after {TOKENS} "
        f"tokens, as areas on one scale. Numbers kept: {said}. With the next token the "
        "first four grow by a column, the window drops its oldest one, and the sums of "
        "linear attention stay as large as they are."
    )
    return Diagram(alt, column(rows, 26), column(pairs, 26))


def totals() -> dict[str, int]:
    """Numbers that are kept after all tokens, by the kind."""
    heads = {"MHA": HEADS, "GQA": 2, "MQA": 1}
    found = {name: TOKENS * 2 * count * DIM for name, count in heads.items()}
    found |= {"MLA": TOKENS * (NOTE + TURNED), "window": WINDOW * 2 * HEADS * DIM}
    return found | {"linear": HEADS * (DIM + 1) * DIM}


def _keys(heads: int) -> Parts:
    return ("key", heads * DIM), ("value", heads * DIM)


def _panel(name: str, note: str, parts: Parts, last: int = TOKENS) -> Drawing:
    """A column for each token that is kept; a dashed outline for what is dropped."""
    each = sum(count for _, count in parts)
    said = f"{last}·{each} = {last * each:,} numbers"
    shapes, gone = [], TOKENS - last
    if gone:
        dropped = _box(0, 0, gone * ACROSS, each * DEEP, "stroke-dasharray: 3 3")
        shapes.append(node("g", dropped, class_="mha-dropped"))
    y = 0.0
    for role, count in parts:
        boxes = [
            _box(k * ACROSS, y, ACROSS, count * DEEP, FILLED)
            for k in range(gone, TOKENS)
        ]
        shapes.append(_named(LETTERS[role], y + count * DEEP / 2, boxes, role))
        y += count * DEEP
    return _titled(name, note, said, shapes)


LETTERS = {"key": "K", "value": "V", "note": "note"}


def _named(letter: str, y: float, boxes: list[Node], role: str = "") -> Node:
    """Boxes of one role, and what they are called at their left."""
    name = text(-6, y, letter, "mha-small mha-end")
    return node("g", *boxes, name, class_=f"mha-kept mha-{role}".removesuffix("mha-"))


def _sums() -> Drawing:
    """Linear attention: a table and a row for each head, whatever has been read."""
    each = (DIM + 1) * DIM
    deep = each * DEEP / TOKENS  # as high as makes its area right
    across = TOKENS * ACROSS
    boxes = [_box(0, h * deep, across, deep, FILLED) for h in range(HEADS)]
    said = f"{HEADS}·{each} = {HEADS * each:,} numbers"
    shapes = [_named("sum", HEADS * deep / 2, boxes)]
    return _titled("linear", "a sum per head", said, shapes)


FILLED = "fill: color-mix(in srgb, var(--part, var(--faint)) 40%, var(--ground));"


def _box(x: float, y: float, width: float, height: float, style: str) -> Node:
    look = f"{style}; stroke: var(--part, var(--faint))".replace(";;", ";")
    if "fill" not in style:
        look = f"fill: none; {look}"
    at = {"x": x, "y": y, "width": width, "height": height}
    return node("rect", **at, style=look)


def _titled(name: str, note: str, said: str, shapes: list[Node]) -> Drawing:
    parts = [
        text(1 - LEFT, -32, name, "mha-name mha-start"),
        text(1 - LEFT, -14, note, "mha-small mha-start"),
        *shapes,
        text(1 - LEFT, HIGH + 16, said, "mha-small mha-start"),
    ]
    return panel((LEFT, 44), (LEFT + TOKENS * ACROSS + 1, HIGH + 72), parts)
