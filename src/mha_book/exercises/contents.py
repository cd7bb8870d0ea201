"""Which page has which exercises."""

from mha_book.exercises.exercise import Exercise
from mha_book.exercises.pages import (
    assemble_a_decoder,
    attention_by_hand,
    batched_products,
    heads_in_a_loop,
    heads_in_one_product,
    hide_the_future,
    how_a_model_learns,
    keep_keys_and_values,
    queries_keys_values,
    run_a_real_model,
    tell_the_order,
    transformer_block,
    write_the_next_word,
)

PAGES: dict[str, tuple[Exercise, ...]] = {
    "attention-by-hand": attention_by_hand.EXERCISES,
    "queries-keys-values": queries_keys_values.EXERCISES,
    "batched-products": batched_products.EXERCISES,
    "heads-in-a-loop": heads_in_a_loop.EXERCISES,
    "heads-in-one-product": heads_in_one_product.EXERCISES,
    "hide-the-future": hide_the_future.EXERCISES,
    "tell-the-order": tell_the_order.EXERCISES,
    "transformer-block": transformer_block.EXERCISES,
    "assemble-a-decoder": assemble_a_decoder.EXERCISES,
    "how-a-model-learns": how_a_model_learns.EXERCISES,
    "write-the-next-word": write_the_next_word.EXERCISES,
    "keep-keys-and-values": keep_keys_and_values.EXERCISES,
    "run-a-real-model": run_a_real_model.EXERCISES,
}
# Listings that are written on the page itself: mha_book.editor has them.
WRITTEN: dict[str, tuple[str, ...]] = {
    "attention-by-hand": ("attend",),
    "queries-keys-values": ("Head",),
    "batched-products": ("moved",),
    "heads-in-a-loop": ("HeadsInALoop",),
    "heads-in-one-product": ("split_heads", "merge_heads", "MultiHeadAttention"),
    "hide-the-future": ("causal_mask",),
    "tell-the-order": ("sinusoids", "rotate"),
}


def total_of(page: str) -> int:
    """Say how much there is on a page that can be solved."""
    return len(PAGES[page]) + len(WRITTEN.get(page, ()))
