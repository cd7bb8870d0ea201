"""A design that a command is asked for by name is built as its name says."""

import pytest
import torch

from mha_book.experiments import language, news

TABLES = {"language": language.ATTENTIONS, "news": news.DESIGNS}
NAMED = [(task, name) for task, table in TABLES.items() for name in table]
# Of a layer of width 6 with 3 heads: the matrices that make queries, keys and values.
MATRICES = {
    "wrapper": [(2, 6)] * 9,
    "split": [(6, 6)] * 3,
    "merged": [(6, 6)] * 3,
    "fused": [(18, 6)],
}


@pytest.mark.parametrize(("task", "name"), NAMED)
def test_a_design_has_the_matrices_that_its_name_says(task, name):
    layer = TABLES[task][name](6, 3)
    made = [weight for key, weight in layer.named_parameters() if "out" not in key]
    assert [tuple(one.shape) for one in made if one.dim() == 2] == MATRICES[name]


@pytest.mark.parametrize(("task", "name"), NAMED)
def test_only_what_is_merged_makes_one_list_of_all_heads(task, name, monkeypatch):
    lists, bmm = [], torch.bmm
    monkeypatch.setattr(torch, "bmm", lambda *two: lists.append(two) or bmm(*two))
    TABLES[task][name](6, 3)(torch.zeros(2, 5, 6))
    merged = [(6, 5, 2), (6, 5, 5)]  # queries, then weights: two texts, three heads
    found = [tuple(one.shape) for one, _ in lists]
    assert found == (merged if name == "merged" else [])
