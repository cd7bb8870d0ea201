"""Padding on the right and on the left: what stands in the last column."""

from mha_book.pictures import numbers
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import CELL, ROW, arrow, cell, lane, moved, text

WIDE, HIGH = CELL + 12, ROW + 34  # px from one word to the next
PAD = "pad"
SENTENCES = TOKENS, TOKENS[:-1]
T = len(TOKENS)


def padding_sides() -> Diagram:
    """How are you and how are, padded on either side to be continued."""
    right, left = _side("right"), _side("left")
    wide = (moved(8, 0, *right), moved(352, 0, *left))
    tall = (moved(20, 0, *right), moved(20, 236, *left))
    alt = _in_words()
    return Diagram(wide, 676, 220, alt, narrow=Diagram(tall, 358, 456, alt))


def rows(side: str) -> list[tuple[list[str], list[int]]]:
    """Each sentence's words with its padding, and their positions."""
    made = []
    for words in SENTENCES:
        pads = [PAD] * (T - len(words))
        own, none = list(range(len(words))), [0] * len(pads)
        if side == "left":
            made.append(([*pads, *words], none + own))
        else:
            made.append(([*words, *pads], own + none))
    return made


def _side(side: str) -> list[Node]:
    """The batch as a table, its last column framed, and what is read off it."""
    bottom = 52 + HIGH * len(SENTENCES)
    shape = (len(SENTENCES), T)
    read = numbers.sized("BE", (shape[0], numbers.embeddings().shape[1]))
    parts = [
        text(4, 10, f'padding_side="{side}"', "mha-code mha-start"),
        lane(2 * WIDE - 3, 34, WIDE, bottom - 42),
    ]
    for i, row in enumerate(rows(side)):
        parts += _row(42 + i * HIGH, *row)
    under = f"words, and positions: {numbers.sized('BT', shape)}"
    last_column = f"last column, in the output: {read}"
    parts.append(text(4, bottom + 6, under, "mha-small mha-start"))
    parts.append(text(4, bottom + 24, last_column, "mha-small mha-start"))
    return parts


def _row(y: float, words: list[str], positions: list[int]) -> list[Node]:
    """One sentence, its positions below, and what follows its last column."""
    parts, end = [], T * WIDE
    for j, (word, position) in enumerate(zip(words, positions, strict=True)):
        x = j * WIDE + 3
        kind, below = ("mha-hidden", "–") if word == PAD else ("", str(position))
        parts.append(cell(x, y, word, class_=kind))
        parts.append(text(x + CELL / 2, y + ROW + 11, below, "mha-small"))
    follows = "no word here" if words[-1] == PAD else f"what follows {words[-1]}"
    parts.append(arrow((end, y + ROW / 2), (end + 34, y + ROW / 2)))
    parts.append(text(end + 40, y + ROW / 2, follows, "mha-small mha-start"))
    return parts


def _in_words() -> str:
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
