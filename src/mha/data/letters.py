"""Letters that come again, in an order never seen: a language without sense."""

import torch
from torch import Tensor

LETTERS, SHORTEST, LONGEST = 16, 6, 12  # tokens; a period's least and most of them


def repeats(
    count: int,
    length: int = 24,
    vocab_size: int = LETTERS,
    shortest: int = SHORTEST,
    longest: int = LONGEST,
    generator: torch.Generator | None = None,
) -> tuple[Tensor, Tensor]:
    """Sequences of letters that repeat themselves after a period of their own.

    The alphabet is cut between any two letters with a chance of 1/2, the pieces are
    shuffled, and the first letters of that, as many as the period, come over and over.
    So in more than half of all places the alphabet's next letter follows; the rest is
    random in the first period, and in the repeats was there before.

    Args:
        count: N, how many sequences.
        length: T, guesses per sequence, which has one token more.
        vocab_size: V, letters of the alphabet.
        shortest, longest: a period has between so many letters, all different.
        generator: where the chances come from; PyTorch's own when omitted.

    Returns:
        ids (N, T + 1), periods (N,).

    Raises:
        ValueError: shortest is below 2, or above longest, or longest above V.
    """
    if not 2 <= shortest <= longest <= vocab_size:
        raise ValueError(
            f"shortest {shortest} and longest {longest}: expected 2 to {vocab_size}, "
            "in this order"
        )
    shape = (count, vocab_size)
    cut = torch.rand(shape, generator=generator) < 0.5
    piece = cut.cumsum(dim=1).clamp(max=vocab_size - 1)  # (N, V), each letter's
    place = torch.rand(shape, generator=generator).gather(1, piece)
    letters = place.argsort(dim=1, stable=True)  # (N, V); a piece stays in order
    return come_again(letters, length, shortest, longest, generator)


def come_again(
    letters: Tensor,
    length: int,
    shortest: int = SHORTEST,
    longest: int = LONGEST,
    generator: torch.Generator | None = None,
) -> tuple[Tensor, Tensor]:
    """The first letters of each row over and over, as many as a period drawn for it.

    Args:
        letters: (N, V), each row in an order of its own.
        length, shortest, longest, generator: as in `repeats`.

    Returns:
        ids (N, T + 1), periods (N,).
    """
    drawn = (len(letters),)
    periods = torch.randint(shortest, longest + 1, drawn, generator=generator)
    turn = torch.arange(length + 1) % periods[:, None]  # (N, T + 1)
    return letters.gather(1, turn), periods
