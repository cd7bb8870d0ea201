"""What the doctor says of a layer: with the numbers and the names that it met."""

import re

import pytest
import torch
from torch import nn

from mha.check import doctor
from mha.check.clinic.claims import FLAGS, claims_causal
from mha.check.clinic.examine import NUMBERS
from odd_layers import Layer
from rarer_layers import RARE


class Unnamed(Layer):
    """How many heads it has, no name tells."""

    def __init__(self) -> None:
        super().__init__()
        del self.num_heads


class Counts(Unnamed):
    calls = 0

    def forward(self, x):
        self.calls += 1
        return self.mixed(x, x, x) + self.calls


class DeafToValues(Unnamed):
    def forward(self, query, key, value):
        return self.mixed(query, key, key)


class Turned(Layer):
    """Places come as cosines and sines of half a head's width, as in llama2.c."""

    def forward(self, x, freqs_cos, freqs_sin):
        def turn(heads):
            a, b = heads.unflatten(-1, (-1, 2)).unbind(-1)
            turned = a * freqs_cos - b * freqs_sin, a * freqs_sin + b * freqs_cos
            return torch.stack(turned, -1).flatten(-2)

        return self.mixed(x, x, x, turn=turn)


def test_of_two_calls_that_differ_both_numbers_are_told() -> None:
    (told,) = re.findall(r"number is (\S+), then (\S+): ", str(doctor(Counts())))
    assert told[0] != told[1]


def test_the_part_that_is_not_heard_is_named() -> None:
    found = doctor(DeafToValues())
    assert "Another value is handed over, and no output moves." in str(found)
    assert NUMBERS not in found.right


class HasASpare(Layer):
    """A second matrix for queries, which nothing is multiplied with."""

    def __init__(self) -> None:
        super().__init__()
        self.spare = nn.ModuleDict({"q_proj": nn.Linear(12, 12)})


def test_a_matrix_to_spare_does_not_say_that_its_like_never_learns() -> None:
    assert "never learns" not in str(doctor(HasASpare()))


class MovesItsNeighbour(Unnamed):
    """A word adds what it asks to the next word's output."""

    def forward(self, query, key, value):
        mixed = self.mixed(query, key, value)
        return torch.cat([mixed[:, :1], mixed[:, 1:] + query[:, :-1]], 1)


def test_a_word_that_moves_the_next_ones_output_is_told() -> None:
    told = "A word that asks is changed, and another one's output moves."
    assert told in " ".join(str(doctor(MovesItsNeighbour())).split())


@pytest.mark.parametrize(("layer", "places"), [(Unnamed, ""), (Turned, "half_sin")])
def test_right_numbers_need_no_number_of_heads(layer, places: str) -> None:
    """Places are handed over so that they turn nothing, or no number would be right."""
    found = doctor(layer())
    assert f"freqs_sin={places}" in str(found) or not places
    assert NUMBERS in found.right
    assert not [note for note in found.notes if note.startswith("How many heads")]


class Averaged(Layer):
    """Its mask hides nearly, and its table is the heads' mean."""

    def forward(self, x, mask=None):
        projected = self.q_proj(x), self.k_proj(x), self.v_proj(x)
        q, k, v = (p.unflatten(-1, (3, -1)).transpose(1, 2) for p in projected)
        scores = q @ k.mT / 2
        scores = scores if mask is None else scores.masked_fill(~mask, -11.0)
        weights = scores.softmax(-1)
        mixed = (weights @ v).transpose(1, 2).flatten(2)
        return self.out_proj(mixed), weights.mean(1)


class Flagged(Unnamed):
    def __init__(self, **flags: bool) -> None:
        super().__init__()
        vars(self).update(flags)


def test_that_weights_are_averaged_is_no_mistake_in_a_layer() -> None:
    found = doctor(Averaged())
    assert "What a mask hides changes nothing" in str(found)
    assert "averaged over the heads" not in str(found)


@pytest.mark.parametrize("flag", FLAGS)
def test_a_flag_that_is_off_is_no_claim(flag: str) -> None:
    layer = Flagged(**{flag: False})
    layer.register_buffer("seen", torch.ones(5, 5).tril())
    assert claims_causal(layer) == ""
    vars(layer)[flag] = True
    assert claims_causal(layer)


def test_the_page_is_that_of_the_first_thing_that_does_not_hold() -> None:
    assert doctor(RARE["asks the wrong way"]()).page() == "cross-attention.html"
    healthy = doctor(RARE["a triangle in its code"]())
    assert healthy.page() == "heads-in-one-product.html"


class Elsewhere(Layer):
    """A layer on another device, which there may be none of."""

    came = False

    def to(self, place):
        self.came = place == "cpu"
        return super().to(place)

    def forward(self, x):
        assert self.came
        return super().forward(x)


def test_a_layer_on_another_device_is_examined_on_this_one() -> None:
    assert doctor(Elsewhere()).status != 2
