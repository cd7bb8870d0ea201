"""The loss, and one step of training."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from torch import nn

from mha.check.fault import listing
from mha.check.layouts import Layout
from mha.check.numbers import distinct
from mha.check.subject import Case, Probe, Subject, Tried

TABLE = distinct(7, 7, size=2)
IDS = torch.tensor([[3, 1, 4, 1, 5], [2, 6, 5, 3, 0]])

THREE = torch.tensor([[0, 6, 2], [4, 1, 1], [3, 5, 0]])
HELD = "What it returns still holds on to all that made it; `loss.item()` does not."


class _Pairs(nn.Module):
    """A model that knows which token follows which: logits from a table."""

    def __init__(self, table):
        super().__init__()
        self.table = nn.Parameter(table.clone())

    def forward(self, ids, mask=None):
        return self.table[ids], None


def _loss(loss_of: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    return lambda table, ids: loss_of(_Pairs(table), ids).detach()


def _learn(learn: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of a training step a function that gives losses and table.

    If asked for what is held, it gives instead of the losses whether they hold a graph.
    """

    def run(table, ids, steps, held=False):
        with torch.enable_grad():
            model = _Pairs(table)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
            losses = [learn(model, optimizer, ids) for _ in range(steps)]
        if held:
            losses = [getattr(one, "requires_grad", False) for one in losses]
        return torch.tensor([float(one) for one in losses]), model.table.detach()

    return run


def _learn_with(loss_of: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of a loss a training step that has it."""
    learn = listing("learn", "learn").solution()
    learn.__globals__["loss_of"] = loss_of
    return _learn(learn, layout)


def _knows_nothing(tried: Tried) -> str | None:
    found = tried(torch.zeros(7, 7), IDS)[0].item()
    if abs(found - 1.9459) < 1e-3:
        return None
    return (
        "A model that gives all 7 tokens the same chance has the loss "
        f"{found:.4g}; expected ln 7 = 1.946."
    )


def _right_is_small(tried: Tried) -> str | None:
    table = torch.zeros(7, 7)
    table[torch.arange(6), torch.arange(1, 7)] = 20.0  # after t comes t + 1
    found = tried(table, torch.tensor([[0, 1, 2, 3, 4, 5, 6]]))[0].item()
    if found < 0.01:
        return None
    return (
        f"A model that is sure of the right next token has the loss {found:.4g}; "
        "expected nearly 0."
    )


def _twice_is_the_same(tried: Tried) -> str | None:
    once, twice = tried(TABLE, IDS[:1])[0], tried(TABLE, IDS[:1].repeat(2, 1))[0]
    if abs(once - twice) < 1e-4:
        return None
    return f"A text has the loss {once:.4g}, and the same text twice {twice:.4g}."


def _moves(tried: Tried) -> str | None:
    _, after = tried(TABLE, IDS, 1)
    if not torch.equal(after, TABLE):
        return None
    return "After one step no parameter has moved."


def _falls(tried: Tried) -> str | None:
    losses = tried(TABLE, IDS, 3)[0].tolist()
    if losses == sorted(losses, reverse=True) and losses[0] > losses[-1]:
        return None
    return f"The losses of three steps are {', '.join(f'{one:.4g}' for one in losses)}."


LOSS = Subject(
    "loss_of",
    "how-a-model-learns",
    ("loss",),
    cases=(
        Case("a text of two tokens", (TABLE, IDS[:1, :2])),
        Case("a text of five tokens", (TABLE, IDS[:1])),
        Case("two texts", (TABLE, IDS)),
        Case("three texts of three tokens", (TABLE, THREE)),
    ),
    probes=(
        Probe("A model that knows nothing has the loss ln V", _knows_nothing),
        Probe("Sure and right costs nothing", _right_is_small),
        Probe("A text twice has the same loss", _twice_is_the_same),
    ),
    adapt=_loss,
)
_LEARN = Subject(
    "learn",
    "how-a-model-learns",
    ("losses", "parameters"),
    cases=(
        Case("one step", (TABLE, IDS, 1)),
        Case("three steps", (TABLE, IDS, 3)),
        Case("one step, and what it hands back", (TABLE, IDS, 1, True), differs=HELD),
    ),
    probes=(Probe("Parameters move", _moves), Probe("The loss falls", _falls)),
    adapt=_learn,
)
LEARN = replace(_LEARN, also=(replace(_LEARN, name="loss_of", adapt=_learn_with),))
