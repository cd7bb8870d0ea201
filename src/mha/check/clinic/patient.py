"""A layer with the way in which it is called: texts go in as (B, T, E)."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from mha.check.clinic.copies import examined, random
from mha.check.clinic.facts import (
    Facts,
    facts,
    lengths_to_try,
    number,
    said,
)
from mha.check.clinic.forms import Form, forms_of
from mha.check.clinic.masks import MaskForm
from mha.check.clinic.results import Result, Sizes, result_of
from mha.check.guard import Stumble, call

MOST_CALLS = 400


class Uncallable(Exception):
    """No way to call a layer was found.

    Args:
        tried: calls with what came of them.
    """

    def __init__(self, tried: list[str]) -> None:
        super().__init__("no way to call it was found")
        self.tried = tried


@dataclass(frozen=True)
class Patient:
    """A layer and how it is called.

    Attributes:
        layer: an examined copy.
        form: the call.
        known: what the layer says of its sizes.
        width: E.
        words: T.
        time_first: it takes (T, B, E).
        mask: how it takes a mask of queries and keys.
        key_mask: how it takes a mask of keys alone.
        space: names that a call of somebody's own may use.
        fixed: names that mean something else than they would.
    """

    layer: nn.Module
    form: Form
    known: Facts
    width: int
    words: int
    time_first: bool = False
    mask: MaskForm | None = None
    key_mask: MaskForm | None = None
    space: dict[str, Any] = field(default_factory=dict)
    fixed: dict[str, Any] = field(default_factory=dict)

    @property
    def heads(self) -> int:
        """H, or 1 where the layer does not say it."""
        return self.known.heads or 1

    @property
    def batch(self) -> int:
        """How many texts to try: not as many as heads."""
        return 3 if self.heads == 2 else 2

    @functools.cached_property
    def text(self) -> Tensor:
        """Words to try, (B, T, E)."""
        return random(self.batch, self.words, self.width, seed=11, size=2.0)

    def __call__(
        self,
        x: Tensor,
        allowed: Tensor | None = None,
        form: MaskForm | None = None,
        **others: Tensor,
    ) -> Result:
        """Call it on copies.

        Args:
            x: (B, T, E).
            allowed: (B, T, T), True = may look; handed over in a mask's form.
            form: that form; else the one found.
            others: a context, or keys and values that are no longer x: (B, S, E).

        Raises:
            Stumble: it raised, did not end, or gave no output.
        """
        return call(lambda: self.run(x.clone(), allowed, form, **others))

    def run(
        self,
        x: Tensor,
        allowed: Tensor | None = None,
        form: MaskForm | None = None,
        **others: Tensor,
    ) -> Result:
        """Call it unguarded, on the very tensors that are given."""
        asked = others.get("key", others.get("context", x))
        sizes = Sizes(len(x), self.heads, x.shape[1], asked.shape[1], self.time_first)
        mask = None
        way = self.form
        if allowed is not None:
            form = form or self.mask or self.key_mask
            assert form is not None
            mask = form.make(allowed, self.heads)
            way = (
                way if way.speaks_of("mask") else way.with_named(**{form.name: "mask"})
            )
        space = {**self.space, **self._names(x, others), "mask": mask, **self.fixed}
        return result_of(eval(str(way), {}, space), sizes)

    def _names(self, x: Tensor, others: dict[str, Tensor]) -> dict[str, Any]:
        """What a call's expressions may speak of."""
        context = others.get("context", x)
        given = {"query": x, "key": context, "value": context, "context": context}
        given = {"x": x, **given, **others}
        if self.time_first:
            given = {name: one.transpose(0, 1) for name, one in given.items()}
        return {"torch": torch, "module": self.layer, **given, **self._places(x)}

    def _places(self, x: Tensor) -> dict[str, Any]:
        words = x.shape[1]
        width = self._turned_width()
        half = torch.ones(words, width // 2, dtype=x.dtype)
        square = torch.ones(words, words, dtype=torch.bool)
        return {
            "cos": torch.ones(1, words, width, dtype=x.dtype),
            "sin": torch.zeros(1, words, width, dtype=x.dtype),
            "half_cos": half,
            "half_sin": torch.zeros_like(half),
            "turns": torch.ones(words, width // 2, dtype=torch.complex64),
            "positions": torch.arange(words)[None],
            "no_bias": torch.zeros(len(x) * self.heads, 1, words, dtype=x.dtype),
            "everything": square,
            "nothing": ~square,
            "zeros": torch.zeros(words, words, dtype=x.dtype),
            "words": torch.ones(len(x), words, dtype=torch.bool),
        }

    def _turned_width(self) -> int:
        """How many numbers of a head are turned by its place."""
        width = self.known.head_dim or max(self.width // self.heads, 2)
        parts = said(self.layer, ["partial_rotary_factor", "rotary_pct"])
        part = next((one for one in parts if isinstance(one, float)), 1.0)
        return number(self.layer, ["rotary_ndims", "rotary_dim"]) or int(part * width)

    def output(self, x: Tensor, *args: Any, **others: Tensor) -> Tensor:
        """Give the output alone."""
        return self(x, *args, **others).output


def find_patient(layer: nn.Module, given: Form | None = None, **space: Any) -> Patient:
    """Copy a layer, and find a way to call it.

    Args:
        layer: any module.
        given: somebody's own way.
        space: names that this may use.

    Raises:
        Uncallable: nothing worked; says what was tried.
        Stumble: it cannot be copied.
    """
    tried: dict[str, str] = {}
    for one in _ways(examined(layer), given, space):
        try:
            one(one.text)
            return one
        except Stumble as stumble:
            about = f"{one.form}, x of {tuple(one.text.shape)}: {stumble.told}"
            tried.setdefault(str(one.form), about)
        if len(tried) > MOST_CALLS:
            break
    raise Uncallable(list(tried.values()))


def _ways(own: nn.Module, given: Form | None, space: dict) -> Iterator[Patient]:
    known = facts(own)
    forms = [given] if given else list(dict.fromkeys(forms_of(own)))
    for words in lengths_to_try(known)[:8]:
        for width in (known.widths or (12,))[:6]:
            for form in forms:
                yield Patient(own, form, known, width, words, space=space)
