"""Two texts packed into one row: attention weights without and with a wall between."""

import torch
from torch import Tensor

from mha.attention.masks import causal_mask
from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import ORDERS, TOKENS
from mha_book.pictures.shapes import ROW, moved, text, tile, written

WORDS = [TOKENS[k] for order in ORDERS for k in order]
T, WIDTH = len(WORDS), 38  # px, a cell


def packed_texts() -> Diagram:
    """How are you, you how are: the causal mask alone, and with the block-diagonal."""
    panels = [
        _panel("causal mask alone", _weights(torch.ones(T, T).bool()), range(T)),
        _panel("causal and block-diagonal", _weights(_blocks()), [*range(3)] * 2),
    ]
    wide = [moved(74 + 342 * k, 48, *panel) for k, panel in enumerate(panels)]
    tall = [moved(74, 48 + 260 * k, *panel) for k, panel in enumerate(panels)]
    alt = _in_words()
    narrow = Diagram(tuple(tall), 358, 504, alt)
    return Diagram(tuple(wide), 660, 244, alt, narrow=narrow)


def _blocks() -> Tensor:
    """(T, T), True where both words are of one text."""
    text_of = torch.arange(len(ORDERS)).repeat_interleave(len(TOKENS))
    return text_of[:, None] == text_of


def _weights(allowed: Tensor) -> Tensor:
    """Head 0's attention weights for the whole row, (T, T)."""
    batch = numbers.batch().flatten(0, 1)  # (B, T, E) -> (B·T, E)
    query, key = (batch @ numbers.matrix(n).T[:, :1] for n in ("query", "key"))
    return numbers.weights_of(query, key, causal_mask(T) & allowed)


def _panel(title: str, weights: Tensor, positions: range | list[int]) -> list[Node]:
    """The weights at 0, 0, words at both edges, and the positions below."""
    names = {"row_names": WORDS, "column_names": WORDS}
    below = T * ROW + 14
    return [
        tile(0, 0, weights.tolist(), title=title, role="weights", width=WIDTH, **names),
        text(-7, below, "positions", "mha-small mha-end"),
        *(
            text((j + 0.5) * WIDTH, below, str(k), "mha-small")
            for j, k in enumerate(positions)
        ),
    ]


def _in_words() -> str:
    without, apart = _weights(torch.ones(T, T).bool())[3], _weights(_blocks())[3]
    return (
        "Head 0's attention weights for how are you and you how are in one row. With "
        "the causal mask alone the second text reads the first: its first word gives "
        f"{', '.join(map(written, without[:4].tolist()))} to the first four words. "
        "With the block-diagonal mask it reads its own text alone, and gives itself "
        f"{written(apart[3].item())}; its positions start again at 0."
    )
