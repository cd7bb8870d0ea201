"""The questions of a sheet: the book's exercises, with numbers that no page shows."""

from dataclasses import replace
from typing import Any

from mha_book.exercises.answers import SEEDS, Instance, instance, undisturbed
from mha_book.exercises.contents import PAGES
from mha_book.exercises.draw import Draw
from mha_book.exercises.exercise import Exercise
from mha_book.exercises.posed import pose

# Where one query stands alone, these give a row of weights because its axis of 1 is
# repeated; nobody who computes by hand would write it.
ALONE = (
    "The queries are compared with themselves",
    "The queries and the keys are exchanged",
)
TRIES = 2  # draws, of which the one stays that tells more faults apart


def questions(page: str, seed: int) -> list[dict[str, Any]]:
    """Give a page's exercises, each with one question of this seed.

    Args:
        page: of the path, such as ``"hide-the-future"``.
        seed: 0 or a larger number; the same gives the same questions.

    Raises:
        ValueError: the page has no exercises, or the seed is below 0.
    """
    if page not in PAGES:
        raise ValueError(f"page is {page!r}; expected one of {', '.join(PAGES)}")
    if seed < 0:
        raise ValueError(f"seed is {seed}; expected 0 or a larger number")
    return [pose(one, drawn(one, seed)) for one in map(by_hand, PAGES[page])]


def by_hand(exercise: Exercise) -> Exercise:
    """Leave out the faults that nobody makes with pencil and paper."""
    if exercise.listing.name != "attend" or exercise.kind != "numbers":
        return exercise
    return replace(exercise, leave=(*exercise.leave, *ALONE))


def drawn(exercise: Exercise, seed: int) -> dict[int, Instance]:
    """Draw a question by a number that the pages, which count from 0, never reach."""
    first = SEEDS + TRIES * seed
    with undisturbed():
        found = {
            number: instance(exercise, Draw(f"{exercise.name} {number}"))
            for number in range(first, first + TRIES)
        }
    best = max(found, key=lambda number: len(found[number].wrong))
    return {best: found[best]}
