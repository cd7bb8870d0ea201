"""Which page has which exercises."""

from mha_book.exercises.exercise import Exercise
from mha_book.exercises.pages import (
    attention_by_hand,
    heads_in_one_product,
    hide_the_future,
)

PAGES: dict[str, tuple[Exercise, ...]] = {
    "attention-by-hand": attention_by_hand.EXERCISES,
    "heads-in-one-product": heads_in_one_product.EXERCISES,
    "hide-the-future": hide_the_future.EXERCISES,
}
