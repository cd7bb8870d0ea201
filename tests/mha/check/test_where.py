"""Where something is wrong: what is right, and in which part the rest is not."""

from typing import Any

import torch

from mha import check
from mha.check.fault import Listing
from mha.check.subjects import model


def changed(listing: Listing, *lines: tuple[str, str]) -> Any:
    """A listing of the catalogue with lines of one's own, as a class."""
    return listing.changed(lines).solution()


def block(before: str, after: str) -> str:
    found = check.block(changed(model.BLOCK.listing, (before, after)))
    assert not found.ok
    return found.where()


def test_a_wrong_first_half_of_a_block_is_told_from_a_wrong_second_one() -> None:
    first = block("x = x + gathered", "x = x + 0.9 * gathered")
    assert "its weights are right." in first
    assert "While its MLP is made to add nothing, its output is wrong, too" in first
    second = block("F.silu(self.gate(x))", "F.silu(self.gate(x)) ** 2")
    assert "its weights are right." in second
    assert "While its MLP is made to add nothing, its output is right" in second


def test_behind_wrong_weights_nothing_is_said_of_the_output() -> None:
    where = block("self.attention_norm(x), mask", "2 * self.attention_norm(x), mask")
    assert where == "On five words, its weights are wrong already."


def multi_head(
    scores=lambda s: s,
    values=lambda v: v,
    last=lambda joined, w_o: joined @ w_o,
):
    """Write many heads with something of one's own in one place."""

    def mine(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
        q, k, v = (
            (x @ w).unflatten(-1, (num_heads, -1)).transpose(-3, -2)
            for w in (w_q, w_k, w_v)
        )
        made = scores(q @ k.mT / q.shape[-1] ** 0.5)
        if mask is not None:
            made = made.masked_fill(~mask, -torch.inf)
        weights = made.softmax(-1)
        heads = weights @ values(v)
        return last(heads.transpose(-3, -2).flatten(-2), w_o), weights

    found = check.multi_head(mine)
    assert not found.ok
    return found.where()


def test_many_heads_say_whether_the_output_matrix_is_to_blame() -> None:
    before = multi_head(values=lambda v: 0.9 * v)
    assert "its weights are right. With an output matrix that" in before
    assert before.endswith("look at what comes before that matrix.")
    own = multi_head(last=lambda joined, w_o: joined @ w_o.abs())
    assert own.endswith("its output is right: look at that matrix.")


def test_the_first_head_that_differs_is_told_and_no_part_behind_it() -> None:
    def third(scores):
        if scores.shape[-3] < 3:
            return scores
        return torch.cat([scores[..., :2, :, :], 0.9 * scores[..., 2:, :, :]], -3)

    where = multi_head(scores=third)
    assert "of its weights those of head 2 are the first that differ" in where
    assert "output" not in where
    assert "already" in multi_head(scores=lambda s: 0.9 * s)


def test_weights_are_held_as_closely_as_the_call_asks_and_no_closer() -> None:
    """A decoder's may be off by a thousandth, as another ε of its norms makes them."""
    lines = ("weights.append(looks)", "weights.append(looks * 1.0005)")
    more = ("return logits, weights", "return logits + 1, weights")
    found = check.decoder(changed(model.DECODER.listing, lines, more))
    assert not found.ok
    assert "weights are right" in found.where()
