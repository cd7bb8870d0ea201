"""Where the heads of a language model look: shares of each head, window by window."""

import pytest
import torch
from torch.nn import functional as F

from mha import Task
from mha_book import next_token_step
from mha_book.experiments.head_shares import measure_head_shares


def test_shares_of_a_heads_weight_are_told_from_even_ones():
    """Head 0 looks to the token before, head 1 to its article's first token."""
    articles = torch.tensor([[0, 0, 0, 1, 1, 1, 1]])

    class Looking(torch.nn.Module):
        embedding = torch.nn.Embedding(1, 1, device="meta")  # a device of its own

        def forward(self, ids, mask):
            assert not torch.is_grad_enabled()  # it is measured, not trained
            assert ids.is_meta
            assert mask.is_meta
            first = F.one_hot(torch.tensor([0, 0, 0, 3, 3, 3]), 6)
            before = F.one_hot(torch.tensor([0, 0, 1, 3, 3, 4]), 6)
            return None, [torch.stack([before, first]).float()[None]]

    task = Task(next_token_step, None, [(articles, articles)] * 2, None)
    table = measure_head_shares(Looking(), task)
    assert table[["layer", "head"]].to_numpy().tolist() == [[0, 0], [0, 1]]
    assert table["before"].tolist() == pytest.approx([2 / 3, 1 / 3])
    assert table["first"].tolist() == pytest.approx([2 / 3, 1])
    assert table["even"].tolist() == pytest.approx([(1 + 1 / 2 + 1 / 3) / 3] * 2)


def test_each_window_counts_alike_in_batches_of_any_size():
    """In 3 windows each token may attend to all before it, in 1 to itself alone."""

    class Even(torch.nn.Module):
        embedding = torch.nn.Embedding(1, 1)

        def forward(self, ids, mask):
            return None, [mask / mask.sum(-1, keepdim=True)]

    long, short = torch.zeros(3, 7).long(), torch.arange(7)[None]
    batches = [(windows, windows) for windows in (long, short)]
    task = Task(next_token_step, None, batches, None)
    table = measure_head_shares(Even(), task)
    share = (1 / 4 + 1 / 5 + 1 / 6) / 3
    assert table["even"].tolist() == pytest.approx([(3 * share + 1) / 4])
    assert table["first"].tolist() == pytest.approx([(3 * share + 1) / 4])
    assert table["before"].tolist() == pytest.approx([3 * share / 4])
