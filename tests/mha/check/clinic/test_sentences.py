"""Which sentences the doctor says of which layer: all that it prints, as it was read.

Where it is meant to say something else, `RECORD=write .venv/bin/pytest` on this file
writes told.txt anew; read what `git diff` shows.
"""

from pathlib import Path

import pytest
import torch
from torch import nn

from attention_forms import FORMS
from corrupt import corrupted
from mha.check import doctor
from odd_layers import ODD
from rarer_layers import RARE
from records import Record

READ = Record(Path(__file__).with_name("told.txt"))
# A form, and what is changed in it.
CHANGED = {
    "undivided": ("timm", "q * self.scale", "q"),
    "mixes texts": ("timm", "softmax(dim=-1)", "softmax(dim=0)"),
    "changes its input": ("timm", "C = x.shape", "C = x.shape; x += 1"),
    "drops out for ever": ("timm", "self.attn_drop(attn)", "F.dropout(attn, 0.1)"),
    "looks ahead": ("nanoGPT", "is_causal=True", "is_causal=False"),
    "hides the others": ("rasbt", "self.mask.bool()", "(self.mask == 0)"),
    "hides no key": ("lucidrains", "mask[:, None, None, :]", "mask[:, None, :, None]"),
    "deaf to the other text": ("lucidrains across", "to_kv(context)", "to_kv(x)"),
    "forgets its place": ("remembers", "start + torch", "torch"),
}
HEALTHY = ("timm", "fairseq", "remembers", "linear", "swin")


class Odd(nn.Module):
    """Nothing of it has a name that is in use."""

    def __init__(self) -> None:
        super().__init__()
        self.alpha = nn.Linear(12, 12)

    def forward(self, x):
        return (x @ x.mT).softmax(-1) @ self.alpha(x)


class Uncallable(nn.Module):
    def forward(self, a, b, c, d, e):
        raise ValueError("five are too many")


class Sums(Odd):
    """Its weights do not sum to 1, and what it learns stands in a list of Python's."""

    def __init__(self) -> None:
        super().__init__()
        self.num_heads, self.v_proj = 1, self.alpha
        self.q_proj, self.k_proj = nn.Linear(12, 12), nn.Linear(12, 12)
        self.last = [nn.Linear(12, 12)]
        del self.alpha

    def forward(self, x):
        weights = (self.q_proj(x) @ self.k_proj(x).mT).exp()
        weights = weights / weights.sum(-1, keepdim=True).round()
        return self.last[0](weights @ self.v_proj(x)), weights


class Detached(Odd):
    def forward(self, x):
        return super().forward(x.detach())


OWN = {
    "no names": Odd,
    "no way to call it": Uncallable,
    "no way back": Detached,
    "sums to other things": Sums,
    **ODD,
    **RARE,
}
NAMES = (*HEALTHY, *CHANGED, *OWN)


def layer_called(name: str) -> nn.Module:
    """A form as it is, with a change, or one of the above."""
    torch.manual_seed(0)
    if name in CHANGED:
        form, *edit = CHANGED[name]
        return FORMS[form](corrupted(FORMS[form].__defaults__[0], tuple(edit)))
    return FORMS[name]() if name in FORMS else OWN[name]()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_told_was_read(name: str) -> None:
    READ.holds(name, str(doctor(layer_called(name))).splitlines())


def test_nothing_else_was_read() -> None:
    READ.has_only(set(NAMES))
