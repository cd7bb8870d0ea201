"""Which calls of a layer the doctor tries, in order, and with how many words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from torch import nn

from mha.check.clinic.doctor import doctor
from mha.check.clinic.facts import facts, lengths_to_try
from mha.check.clinic.forms import MOST_WAYS, forms_of
from mha.check.clinic.patient import MOST_CALLS
from records import Record

READ = Record(Path(__file__).with_name("forms.txt"))


class Layer(nn.Module):
    """Says no width, and no length of a text."""


class OfOneText(Layer):
    def forward(self, x):
        return x


class OfTwoTexts(Layer):
    def forward(self, x, memory):
        return x, memory


class OfThree(Layer):
    def forward(self, value, key, query, need_weights=False):
        return value, key, query, need_weights


class OfKeysBehind(Layer):
    def forward(self, x, mask, key_states):
        return x, mask, key_states


class OfSomethingElse(Layer):
    def forward(self, hidden_states, flag, context):
        return hidden_states, flag, context


class OfPlaces(Layer):
    def forward(self, x, position_embeddings, rope=None, attn_mask=None):
        return x, position_embeddings, rope, attn_mask


class OfAnything(Layer):
    def forward(self, *texts, **options):
        return texts, options


class OfWindows(Layer):
    """7 times 7 patches, which it says as one number."""

    def __init__(self, window_size=7):
        super().__init__()
        self.window_size = window_size

    def forward(self, x):
        return x


class OfOblongWindows(OfWindows):
    def __init__(self):
        super().__init__((3, 4))


def told(layer: nn.Module) -> Iterator[str]:
    """The calls, and how many words they get."""
    yield from map(str, forms_of(layer))
    yield f"words: {lengths_to_try(facts(layer))}"


@pytest.mark.parametrize("kind", [*Layer.__subclasses__(), OfOblongWindows])
def test_the_calls_that_are_tried_are_what_was_read(kind):
    READ.holds(kind.__name__, list(told(kind())))


class OfTenUnknown(nn.Module):
    """There would be a million ways to call it."""

    calls = 0

    def forward(self, x, a, b, c, d, e, f, g, h, i, j):
        OfTenUnknown.calls += 1
        raise ValueError("no")


def test_who_has_many_unknown_arguments_is_given_up_after_some_calls():
    assert len(list(forms_of(OfTenUnknown()))) < MOST_WAYS + 10
    found = doctor(OfTenUnknown())
    assert found.status == 2
    assert "could not be examined. No way to call it was found." in str(found)
    assert 100 < OfTenUnknown.calls <= MOST_CALLS + 1
