"""The classes that a check takes for right have the parameters of those that are read.

A check hands over its own numbers, by name: a bias more than the book's would stay as
it was drawn, and no answer would tell of it.
"""

from inspect import signature

import pytest
from torch import nn

from mha.check.subject import Subject
from mha.check.subjects import PATH
from mha_book.your_file import file_after

SIZES = {"embed_dim": 12, "num_heads": 3, "head_dim": 5, "hidden_dim": 10}
SIZES |= {"vocab_size": 7, "num_layers": 2}
LAYERS = {
    one.name: one
    for one in PATH
    if isinstance(made := one.listing.solution(), type) and issubclass(made, nn.Module)
}


def parameters(kind: type, names) -> dict[str, tuple[int, ...]]:
    """The names and the shapes of all that a layer learns."""
    layer = kind(**{name: SIZES[name] for name in names})
    return {name: tuple(one.shape) for name, one in layer.named_parameters()}


@pytest.mark.parametrize("subject", LAYERS.values(), ids=LAYERS)
def test_a_check_s_own_class_has_the_parameters_of_the_page_s(subject: Subject):
    space = {"__name__": "from_scratch"}
    exec(file_after(subject.page), space)
    own = subject.listing.solution()
    names = signature(own).parameters
    assert parameters(own, names) == parameters(space[subject.name], names)


def test_every_layer_of_the_path_is_held():
    named = {"Head", "HeadsInALoop", "MultiHeadAttention", "Block", "Decoder"}
    assert set(LAYERS) == named
