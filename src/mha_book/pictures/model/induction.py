"""An induction head: one head notes what stood before, another looks that up."""

import torch

from mha.attention.functional import scaled_dot_product_attention
from mha.attention.masks import causal_mask
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.shapes import arrow, line, list_weights, move, text, tip
from mha_book.pictures.kit.tiles import ROW, cell, tile

SEQUENCE = "dbhkd"  # its last letter has come before
SHARP = 10.0  # what scores are multiplied by: a match takes nearly all weight
WIDE, PITCH, LEFT = 52, 58, 6  # px: a cell, from one to the next, the first
TOKENS, BEFORE, ASKS, WEIGHTS = 34, 112, 196, 250  # px: where each row begins
OVER = 12  # px: where the copied value passes
# What a row is called, and where that stands between the rows of the narrow layout.
LABELS = (
    ("tokens", LEFT, 20),
    ("layer 0: which token stood before", LEFT + 1.65 * PITCH, BEFORE + ROW + 16),
    ("layer 1: look that up, and copy", LEFT, WEIGHTS - 14),
    ("attention weights of the last token", LEFT, WEIGHTS + ROW + 16),
)


@picture
def induction_circuit() -> Diagram:
    """Tokens; below them what layer 0 wrote; the last one's query in layer 1."""
    last = len(SEQUENCE) - 1
    weights = last_weights()
    found = weights.index(max(weights))
    row = tile(LEFT - 3, WEIGHTS, [weights], role="weights", width=PITCH)
    parts = [*_tokens(), *_before(), *_asks(last, found), *_copies(last, found), row]
    beside = [
        text(302, y + ROW / 2, name, "mha-name mha-end")
        for y, (name, *_) in zip((TOKENS, BEFORE, ASKS, WEIGHTS), LABELS, strict=True)
    ]
    between = [text(x, y, name, "mha-name mha-start") for name, x, y in LABELS]
    alt = _in_words(found, weights)
    wide = (*beside, move(322, 0, *parts))
    return Diagram(alt, Drawing(wide, 680, 284), Drawing((*parts, *between), 358, 306))


def last_weights() -> list[float]:
    """The last token's attention weights in layer 1, with one-hot tokens."""
    kinds = sorted(set(SEQUENCE))
    one_hot = torch.eye(len(kinds))[[kinds.index(letter) for letter in SEQUENCE]]
    before = torch.diag(torch.ones(len(SEQUENCE) - 1), -1) @ one_hot  # (T, V)
    mask = causal_mask(len(SEQUENCE))
    inputs = (one_hot, before, one_hot)
    return scaled_dot_product_attention(*inputs, mask, scale=SHARP)[1][-1].tolist()


def _middle(k: int) -> float:
    return LEFT + k * PITCH + WIDE / 2


def _cell(k: int, y: float, words: str, class_: str = "") -> Node:
    return cell(LEFT + k * PITCH, y, words, width=WIDE, class_=class_)


def _tokens() -> list[Node]:
    return [_cell(k, TOKENS, letter) for k, letter in enumerate(SEQUENCE)]


def _before() -> list[Node]:
    """Layer 0: an arrow from each token to what the next one writes down."""
    parts = []
    for k, letter in enumerate(SEQUENCE[:-1]):
        start, end = (_middle(k), TOKENS + ROW), (_middle(k + 1), BEFORE)
        parts.append(line(start, end, class_="mha-arrow"))
        parts.append(tip(start, end))
        parts.append(_cell(k + 1, BEFORE, f"after {letter}", "mha-key"))
    return parts


def _asks(last: int, found: int) -> list[Node]:
    """Layer 1: the last token's query, and the key that it matches."""
    x, y = _middle(found), ASKS + ROW / 2
    path = [(LEFT + last * PITCH, y), (x, y), (x, BEFORE + ROW)]
    return [
        arrow(*path, role="weights"),
        _cell(last, ASKS, f"after {SEQUENCE[last]}?", "mha-query"),
        text(x + 10, y - 11, "query matches key", "mha-small mha-start"),
    ]


def _copies(last: int, found: int) -> list[Node]:
    """The value found, as the guess of the next token."""
    start, end = _middle(found), _middle(last + 1)
    path = [(start, TOKENS), (start, OVER), (end, OVER), (end, TOKENS)]
    return [
        arrow(*path, role="value"),
        _cell(last + 1, TOKENS, SEQUENCE[found], "mha-value mha-lit"),
        text(end, TOKENS + ROW + 14, "next", "mha-small"),
    ]


def _in_words(found: int, weights: list[float]) -> str:
    last, copied = SEQUENCE[-1], SEQUENCE[found]
    return (
        f"The tokens {', '.join(SEQUENCE)}. In layer 0 each token attends to the one "
        f"before it and notes which that was. In layer 1 the last token, {last}, asks "
        f"who stands after {last}: its query matches the key of token {copied}, and "
        f"{copied} is copied as the next token. It gives "
        f"{list_weights(SEQUENCE, weights)}."
    )
