"""Where a decoder's parameters and operations are: each part's share, as bars."""

from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.shapes import move, text

VOCABULARY, CONTEXT, WIDTH, BLOCKS = 50257, 1024, 768, 12  # GPT-2 small
LONG = 8 * CONTEXT  # tokens of a longer text
PARTS = ("attention: matrices", "scores, averages", "MLP", "embeddings, logits")
BAR, PITCH, TOP = 15, 25, 44  # px, a bar's height, to the next, and the first


@picture
def model_cost() -> Diagram:
    """Shares of GPT-2 small's parameters, and of its operations for two lengths."""
    shares = {
        "parameters": _shares(parameters()),
        f"operations, {CONTEXT:,} tokens": _shares(operations(CONTEXT)),
        f"operations, {LONG:,} tokens": _shares(operations(LONG)),
    }
    panels = [_panel(title, row) for title, row in shares.items()]
    ends = TOP + PITCH * len(PARTS)
    wide = (
        move(0, TOP, *_labels()),
        *(move(160 + 180 * k, 0, *panel) for k, panel in enumerate(panels)),
    )
    tall = (
        move(140, (ends + 16) * k, *panel, move(-140, TOP, *_labels()))
        for k, panel in enumerate(panels)
    )
    alt = _in_words(shares)
    return Diagram(alt, Drawing(wide, 688, ends), Drawing((*tall,), 358, 3 * ends + 32))


def parameters() -> list[int]:
    """Of each part, without biases and norms."""
    per_block = [4 * WIDTH**2, 0, 8 * WIDTH**2]
    return [BLOCKS * n for n in per_block] + [(VOCABULARY + CONTEXT) * WIDTH]


def operations(tokens: int) -> list[int]:
    """Of each part, per token of a text."""
    per_block = [8 * WIDTH**2, 4 * tokens * WIDTH, 16 * WIDTH**2]
    return [BLOCKS * n for n in per_block] + [2 * VOCABULARY * WIDTH]


def _shares(counts: list[int]) -> list[float]:
    return [n / sum(counts) for n in counts]


def _labels() -> list[Node]:
    return [
        text(0, PITCH * k + BAR / 2, part, "mha-start") for k, part in enumerate(PARTS)
    ]


def _panel(title: str, shares: list[float]) -> list[Node]:
    """A bar for each part, and its share in words."""
    look = "fill: color-mix(in srgb, var(--part, var(--faint)) 40%, var(--ground));"
    look += "stroke: var(--part, var(--faint))"
    name, _, note = title.partition(", ")
    parts: list[Node] = [
        text(0, 10, name, "mha-name mha-start"),
        text(0, 27, note or "without biases, norms", "mha-small mha-start"),
    ]
    for k, share in enumerate(shares):
        y = TOP + PITCH * k
        bar = node("rect", x=0, y=y, width=200 * share, height=BAR, style=look)
        role = "mha-weights" if "scores" in PARTS[k] else ""
        parts.append(node("g", bar, class_=role))
        said = f"{share:.0%}"
        parts.append(text(200 * share + 6, y + BAR / 2, said, "mha-small mha-start"))
    return parts


def _in_words(shares: dict[str, list[float]]) -> str:
    said = "; ".join(
        f"{title}: "
        + ", ".join(f"{part} {n:.0%}" for part, n in zip(PARTS, row, strict=True))
        for title, row in shares.items()
    )
    return (
        f"GPT-2 small, with {BLOCKS} blocks of width {WIDTH}: each part’s share as a "
        f"bar. {said}. Per token, only scores and averages cost more in a longer text."
    )
