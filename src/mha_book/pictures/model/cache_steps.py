"""Attention one word at a time: what a step makes, and what the cache keeps for it."""

from collections.abc import Iterator
from dataclasses import dataclass

from torch import Tensor

from mha.attention.multihead import merge_heads, split_heads
from mha_book.examples import TWO_HEADS
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import digits, list_weights

HEADS = len(TWO_HEADS.query)


@dataclass(frozen=True)
class Step:
    """A step in which one word is new; its heads stand side by side, in columns.

    Attributes:
        number: of words that were read before.
        query: the new word's, (1, H).
        keys, values: all that are kept now, the new word's last, (Tk, H).
        weights: the row that the query asks for, for each head, (H, 1, Tk).
        output: the heads' outputs, joined, (1, H).
    """

    number: int
    query: Tensor
    keys: Tensor
    values: Tensor
    weights: Tensor
    output: Tensor

    @property
    def word(self) -> str:
        """The one that is new."""
        return TOKENS[self.number]

    @property
    def before(self) -> str:
        """The words that were read already."""
        return " and ".join(_quoted(self.number))


def _quoted(count: int) -> list[str]:
    """So many of the first words."""
    return [f"“{token}”" for token in TOKENS[:count]]


def walk_words() -> Iterator[Step]:
    """As the chapter's `step` does: one word, and what the words before it left."""
    made = [numbers.projected(name) for name in ("query", "key", "value")]  # (T, H)
    for k in range(len(TOKENS)):
        query, keys, values = made[0][k : k + 1], made[1][: k + 1], made[2][: k + 1]
        q, k_, v = (split_heads(t, HEADS) for t in (query, keys, values))  # (H, t, 1)
        weights = numbers.weights_of(q, k_)
        output = merge_heads(weights @ v)
        yield Step(k, query, keys, values, weights, output)


def in_lines(step: Step) -> list[str]:
    """What is written below the step: what it makes, what it does not, and one sum."""
    skipped = f"not computed again for {step.before}: q, k, v, weights"
    return [
        f"computed now for “{step.word}”: q, k, v, one row of weights",
        skipped if step.number else "in the cache before: nothing",
        _sum(step),
    ]


def _sum(step: Step) -> str:
    """How head 0's output is made."""
    weights, values = step.weights[0, 0].tolist(), step.values[:, 0].tolist()
    terms = (f"{digits(w)}·{digits(v)}" for w, v in zip(weights, values, strict=True))
    return f"head 0: {' + '.join(terms)} = {digits(step.output[0, 0].item())}"


def in_words(step: Step) -> str:
    """What a reader who cannot see the step should know."""
    count = step.number + 1
    words = _quoted(count)
    heads = "; ".join(
        f"head {head} gives {list_weights(words, row.tolist())}"
        for head, (row,) in enumerate(step.weights)
    )
    rows = f"{count} rows" if step.number else "one row"
    output = " and ".join(map(digits, step.output[0].tolist()))
    return (
        f"Step {count} reads “{step.word}”, and computes its query, its key and its "
        f"value. {_kept_in_words(step)} The cache now has {rows} of keys and of "
        f"values. Of the attention weights only the row of “{step.word}” is computed: "
        f"{heads}. The heads’ outputs, joined: {output}."
    )


def _kept_in_words(step: Step) -> str:
    if not step.number:
        return "Nothing was kept before."
    return f"Nothing of {step.before} is computed again, and no earlier query is kept."
