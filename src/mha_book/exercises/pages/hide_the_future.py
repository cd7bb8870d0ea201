"""Exercises of the page on the causal mask."""

from dataclasses import replace

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import ATTEND, IN_ORDER, SENTENCES, real

CAUSAL = listing("causal_mask", "causal_mask")
NO_MASK = "Minus infinity where it is hidden"
OF_MASKS = ("mask", "Hidden", "hidden", "filled")


def pressed(draw: Draw) -> Question:
    """Ask for the whole mask."""
    words = draw.one_of(SENTENCES)[: draw.number(3, 4)]
    return Question(
        ask=f"In *{' '.join(words)}* every word may look at itself and at what stands "
        "before it. Which places of the mask are True?",
        given=[],
        run=lambda causal_mask: causal_mask(len(words)).ne(0),
        labels=words,
        columns=words,
    )


def masked(draw: Draw) -> tuple:
    """Draw a text of four words under the causal mask."""
    words = draw.one_of(SENTENCES)
    queries, keys = draw.table(4, 4), draw.table(4, 4)
    mask = torch.ones(4, 4, dtype=torch.bool).tril()
    return words, queries, keys, mask


def weights_of_a_word(draw: Draw) -> Question:
    """Ask for a row of weights under the mask."""
    words, queries, keys, mask = masked(draw)
    asks = draw.number(1, 2)
    return Question(
        ask=f"*{words[asks]}* asks, and the causal mask hides what comes after it. "
        "Which weights does it give the four words?",
        given=[
            Given(f"query of *{words[asks]}*", [queries[asks]]),
            Given("keys", keys, words),
        ],
        run=lambda attend: attend(
            real([queries[asks]]), real(keys), torch.eye(4), mask[asks : asks + 1]
        )[1][0],
        labels=words,
    )


def output_of_a_word(draw: Draw) -> Question:
    """Ask for an average under the mask."""
    words, queries, keys, mask = masked(draw)
    asks, values = 1, [[number] for number in draw.row(4, 1, 9)]
    return Question(
        ask=f"*{words[1]}* is the second word, and the mask is causal. Which number "
        "does attention give it? One decimal is enough.",
        given=[
            Given(f"query of *{words[1]}*", [queries[asks]]),
            Given("keys", keys, words),
            Given("values", values, words),
        ],
        run=lambda attend: attend(
            real([queries[asks]]), real(keys), real(values), mask[asks : asks + 1]
        )[0][0],
        labels=("output",),
    )


def leaky(draw: Draw) -> Question:
    """Show a table of weights under the mask, and what somebody's attend gives."""
    words, queries, keys, mask = masked(draw)
    return Question(
        ask="Three words under the causal mask. Somebody’s `attend` gives other "
        "weights than it should. Who can look at whom? And what do the rows sum to?",
        given=[],
        run=lambda attend: attend(
            real(queries[:3]), real(keys[:3]), torch.eye(3), mask[:3, :3]
        )[1],
        labels=words[:3],
        columns=words[:3],
    )


def lines(draw: Draw) -> Question:
    """Ask for attend's lines, among what goes wrong with masks."""
    return replace(weights_of_a_word(draw), ask=IN_ORDER.format("attend"), given=[])


NOT_OF_MASKS = tuple(
    fault.name
    for fault in ATTEND.faults
    if not any(word in fault.name for word in OF_MASKS)
)

EXERCISES = (
    Exercise(
        "mask",
        "mask",
        "The causal mask, by hand",
        CAUSAL,
        pressed,
        "Each row is a word that asks. The first word has nothing before it.",
        leave=(NO_MASK,),
    ),
    Exercise(
        "weights",
        "numbers",
        "A row under the mask",
        ATTEND,
        weights_of_a_word,
        "The scores of later words are −∞. So of which scores do you take the softmax?",
    ),
    Exercise(
        "output",
        "numbers",
        "What the second word takes",
        ATTEND,
        output_of_a_word,
        "The second word can look at two words. First their two weights.",
        tolerance=0.06,
    ),
    Exercise(
        "lines",
        "order",
        "The mask among the lines",
        ATTEND,
        lines,
        "Must the mask come before the softmax, or after it?",
        leave=NOT_OF_MASKS,
    ),
    Exercise("find", "find", "A table that leaks", ATTEND, leaky, leave=NOT_OF_MASKS),
)
