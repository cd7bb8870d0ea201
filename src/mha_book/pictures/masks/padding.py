"""Texts of different length in one batch: padded on a side, or packed in a row."""

from collections.abc import Sequence

import torch
from torch import Tensor

from mha.attention.masks import causal_mask
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import ORDERS, TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, digits, lane, text
from mha_book.pictures.kit.tiles import CELL, ROW, cell, tile

WIDE, HIGH = CELL + 12, ROW + 34  # px from one word to the next
PAD = "pad"
SENTENCES = TOKENS, TOKENS[:-1]
LENGTH = len(TOKENS)


@picture
def padding_sides() -> Diagram:
    """How are you and how are, padded on either side to be continued."""
    sides = [panel((8, 0), (332, 220), _side(side)) for side in ("right", "left")]
    return Diagram(_padding_in_words(), row(sides, 12), column(sides, 16))


def rows(side: str) -> list[tuple[list[str], list[int]]]:
    """Each sentence's words with its padding, and their positions."""
    made = []
    for words in SENTENCES:
        pads = [PAD] * (LENGTH - len(words))
        own, none = list(range(len(words))), [0] * len(pads)
        if side == "left":
            made.append(([*pads, *words], none + own))
        else:
            made.append(([*words, *pads], own + none))
    return made


def _side(side: str) -> list[Node]:
    """The batch as a table, its last column framed, and what is read off it."""
    bottom = 52 + HIGH * len(SENTENCES)
    shape = (len(SENTENCES), LENGTH)
    read = numbers.format_shape("BE", (shape[0], numbers.embeddings().shape[1]))
    parts = [
        text(4, 10, f'padding_side="{side}"', "mha-code mha-start"),
        lane(2 * WIDE - 3, 34, WIDE, bottom - 42),
    ]
    for i, sentence in enumerate(rows(side)):
        parts += _row(42 + i * HIGH, *sentence)
    under = f"words, and positions: {numbers.format_shape('BT', shape)}"
    last_column = f"last column, in the output: {read}"
    parts.append(text(4, bottom + 6, under, "mha-small mha-start"))
    parts.append(text(4, bottom + 24, last_column, "mha-small mha-start"))
    return parts


def _row(y: float, words: list[str], positions: list[int]) -> list[Node]:
    """One sentence, its positions below, and what follows its last column."""
    parts, end = [], LENGTH * WIDE
    for j, (word, position) in enumerate(zip(words, positions, strict=True)):
        x = j * WIDE + 3
        kind, below = ("mha-hidden", "–") if word == PAD else ("", str(position))
        parts.append(cell(x, y, word, class_=kind))
        parts.append(text(x + CELL / 2, y + ROW + 11, below, "mha-small"))
    follows = "no word here" if words[-1] == PAD else f"what follows {words[-1]}"
    parts.append(arrow((end, y + ROW / 2), (end + 34, y + ROW / 2)))
    parts.append(text(end + 40, y + ROW / 2, follows, "mha-small mha-start"))
    return parts


def _padding_in_words() -> str:
    (_, (short, _)), (_, (moved_right, positions)) = rows("right"), rows("left")
    counted = ", ".join(
        str(p) for w, p in zip(moved_right, positions, strict=True) if w != PAD
    )
    return (
        f"A batch of how are you and how are. With padding on the right its second row "
        f"is {' '.join(short)}: in the last column, from which the next word is read, "
        f"stands padding. On the left it is {' '.join(moved_right)}: the last column "
        f"has a word, and the positions of the two words are {counted}."
    )


WORDS = [TOKENS[k] for order in ORDERS for k in order]
PACKED, NARROW = len(WORDS), 38  # px, a cell


@picture
def packed_texts() -> Diagram:
    """How are you, you how are: the causal mask alone, and with the block-diagonal."""
    panels = [
        _panel(
            "causal mask alone",
            _packed_weights(torch.ones(PACKED, PACKED).bool()),
            range(PACKED),
        ),
        _panel(
            "causal and block-diagonal", _packed_weights(_blocks()), [*range(3)] * 2
        ),
    ]
    return Diagram(_packing_in_words(), row(panels, 24), column(panels, 16))


def _blocks() -> Tensor:
    """(T, T), True where both words are of one text."""
    text_of = torch.arange(len(ORDERS)).repeat_interleave(len(TOKENS))
    return text_of[:, None] == text_of


def _packed_weights(allowed: Tensor) -> Tensor:
    """Head 0's attention weights for the whole row, (T, T)."""
    batch = numbers.batch().flatten(0, 1)  # (B, T, E) -> (B·T, E)
    query, key = (batch @ numbers.matrix(n).T[:, :1] for n in ("query", "key"))
    return numbers.weights_of(query, key, causal_mask(PACKED) & allowed)


def _panel(title: str, weights: Tensor, positions: Sequence[int]) -> Drawing:
    """The weights, words at both edges, and the positions below."""
    names = {"row_names": WORDS, "column_names": WORDS}
    below = PACKED * ROW + 14
    look = {"title": title, "role": "weights", "width": NARROW}
    parts = [
        tile(0, 0, weights.tolist(), **look, **names),
        text(-7, below, "positions", "mha-small mha-end"),
        *(
            text((j + 0.5) * NARROW, below, str(k), "mha-small")
            for j, k in enumerate(positions)
        ),
    ]
    return panel((74, 48), (318, 244), parts)


def _packing_in_words() -> str:
    without, apart = (
        _packed_weights(torch.ones(PACKED, PACKED).bool())[3],
        _packed_weights(_blocks())[3],
    )
    return (
        "Head 0's attention weights for how are you and you how are in one row. With "
        "the causal mask alone the second text reads the first: its first word gives "
        f"{', '.join(map(digits, without[:4].tolist()))} to the first four words. "
        "With the block-diagonal mask it reads its own text alone, and gives itself "
        f"{digits(apart[3].item())}; its positions start again at 0."
    )
