"""What is told beside the name of a mistake: where it is, and who is meant."""

import math

import torch

from mha import check
from mha.check.subjects import SUBJECTS


def with_fault(name: str, fault: str):
    """A listing of the catalogue with one of its faults."""
    subject = next(one for one in SUBJECTS if one.name == name)
    named = next(one for one in subject.listing.faults if one.name == fault)
    return subject.listing.with_faults(named)


def scaled_in_head_1(x, w_q, w_k, w_v, w_o, num_heads, mask=None):
    q, k, v = (
        (x @ w).unflatten(-1, (num_heads, -1)).transpose(-3, -2)
        for w in (w_q, w_k, w_v)
    )
    scores = q @ k.mT / math.sqrt(q.shape[-1])
    scores[..., 1:, :, :] *= 0.7
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1)
    return (weights @ v).transpose(-3, -2).flatten(-2) @ w_o, weights


def test_the_first_head_that_differs_is_told_and_shown() -> None:
    found = check.multi_head(scaled_in_head_1)
    assert not found.faults
    where = "On two words and two heads, of its weights those of head 1 are the first"
    assert where in str(found)
    assert found.hint().startswith(where)
    assert "(table [1], the first that differs, of shape (2, 2, 2))" in str(found)


def test_where_the_first_table_differs_it_is_called_the_first() -> None:
    found = with_fault("multi_head", "Divided by the root of the model’s width")
    said = str(check.multi_head(found))
    assert "(the first table of shape (2, 2, 2))" in said
    assert "the first that differs" not in said


def test_what_is_right_there_is_told() -> None:
    def doubled(*given):
        output, weights = with_fault("multi_head", "The output’s matrix is left out")(
            *given
        )
        return 1.5 * output, weights

    assert "its weights are right." in check.multi_head(doubled).hint()


def test_a_block_of_the_decoder_is_told() -> None:
    right = next(one for one in SUBJECTS if one.name == "Decoder").listing.solution()

    class Louder(right):
        def forward(self, ids, mask=None):
            self.blocks[1].attention_norm.weight.mul_(1.3)
            return super().forward(ids, mask)

    assert "those of block 1, text 0, head 0" in check.decoder(Louder).hint()


def test_an_index_that_is_not_spread_is_wrong_in_a_batch() -> None:
    def mine(query, key, value, mask=None):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if mask is not None:
            scores[~mask] = -math.inf
        weights = scores.softmax(-1)
        return weights @ value, weights

    found = check.attend(mine)
    assert not found.ok
    assert "(3, 5) for both of them" in found.found
    assert [one.name for one in found.faults] == ["One mask is not spread over a batch"]


def test_a_leak_of_padding_says_who_sees_it() -> None:
    def causal(lengths, T):
        real = (torch.arange(T) < lengths[:, None])[:, None, None]
        return real & torch.ones(T, T, dtype=torch.bool).tril()

    assert "its word 1 is hidden from place 0." in str(check.padding_mask(causal))


def test_a_shape_that_misfits_is_not_told_as_what_does_not_run() -> None:
    class Small(torch.nn.Module):
        def __init__(self, width, heads):
            super().__init__()
            parts = ("query", "key", "value")
            for part in parts:
                setattr(self, part, torch.nn.Linear(width // 2, width // 2, bias=False))
            self.output = torch.nn.Linear(width, width, bias=False)

    found = check.multi_head(Small)
    assert found.fails == "Its parameters have the shapes that they should have"


def test_a_mistake_of_the_loss_is_named_in_a_step() -> None:
    def sums(model, optimizer, ids):
        logits = model(ids[:, :-1])[0]
        loss = torch.nn.functional.cross_entropy(logits.mT, ids[:, 1:], reduction="sum")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    found = check.learn(sums)
    assert [one.name for one in found.faults] == ["The losses are summed"]
    assert not found.notes


def test_what_is_free_is_no_remark_on_what_is_wrong() -> None:
    assert not check.block(with_fault("Block", "The MLP has no bend")).notes
