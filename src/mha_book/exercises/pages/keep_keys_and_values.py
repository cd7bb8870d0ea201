"""Exercises of the page on the cache."""

import torch

from mha.check.fault import listing
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise, Given, Question
from mha_book.exercises.pages.common import IN_ORDER, SENTENCES, own, real

CACHE, MASK, NUMBERS = (
    listing("cache", "Cache"),
    own("mask_with_cache"),
    own("cache_numbers"),
)
SHARED = ("All boxes are one",)  # what it gives depends on who called before


def shapes(draw: Draw) -> Question:
    """Ask for shapes after two calls."""
    batch, heads, words, width = draw.several([2, 3, 4, 5, 6, 7], 4)
    new = draw.number(1, 2)

    def run(kind):
        box = kind()
        box.append(*[torch.ones(batch, heads, words, width)] * 2)
        both = box.append(*[torch.ones(batch, heads, new, width)] * 2)
        return [*(one.shape for one in both), float(len(box))]

    return Question(
        ask=f"A box gets keys and values of shape {(batch, heads, words, width)}, and "
        f"then those of {new} more: {(batch, heads, new, width)}. Which shapes come "
        "back from the second call, and what is `len(box)`?",
        given=[],
        run=run,
        labels=("keys", "values", "len(box)"),
    )


def what_comes_back(draw: Draw) -> Question:
    """Ask for the numbers that come back."""
    keys, values = draw.row(3, 1, 9), draw.row(3, 11, 19)

    def run(kind):
        box, one = kind(), real([keys, values]).view(2, 1, 3, 1)
        box.append(*one[:, :, :2])
        return torch.cat([part.flatten() for part in box.append(*one[:, :, 2:])])

    return Question(
        ask="Keys and values are one number wide. Two words go into an empty box, and "
        "then a third one. What does the second call give back?",
        given=[
            Given("keys", [keys], columns=range(3)),
            Given("values", [values], columns=range(3)),
        ],
        run=run,
        labels=[f"{part} {n}" for part in ("key", "value") for n in range(3)],
    )


def who_may_look(draw: Draw) -> Question:
    """Ask for the mask of several new words."""
    words = draw.one_of(SENTENCES)
    new = draw.number(2, 3)
    return Question(
        ask=f"The box holds *{' '.join(words[: 4 - new])}*, and "
        f"*{' '.join(words[4 - new :])}* comes in. At what may each new word look?",
        given=[],
        run=lambda mask: mask(new, 4 - new).ne(0),
        labels=words[4 - new :],
        columns=words,
    )


def size(draw: Draw) -> Question:
    """Ask how many numbers are kept."""
    layers, groups, width = (
        draw.one_of([2, 3, 4]),
        draw.one_of([2, 3]),
        draw.one_of([4, 8]),
    )
    times, words = draw.one_of([2, 3]), draw.one_of([10, 50, 100])
    return Question(
        ask=f"A model has {layers} layers. In each, {groups * times} heads ask, in "
        f"{groups} groups that share keys and values, each {width} wide. How many "
        f"numbers are kept for a text of {words} words?",
        given=[],
        run=lambda count: [float(count(layers, groups * times, groups, width, words))],
        labels=("numbers",),
    )


def lines(draw: Draw) -> Question:
    """Fill a box in three calls."""
    numbers = [real(draw.table(3, 2)) for _ in range(2)]

    def run(kind):
        box, given = kind(), []
        for n in range(3):
            parts = [one.view(1, 3, 2)[:, n : n + 1] for one in numbers]
            given += [part.flatten() for part in box.append(*parts)]
        return torch.cat(given)

    return Question(ask=IN_ORDER.format("append"), given=[], run=run, labels=[""])


def step_by_step(draw: Draw) -> Question:
    """Show what three calls give."""
    heads, first = draw.several([2, 3, 4, 5], 2)

    def run(kind):
        box, rows = kind(), []
        for new in (first, 1, 1):
            both = box.append(*[torch.ones(heads, new, 3)] * 2)
            rows.append([len(box), *(one.shape[-2] for one in both)])
        return real(rows)

    return Question(
        ask=f"A box for {heads} heads gets {first} words, then one, then one more. "
        "After each call: its length, and how many keys and values come back.",
        given=[],
        run=run,
        labels=("1st call", "2nd call", "3rd call"),
        columns=("length", "keys", "values"),
    )


EXERCISES = (
    Exercise(
        "shapes",
        "shape",
        "What comes back",
        CACHE,
        shapes,
        "The words’ axis grows, and no other.",
        leave=SHARED,
    ),
    Exercise(
        "numbers",
        "numbers",
        "Who stands where?",
        CACHE,
        what_comes_back,
        "What is new stands behind what is old, and all of it comes back.",
        leave=SHARED,
    ),
    Exercise(
        "mask",
        "mask",
        "The new words’ mask",
        MASK,
        who_may_look,
        "A row for each new word, a column for each word of the text.",
    ),
    Exercise(
        "size",
        "numbers",
        "How large is the box?",
        NUMBERS,
        size,
        "A key and a value for each word, in each layer, for each group.",
    ),
    Exercise(
        "lines",
        "order",
        "The lines of append",
        CACHE,
        lines,
        leave=SHARED,
        of="append",
    ),
    Exercise("find", "find", "A box that forgets", CACHE, step_by_step, leave=SHARED),
)
