"""Layers that ask another text, and layers that keep what they have read."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from mha.check.clinic.copies import random
from mha.check.clinic.exam import Exam, Skip
from mha.check.clinic.forms import CONTEXT, parameters_of
from mha.check.clinic.influence import far
from mha.check.clinic.masking import causal
from mha.check.clinic.patient import Patient
from mha.check.common import shown
from mha.check.guard import Stumble, call

# In transformers, a layer takes these whether it asks another text or not.
UNUSED_ON_PURPOSE = ("encoder_hidden_states", "key_value_states")
BOXES = ("past_key_values", "past_key_value", "cache", "kv_cache", "layer_cache")


def asks_the_other_text(exam: Exam) -> str | None:
    """Say whether queries come from one text, and keys and values from the other."""
    one = exam.patient
    first = one.form.first
    three = set(first) >= {"query", "key", "value"}
    if not three and "context" not in first:
        return _asks_if_it_does(exam)
    parts = ("key", "value") if three else ("context",)
    try:
        return _asks(one, parts, 3)
    except Stumble as stumble:
        if stumble.kind == "shape":
            return f"{one.words} words ask 3 others. {stumble.told}"
    try:  # it may want as many keys as queries
        return _asks(one, parts, one.words)
    except Stumble as stumble:
        raise Skip from stumble


def _asks(one: Patient, parts: tuple[str, ...], words: int) -> str | None:
    """Say whether every part of a text of so many words is asked, and it alone."""
    text, other = (
        random(len(one.text), words, one.width, seed=seed, size=2.0)
        for seed in (21, 22)
    )
    given = dict.fromkeys(parts, text)
    before = one.output(one.text, **given)
    for name in parts:
        if not far(before, one.output(one.text, **{**given, name: other})).any():
            return f"Another {name} is handed over, and no output moves."
    return _asks_only_it(one, given, before)


def _asks_only_it(one: Patient, given: dict[str, Tensor], before: Tensor) -> str | None:
    changed = one.text.clone()
    changed[:, 0] = random(one.width, seed=23, size=2.0)
    moved = far(before, one.output(changed, **given))
    if not moved[:, 0].any():
        return "A word that asks is changed, and its output does not move."
    if moved[:, 1:].any():
        return "A word that asks is changed, and another one's output moves."
    return None


def _asks_if_it_does(exam: Exam) -> str | None:
    """A context that may be given: where it does something, it does nothing else."""
    one = exam.patient
    names = [name for name in parameters_of(one.layer) if name in CONTEXT]
    if not names or one.form.whole:
        raise Skip
    asking = replace(one, form=one.form.with_named(**{names[0]: "context"}))
    text = random(len(one.text), 3, one.width, seed=21, size=2.0)
    try:
        before = asking.output(one.text, context=text)
        moved = far(before, asking.output(one.text, context=text.flip(1) + 1)).any()
    except Stumble as stumble:
        raise Skip from stumble
    if moved:
        return _asks_only_it(asking, {"context": text}, before)
    if names[0] in UNUSED_ON_PURPOSE:
        raise Skip
    return f"Another {names[0]} is handed over, and no output moves."


class Kept:
    """A box of keys and values that answers to the names in use."""

    def __init__(self) -> None:
        self.keys: Tensor | None = None
        self.values: Tensor | None = None

    def update(self, key: Tensor, value: Tensor, *_: Any) -> tuple[Tensor, Tensor]:
        """Put new ones behind the old, and give all."""
        if self.keys is not None and self.values is not None:
            key = torch.cat([self.keys, key], dim=-2)
            value = torch.cat([self.values, value], dim=-2)
        self.keys, self.values = key, value
        return key, value

    append = extend = update

    @property
    def length(self) -> int:
        """How many words are kept."""
        return 0 if self.keys is None else self.keys.shape[-2]

    def __len__(self) -> int:
        return self.length

    def __bool__(self) -> bool:
        return True

    def get_seq_length(self, *_: Any) -> int:
        """How many words are kept, as transformers asks."""
        return self.length


def kept_as_all_at_once(exam: Exam) -> str | None:
    """Say whether word by word gives what all words at once give."""
    one = exam.patient
    names = [name for name in parameters_of(one.layer) if name in BOXES]
    triangle = causal(one.words)
    if not names or one.form.whole or one.time_first:
        raise Skip
    try:
        if torch.equal(exam.meant, triangle):
            whole = one.output(one.text)
        elif one.mask:
            whole = one.output(one.text, triangle.expand(len(one.text), -1, -1))
        else:
            raise Skip
        pieces = call(lambda: list(_word_by_word(one, names[0])))
    except Stumble as stumble:
        exam.notes.append(f"Its `{names[0]}` could not be tried: {stumble.told}")
        raise Skip from stumble
    off = (torch.cat(pieces, 1) - whole).abs().amax(dim=(0, 2))
    wrong = far(torch.cat(pieces, 1), whole).any(-1).any(0).nonzero().flatten().tolist()
    if not wrong:
        return None
    return (
        f"Word by word with its `{names[0]}`, the output of word {wrong[0]} differs by "
        f"{shown(off[wrong[0]])} from that of all words at once."
    )


def _word_by_word(one: Patient, name: str) -> Iterator[Tensor]:
    box = Kept()
    form = one.form.with_named(**{name: "kept"})
    for at in range(one.words):
        fixed = {"kept": box, "positions": torch.tensor([[at]])}
        now = replace(one, form=form, fixed=fixed)
        yield now.run(one.text[:, at : at + 1].clone()).output
