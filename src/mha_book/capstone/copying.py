"""The reader's own decoder is trained by the reader's own step, until it copies."""

from typing import Any

import torch
from torch import Tensor, nn

from mha.check.guard import Stumble, call
from mha.data.letters import LETTERS, come_again
from mha_book.capstone.found import Found, Space, one_thread
from mha_book.experiments.ablation import evaluate_copying

# Vocabulary, width, heads, hidden width, layers; then the base of the clocks.
SIZE, BASE = (LETTERS, 64, 4, 64, 2), 10_000.0
LENGTH, BATCH, RATE = 24, 32, 5e-3
LOOK, MOST = 50, 400  # steps between two looks, and at most
ENOUGH, PASSES = 0.95, 0.9  # of the letters that come again: to stop, and to pass
FORESEEN = 0.3  # nobody is right more often about letters that come out of the blue
SECONDS = 120.0  # of processor time


@one_thread()
def copies(space: Space) -> Found:
    """Train the file's `Decoder` with its `learn`, and see whether it copies.

    The control is the same model on the letters of each first period, which nobody
    can foresee: there it must be wrong.
    """
    try:
        with torch.random.fork_rng(devices=[]):
            if against := call(lambda: order_is_lost(space)):
                return Found(False, against)
            steps, shares = call(lambda: train_to_copy(space), seconds=SECONDS)
    except Stumble as stumble:
        return Found(False, stumble.told)
    again, first = shares["repeat accuracy"], shares["first accuracy"]
    told = (
        f"After {steps} steps of training it is right about {again:.0%} of the letters "
        f"that come again, and about {first:.0%} of those that nobody can foresee."
    )
    if first > FORESEEN:
        return Found(False, f"{told} Does it see what it should guess?")
    if again < PASSES:
        return Found(False, f"{told} Does each head know how far apart two words are?")
    return Found(True, told)


@torch.no_grad()
def order_is_lost(space: Any) -> str:
    """What is found against positions; "" where words know their places.

    Under a mask that hides nothing, they alone tell one order from another.
    """
    ids, mask = torch.arange(8)[None], torch.ones(8, 8, dtype=torch.bool)
    moved = []
    for base in (BASE, None):
        torch.manual_seed(0)
        model = space["Decoder"](*SIZE, rope_base=base).eval()
        back = model(ids.flip(1), mask)[0].flip(1)
        moved.append((back - model(ids, mask)[0]).abs().max().item())
    told = "A text is reversed, and nothing is hidden. With `rope_base={}` a logit "
    if moved[0] < 1e-6:
        told = told.format("10_000.0")
        return f"{told}stays as it is for each word: no position reaches attention."
    if moved[1] > 1e-4:
        told = told.format(None)
        return f"{told}moves by {moved[1]:.4g}; expected 0, since nothing is turned."
    return ""


def train_to_copy(space: Any) -> tuple[int, dict[str, float]]:
    """Train until it copies, and measure on other texts.

    Returns:
        how many steps it took, and what `evaluate_copying` gives.
    """
    torch.manual_seed(0)
    model = space["Decoder"](*SIZE, rope_base=BASE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    watched, measured = texts(256), texts(512)
    steps = 0
    while steps < MOST and _share(model, watched) < ENOUGH:
        for _ in range(LOOK):
            space["learn"](model, optimizer, texts(BATCH)[0])
        steps += LOOK
    return steps, evaluate_copying(model.eval(), *measured)


def texts(count: int) -> tuple[Tensor, Tensor]:
    """Letters in a random order that come over and over: (N, T + 1), periods (N,)."""
    return come_again(torch.rand(count, LETTERS).argsort(dim=1), LENGTH)


def _share(model: nn.Module, measured: tuple[Tensor, Tensor]) -> float:
    return evaluate_copying(model, *measured)["repeat accuracy"]
