"""How pieces of words come about: frequent neighbours are joined, again and again."""

from collections.abc import Sequence

from mha_book.pictures.kit.gallery import picture_with
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.shapes import move, text
from mha_book.pictures.kit.tiles import ROW, cell

LETTER, BETWEEN = 21, 7  # px: a letter, and the gap between two words
STEP = 62  # px from one row to the next

Words = Sequence[Sequence[str]]
EXAMPLE = [
    ("", 0, [["h", "o", "w"], ["a", "r", "e"], ["n", "o", "w"]]),
    ("ow", 3, [["h", "ow"], ["a", "r", "e"], ["n", "ow"]]),
    ("how", 2, [["how"], ["a", "r", "e"], ["n", "ow"]]),
    ("ar", 2, [["how"], ["ar", "e"], ["n", "ow"]]),
]


@picture_with(steps=EXAMPLE)
def joined_pieces(steps: Sequence[tuple[str, int, Words]]) -> Diagram:
    """Words in pieces: a row for each step, what it joined in colour.

    Args:
        steps: what was joined ("" in the first step), how often its two halves stood
            side by side, and the words in their pieces afterwards.
    """
    rows = [move(2, k * STEP, *_row(*step)) for k, step in enumerate(steps)]
    letters = sum(len(piece) for word in steps[0][2] for piece in word)
    width = letters * LETTER + (len(steps[0][2]) - 1) * BETWEEN + 4
    return Diagram(_in_words(steps), Drawing(rows, width, len(steps) * STEP - 4))


def _row(joined: str, times: int, words: Words) -> list[Node]:
    """A title, and under it each word's pieces, as wide as their letters."""
    parts = [text(0, 12, _title(joined, times), "mha-small mha-start")]
    x = 0
    for word in words:
        for piece in word:
            width, lit = LETTER * len(piece), "mha-lit" if piece == joined else ""
            parts.append(cell(x, 24, piece, class_=lit, width=width, height=ROW))
            x += width
        x += BETWEEN
    return parts


def _title(joined: str, times: int) -> str:
    if not joined:
        return "every letter is a token"
    return f"“{joined}” is joined: found {times} times"


def _in_words(steps: Sequence[tuple[str, int, Words]]) -> str:
    """Each step with its words, their pieces parted by hyphens."""
    told = [
        f"{_title(joined, times)}: {' '.join('-'.join(word) for word in words)}."
        for joined, times, words in steps
    ]
    return "Words cut into tokens, step by step. " + " ".join(told)
