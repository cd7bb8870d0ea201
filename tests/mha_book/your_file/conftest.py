"""What the tests of stored runs share: the reader's file, and a page of no time."""

from types import SimpleNamespace

import pytest
import torch

from mha_book.your_file.variants import variants


@pytest.fixture(scope="module")
def taken():
    """The reader's file with every changed layer."""
    return variants()


@pytest.fixture
def small():
    """A page whose text and model take no time."""
    size = {"embed_dim": 32, "num_heads": 4, "hidden_dim": 8, "num_layers": 2}
    ids = torch.arange(200) % 7
    how = {"window": 6, "batch": 2, "lr": 5e-3}
    return SimpleNamespace(V=7, ids=ids, rows=ids.unfold(0, 7, 20), size=size, how=how)
