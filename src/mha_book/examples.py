"""The worked examples: the one place their numbers stand.

Chapters, figures, explorers and tests all read them from here.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class WorkedExample:
    """A sentence small enough to compute by hand.

    Attributes:
        tokens: T words.
        ids: T vocabulary numbers.
        embeddings: (T, E) one vector per token.
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


@dataclass(frozen=True)
class MatricesExample:
    """The four matrices of an attention layer, as wide as the embeddings.

    Attributes:
        query, key, value: (E, E) projections, output by input; with two heads row h
            is head h's.
        out: (E, E) the last projection, output by input.
    """

    query: tuple[tuple[float, ...], ...]
    key: tuple[tuple[float, ...], ...]
    value: tuple[tuple[float, ...], ...]
    out: tuple[tuple[float, ...], ...]


# On HOW_ARE_YOU's embeddings. Chosen by a search among matrices of one decimal: with
# two heads of width 1 one looks ahead and one back, no weight saturates, and the causal
# mask and added positions are seen in every panel that comes after them.
TWO_HEADS = MatricesExample(
    query=((-0.3, 0.6), (-0.9, 0.1)),
    key=((0.7, 0.2), (0.2, 0.3)),
    value=((0.6, 0.6), (-0.8, -0.4)),
    out=((-0.8, 0.4), (-0.8, -0.2)),
)


@dataclass(frozen=True)
class ManyHeadsExample:
    """Rows of numbers that name their place, so that they can be followed by eye.

    Attributes:
        embeddings: (T, E) one vector per token.
    """

    embeddings: tuple[tuple[float, ...], ...]


FOUR_STEPS = ManyHeadsExample(
    embeddings=((1, 10, 100, 1000), (2, 20, 200, 2000), (3, 30, 300, 4000))
)


@dataclass(frozen=True)
class StackingExample:
    """Two heads whose projections only pick two features and scale them.

    Attributes:
        embeddings: (T, E) one vector per token.
        weights: (H, D, E) one projection per head, output by input.
    """

    embeddings: tuple[tuple[float, ...], ...]
    weights: tuple[tuple[tuple[float, ...], ...], ...]


STACKING = StackingExample(
    embeddings=((1, 10, 100, 1000), (2, 20, 200, 2000), (3, 30, 300, 3000)),
    weights=(((10, 0, 0, 0), (0, 10, 0, 0)), ((20, 0, 0, 0), (0, 20, 0, 0))),
)


@dataclass(frozen=True)
class GrammarExample:
    """A sentence whose heads ask one question each.

    Attributes:
        tokens: T words.
        features: E names of what an embedding's numbers say.
        embeddings: (T, E) one vector per token.
        query, key, value: (E, E) projections, output by input.
    """

    tokens: tuple[str, ...]
    features: tuple[str, ...]
    embeddings: tuple[tuple[float, ...], ...]
    query: tuple[tuple[float, ...], ...]
    key: tuple[tuple[float, ...], ...]
    value: tuple[tuple[float, ...], ...]


# Row by row: who asks (query), who answers (key), what is handed over (value). The
# first two rows let noun and verb find each other, the last two article and noun.
THE_CAT_SAT = GrammarExample(
    tokens=("the", "cat", "sat"),
    features=("article", "noun", "verb", "alive"),
    embeddings=((1, 0, 0, 0), (0, 1, 0, 1), (0, 0, 1, 0)),
    query=((0, 0, 2, 0), (0, 2, 0, 0), (0, 2, 0, 0), (2, 0, 0, 0)),
    key=((0, 2, 0, 0), (0, 0, 2, 0), (2, 0, 0, 0), (0, 2, 0, 0)),
    value=((0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1)),
)


@dataclass(frozen=True)
class SentenceExample:
    """A sentence of small vectors, which are queries and keys as they are.

    Attributes:
        tokens: T words.
        embeddings: (T, E) one vector per token.
    """

    tokens: tuple[str, ...]
    embeddings: tuple[tuple[float, ...], ...]


YOUR_JOURNEY = SentenceExample(
    tokens=("Your", "journey", "starts", "with", "one", "step"),
    embeddings=(
        (0.43, 0.15, 0.89),
        (0.55, 0.87, 0.66),
        (0.57, 0.85, 0.64),
        (0.22, 0.58, 0.33),
        (0.77, 0.25, 0.10),
        (0.05, 0.80, 0.55),
    ),
)
