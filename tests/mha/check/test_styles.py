"""What is right is called right, in whichever style; what is free is told in a note."""

import pytest

from mha import check
from mha.check.diagnosis import Diagnosis
from styles.functions import FUNCTIONS
from styles.layers import LAYERS
from styles.stepping import learn_with_the_loss_itself
from styles.towers import Gpt2, Llama, Untied

STYLES = [
    (name, one) for kind in (FUNCTIONS, LAYERS) for name in kind for one in kind[name]
]


@pytest.mark.parametrize(
    ("name", "one"), STYLES, ids=lambda one: getattr(one, "__name__", "")
)
def test_it_is_right(name: str, one) -> None:
    found: Diagnosis = getattr(check, name)(one)
    assert found.ok, str(found)


@pytest.mark.parametrize(
    ("name", "one", "told"),
    [
        ("block", Llama, "another ε than the book's 1e-5"),
        ("block", Gpt2, "GPT-2's parts"),
        ("decoder", Untied, "a table of its own for the way out"),
        ("learn", learn_with_the_loss_itself, "holds on to all that made it"),
    ],
)
def test_what_is_free_is_told(name: str, one, told: str) -> None:
    assert told in " ".join(getattr(check, name)(one).notes)


def test_what_holds_on_to_nothing_is_not_told_of() -> None:
    assert not check.learn(FUNCTIONS["learn"][0]).notes


class Hidden(Llama):
    """Two letters for names: which is which, nobody can know."""

    def __init__(self, width, heads, hidden):
        super().__init__(width, heads, hidden)
        self.self_attn.alpha = self.self_attn.toqueries
        self.self_attn.omega = self.self_attn.unifyheads
        self.self_attn._modules.pop("toqueries")
        self.self_attn._modules.pop("unifyheads")


def test_two_names_that_say_nothing_are_not_guessed() -> None:
    assert check.block(Hidden).unjudged
