"""Properties that any attention has, however it is called and written."""

from collections.abc import Callable
from dataclasses import dataclass

from mha.check.clinic.averages import (
    large_stays_finite,
    rows_are_whole,
    same_words_same_output,
)
from mha.check.clinic.exam import Exam
from mha.check.clinic.manners import (
    holds_its_layers,
    leaves_its_input,
    same_again,
    texts_stay_apart,
)
from mha.check.clinic.others import asks_the_other_text, kept_as_all_at_once
from mha.check.clinic.sights import hidden_is_hidden, nobody_looks_ahead, words_meet
from mha.check.clinic.ways_back import gradients_arrive


@dataclass(frozen=True)
class Sign:
    """A property, and the page that is about it.

    Attributes:
        told: a plain sentence.
        page: of the book.
        find: what is found against it; None where it holds.
    """

    told: str
    page: str
    find: Callable[[Exam], str | None]


SIGNS = (
    Sign("It leaves its input as it is", "walk-back", leaves_its_input),
    Sign("After eval(), the same call gives the same", "masks-in-practice", same_again),
    Sign("The texts of a batch stay apart", "pytorch-module", texts_stay_apart),
    Sign(
        "All that learns is among its parameters", "heads-in-a-loop", holds_its_layers
    ),
    Sign("Words read other words", "queries-keys-values", words_meet),
    Sign("No word looks ahead", "hide-the-future", nobody_looks_ahead),
    Sign("What a mask hides changes nothing", "mask-conventions", hidden_is_hidden),
    Sign("Each row of weights sums to 1", "attention-by-hand", rows_are_whole),
    Sign(
        "Equal words give what one of them gives",
        "attention-by-hand",
        same_words_same_output,
    ),
    Sign("Large numbers stay finite", "softmax-and-scale", large_stays_finite),
    Sign("Queries ask the other text", "cross-attention", asks_the_other_text),
    Sign("Gradients reach every matrix", "walk-back", gradients_arrive),
    Sign("Word by word is as all at once", "keep-keys-and-values", kept_as_all_at_once),
)
