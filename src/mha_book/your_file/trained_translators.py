"""Train the translators of the page on cross-attention, from three starts each.

``python -m mha_book.your_file.trained_translators`` stores one line per run, with its
date, machine and versions. All that trains and measures is the page's own.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cyclopts
import torch

from mha_book.results.training import RESULTS
from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import file_after
from mha_book.your_file.stored import SEEDS, settings_of, store_each
from mha_book.your_file.variants import take_definitions

PAGE = "cross-attention"
TAKEN = ("cut", "example", "places", "shuffled", "rng", "days", "examples", "words")
TAKEN += ("number", "longest", "padded", "sources", "targets", "right_places", "N")
TAKEN += ("CrossAttention", "CrossBlock", "Encoder", "PAD", "Translator", "fit")
TAKEN += ("translate", "accuracy", "Mean", "MeanBlock", "SmallStart", "kinds", "looks")
TAKEN += ("held_out", "aligned", "follow", "without", "chances", "measured")
TAKEN += ("places_of", "forgetting", "copies", "causal_across")
PATIENT, CHEAT, ACROSS = (
    "mean, four times the steps",
    "no causal mask",
    "causal cross-attention",
)
# What is trained besides the page's kinds: of which kind it is, and how it is fitted
# where it is not as the page's first models are.
OTHERS = {CHEAT: "attention", PATIENT: "mean", ACROSS: "attention"}
FITS = {PATIENT: {"steps": 1200, "lr": 8e-3}, CHEAT: {"steps": 150}}
ONCE = (PATIENT, ACROSS)  # from a single start
ALIGNED = ("attention", "attention, small start")  # whose weights are looked at


def page() -> SimpleNamespace:
    """What the page defines, on top of the whole file of the path."""
    torch.set_default_dtype(torch.float64)  # as the page has it
    file: dict[str, Any] = {}
    exec(file_after(path_pages()[-1]), file)
    return SimpleNamespace(**file | take_definitions(PAGE, TAKEN, given=file))


def pairs(kinds: dict[str, Any]) -> list[tuple[str, int]]:
    """The name and the seed of each run."""
    several = [(name, seed) for name in (*kinds, CHEAT) for seed in SEEDS]
    return several + [(name, 0) for name in ONCE]


def build(name: str, seed: int, taken: SimpleNamespace) -> torch.nn.Module:
    """The model of a run, before its first step."""
    torch.manual_seed(seed)
    kind = taken.kinds[OTHERS.get(name, name)]
    model = taken.Translator(len(taken.number), **kind)
    if name == CHEAT:
        model.masks = taken.without(2)
    if name == ACROSS:
        model.masks = taken.causal_across
    return model


def train_one(name: str, seed: int, taken: SimpleNamespace) -> dict[str, Any]:
    """One run: how its model was fitted, and all that the page measures on it."""
    how = settings_of(taken.fit) | FITS.get(name, {})
    model = build(name, seed, taken)
    found: dict[str, Any] = {"model": name, "seed": seed} | how
    found |= {"loss": taken.fit(model, **how), "right": taken.accuracy(model)}
    if name == CHEAT:
        found["copies"] = taken.copies(model)
    if name in ALIGNED:
        found["aligned"] = taken.aligned(model)
        found["follow"] = [taken.follow(model, own) for own in (True, False)]
        found["forgetting"] = taken.forgetting(model)
    return found


def main(*, out: Path = RESULTS / "translators.jsonl") -> None:
    """Train each model with each seed, one after the other, and store all runs.

    Args:
        out: the file that is written again after each run.
    """
    taken = page()
    every = pairs(taken.kinds)
    store_each(
        out, "translators", every, lambda name, seed: train_one(name, seed, taken)
    )


if __name__ == "__main__":
    cyclopts.run(main)
