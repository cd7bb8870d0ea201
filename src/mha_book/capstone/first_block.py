"""The reader's block gets the numbers of SmolLM2's first one, and reads real words."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.common import close, far_from, shown
from mha.check.fault import Listing, faults_in
from mha.check.handover import give
from mha.check.layouts import Layout
from mha.check.roles import words_in
from mha.check.subject import Case, Probe, Subject, Tried
from mha.check.subjects import subject_called
from mha_book.capstone.found import Found, Space, judged, one_thread
from mha_book.capstone.real_numbers import (
    BASE,
    CAUSAL,
    HIDDEN,
    E,
    G,
    H,
    numbers,
    theirs,
    words,
)
from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import file_after

ROLES = {"query": "q", "key": "k", "value": "v", "out": "o"}
SECOND = {"mlp", "ffn", "feed", "ff", "post", "2", "norm2", "ln2", "second"}


@one_thread()
def runs_the_first_block(space: Space) -> Found:
    """Judge the file's `repeat_kv`, if it has one, and then its `Block`."""
    try:
        subject = first_block()
    except (FileNotFoundError, ModuleNotFoundError, ValueError) as error:
        return Found(False, f"This step needs SmolLM2's numbers, and has none: {error}")
    if "repeat_kv" in space:
        shared = judged(space, subject_called("repeat_kv"))
        if not shared.ok:
            return shared
    block = judged(space, subject)
    told = "With SmolLM2's own numbers it gives what `transformers` gives."
    return replace(block, told=told) if block.ok else block


@dataclass(frozen=True)
class OfTheFile(Subject):
    """A subject whose right listing is the whole file of the path."""

    @property
    def listing(self) -> Listing:
        """The file as the path leaves it, and faults of this step."""
        return _listing(self.name)


@cache
def _listing(name: str) -> Listing:
    faults = faults_in(files("mha_book.capstone") / "catalogue" / "first_block.toml")
    return Listing(name, file_after(path_pages()[-1]), faults)


@cache
def first_block() -> Subject:
    """The calls: real words, and the same under a causal mask.

    Raises:
        FileNotFoundError, ModuleNotFoundError, ValueError: there are no real numbers,
            or they are not what they were; each says what to do.
    """
    x = words()
    return OfTheFile(
        "Block",
        "run-a-real-model",
        ("output", "weights"),
        cases=(
            Case("the first word of *Hello, how are*", (x[:1],)),
            Case("*Hello, how are*", (x,)),
            Case("*Hello, how are* under a causal mask", (x, CAUSAL)),
        ),
        probes=(Probe("It gives what `transformers` gives", _as_transformers),),
        adapt=_block,
    )


def _block(block: Callable[..., Any], layout: Layout) -> Callable[..., Any]:
    """Make of a class a function (x, mask=None) that has the real numbers."""

    @cache
    def built() -> nn.Module:
        made = block(E, H, HIDDEN, rope_base=BASE, num_kv_heads=G).eval()
        fill(made, numbers(), layout)
        return made

    return lambda x, mask=None: built()(x) if mask is None else built()(x, mask)


@torch.no_grad()
def fill(block: nn.Module, learned: dict[str, Tensor], layout: Layout) -> None:
    """Put the real numbers into a block, whatever it calls them.

    Args:
        block: the reader's.
        learned: the numbers, by the names of this book's `Block`.
        layout: how the block holds its matrices.
    """
    parts = {
        name.split(".")[-2].removesuffix("_proj"): one.t()  # a norm's has one axis
        for name, one in learned.items()
    }
    norms = {"norm": parts.pop("attention_norm"), "last norm": parts.pop("mlp_norm")}
    roles = {ROLES.get(name, name): part for name, part in parts.items()}
    give(block, roles | norms, layout, H)
    gains = [(name, p) for name, p in block.named_parameters() if p.dim() == 1]
    named = [p for name, p in gains if SECOND & words_in(name)]
    second = named[0] if len(named) == 1 else gains[-1][1]
    second.copy_(norms["last norm"])  # `give` knows of one norm for all


def _as_transformers(tried: Tried) -> str | None:
    x, mask = tried.subject.cases[-1].args
    (found, _), wanted = tried(x, mask), theirs(x)
    if found.shape != wanted.shape or close(found, wanted, 1e-4):
        return None
    place = far_from(found, wanted, 1e-4)
    both = f"{shown(found[place])}; `transformers` gives {shown(wanted[place])}"
    return f"Under a causal mask, its output at {list(place)} is {both}."
