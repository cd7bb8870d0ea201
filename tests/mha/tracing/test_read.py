"""Whole pages of a trace, alone and beside another, held to what a person has read."""

import re
from pathlib import Path

import pytest
import torch
from torch import nn

from mha import trace
from mha.tracing.page import page_of
from outline import outline
from records import Record

READ = Record(Path(__file__).with_name("read.txt"), hang=2)
X = torch.arange(-4.0, 8).view(3, 4) / 2  # halves: no machine rounds them otherwise


class Pair(nn.Module):
    """A layer with an inner module, views, a change in place and two results."""

    def __init__(self, keep: int = 0) -> None:
        super().__init__()
        self.smaller = nn.Linear(4, 2, bias=False)
        self.keep = keep
        with torch.no_grad():
            self.smaller.weight.copy_(torch.tensor([[1.0, 0, 2, 0], [0, -1, 0, 1]]))

    def forward(self, x):
        """Use a result twice, hide some of it, and hand two back."""
        mine = self.smaller(x)
        scores = mine @ mine.mT
        seen = torch.ones(3, 3, dtype=torch.bool).tril(self.keep)
        hidden = scores.masked_fill(~seen, -torch.inf)
        large = hidden.amax(dim=-1, keepdim=True)
        scores[:, 0].relu_()
        return large, scores.flatten()[::2]


def one(keep: int = 0):
    return trace(Pair(keep).requires_grad_(False), X)


def twice(x):
    return x + x


PAGES = {
    "alone": lambda: page_of(one()),
    "beside itself": lambda: page_of(one(), one()),
    "beside another": lambda: page_of(one(), one(1)),
    "of a number": lambda: page_of(trace(twice, torch.tensor(3))),
    "of many": lambda: page_of(trace(twice, torch.arange(900).view(30, 30))),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_was_read(name):
    page = re.sub(r"(\.py:)\d+", r"\1…", PAGES[name]())  # a line moves soon
    part = "header" if name == "beside itself" else "body"
    READ.holds(name, outline(page, part, "style, script"))


def test_nothing_else_was_read():
    READ.has_only(set(PAGES))
