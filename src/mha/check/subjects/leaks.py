"""`moved`: how far each word's output moves, which shows a leak between texts.

The layers on which it is tried use no name from outside of them, since a page hands
them over as text.
"""

import torch

from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried


def doubled(x):
    """Hear nobody: each number is doubled."""
    return 2 * x, x


def keeps_apart(x):
    """Hear the words of one's own text."""
    weights = (x @ x.mT).softmax(dim=-1)
    return weights @ x, weights


def mixes_up(x):
    """Hear the words of all texts: they are laid end to end."""
    flat = x.flatten(0, 1)
    weights = (flat @ flat.mT).softmax(dim=-1)
    output = weights @ flat
    return output.unflatten(0, x.shape[:2]), weights.unflatten(0, x.shape[:2])


TEXTS = distinct(2, 3, 4, size=2)
CHANGED = torch.cat([TEXTS[:1], distinct(1, 3, 4, start=500, size=2)])
OPPOSITE = (
    torch.tensor([[1.0, 2.0], [3.0, 4.0]]),
    torch.tensor([[0.0, 3.0], [3.0, 4.0]]),
)
FALLING = torch.tensor([[5.0, 6.0], [7.0, 8.0]]), torch.tensor([[5.0, 6.0], [4.0, 2.0]])


def _still(tried: Tried) -> str | None:
    (found,) = tried(mixes_up, TEXTS, TEXTS)
    if not found.any():
        return None
    return f"Nothing is changed, and it says {found.float().max():.4g}."


def _deaf_ones_stay(tried: Tried) -> str | None:
    (found,) = tried(keeps_apart, TEXTS, CHANGED)
    if not found.dim() or not found[0].any():
        return None if found.dim() else "It gives one number for six words."
    return (
        "The second of two texts is changed, and the layer keeps them apart; but it "
        f"says that a word of the first one moves by {found[0].float().max():.4g}."
    )


def _a_leak_is_seen(tried: Tried) -> str | None:
    (found,) = tried(mixes_up, TEXTS, CHANGED)
    if found.dim() and (found[0] > 0).all():
        return None
    return (
        "The second of two texts is changed, and the layer mixes both up; but it says "
        f"that a word of the first one moves by {found.flatten()[0].item():.4g}."
    )


def _there_as_back(tried: Tried) -> str | None:
    (there,), (back,) = (tried(doubled, *pair) for pair in (FALLING, FALLING[::-1]))
    if torch.allclose(there.float(), back.float()):
        return None
    (there, back) = (one.flatten()[-1].item() for one in (there, back))
    return f"A word moves by {there:.4g}, and on the way back by {back:.4g}."


def _opposites_count(tried: Tried) -> str | None:
    (found,) = tried(doubled, *OPPOSITE)
    if found.flatten()[0] > 0:
        return None
    return (
        "One number of a word falls by 2, and the other grows by 2; it says that the "
        f"word moves by {found.flatten()[0].item():.4g}."
    )


MOVED = Subject(
    "moved",
    "batched-products",
    ("result",),
    cases=(
        Case(
            "two words, one of which falls, and a layer that doubles",
            (doubled, *FALLING),
        ),
        Case(
            "a word that falls and grows, and a layer that doubles",
            (doubled, *OPPOSITE),
        ),
        Case("one text of three words", (keeps_apart, TEXTS[0], CHANGED[1])),
        Case("a layer that keeps two texts apart", (keeps_apart, TEXTS, CHANGED)),
        Case("a layer that mixes two texts up", (mixes_up, TEXTS, CHANGED)),
        Case("two texts that stay as they are", (mixes_up, TEXTS, TEXTS)),
        Case(
            "one more axis in front",
            (keeps_apart, TEXTS[None], CHANGED[None]),
            may_stumble=True,
        ),
    ),
    probes=(
        Probe("Where nothing changes, nothing moves", _still),
        Probe("It is as far there as back", _there_as_back),
        Probe("What falls does not take away from what grows", _opposites_count),
        Probe("A text that hears nothing of the other does not move", _deaf_ones_stay),
        Probe("A text that hears of the other moves", _a_leak_is_seen),
    ),
)
