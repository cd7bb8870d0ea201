"""The worked example: the one place its numbers stand.

Chapters, figures, explorers and tests all read it from here.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class WorkedExample:
    """A sentence small enough to compute by hand.

    Attributes:
        tokens: T words.
        ids: T vocabulary numbers.
        embeddings: (T, E) one vector a token.
        scores: (T, T) invented similarities, chosen to read easily; no
            embeddings give them as products with themselves.
    """

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    embeddings: tuple[tuple[float, ...], ...]
    scores: tuple[tuple[float, ...], ...]


HOW_ARE_YOU = WorkedExample(
    tokens=("how", "are", "you"),
    ids=(10, 3, 5),
    embeddings=((1.1, 1.2), (2.1, 2.2), (3.1, 3.2)),
    scores=((0.5, 0.1, 0.4), (0.1, 0.8, 0.3), (0.4, 0.3, 0.1)),
)
