"""What is found out about a layer before any property is asked."""

from dataclasses import dataclass, field
from functools import cached_property

import torch
from torch import Tensor, nn

from mha.check.clinic.claims import claims_causal
from mha.check.clinic.comparison import Comparison, Verdict
from mha.check.clinic.dresses import declared_scale
from mha.check.clinic.forms import Form
from mha.check.clinic.influence import influence, says_batch_first, with_layout
from mha.check.clinic.masking import Masking, causal, try_masks, with_masks
from mha.check.clinic.patient import Patient, find_patient
from mha.check.fault import Fault, listing
from mha.check.guard import Stumble


class Skip(Exception):
    """A property cannot be asked of this layer."""


@dataclass(frozen=True)
class Wish:
    """What somebody says of a layer, so that it need not be found.

    Attributes:
        call: an expression, such as ``module(x, attn_mask=mask)``.
        layout: "batch" or "time", whichever axis comes first.
        mask: the kind of mask that is meant: "keep", "hide", "added".
        scale: by what scores are multiplied, where it is not 1/√D on purpose.
        causal: that it hides the future by itself.
    """

    call: str = ""
    layout: str = ""
    mask: str = ""
    scale: float | None = None
    causal: bool = False


@dataclass(frozen=True)
class Exam:
    """A layer in the doctor's hands.

    Attributes:
        layer: as it was brought.
        wish: what was said of it.
        space: names that a call of somebody's own may use.
        notes: what is no mistake, and worth knowing.
        faults: known mistakes that were recognised.
    """

    layer: nn.Module
    wish: Wish = field(default_factory=Wish)
    space: dict = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @cached_property
    def unmasked(self) -> Patient:
        """The layer with a way to call it.

        Raises:
            Uncallable: there is none.
        """
        given = Form(whole=self.wish.call) if self.wish.call else None
        found = find_patient(self.layer, given, **self.space)
        return with_layout(found, self.wish.layout)

    @cached_property
    def seen(self) -> Tensor:
        """Who is seen by whom without a mask, (T, T): row i looks at column j."""
        return influence(self.unmasked).any(dim=0)

    @cached_property
    def claim(self) -> str:
        """By what the layer claims to hide the future."""
        return "your word" if self.wish.causal else claims_causal(self.layer)

    @cached_property
    def meant(self) -> Tensor:
        """Who should be seen by whom without a mask, (T, T)."""
        triangle = causal(len(self.seen))
        if self.claim or torch.equal(self.seen | triangle, triangle):
            return self.seen & triangle if self._looks_in_windows() else triangle
        return self.seen if self._looks_in_windows() else torch.ones_like(triangle)

    def _looks_in_windows(self) -> bool:
        """Whether each word sees itself and whoever stands near enough."""
        words = torch.arange(len(self.seen))
        apart = words[:, None] - words
        triangle = causal(len(words))
        for far in range(1, len(words) - 1):
            near = apart.abs() <= far
            if any(torch.equal(self.seen, one) for one in (near, near & triangle)):
                return True
        return False

    @cached_property
    def maskings(self) -> list[Masking]:
        """What came of every argument that may be a mask."""
        return try_masks(self.unmasked, self.meant, self.wish.mask)

    @cached_property
    def patient(self) -> Patient:
        """The layer with its masks, too."""
        return with_masks(self.unmasked, self.maskings)

    @cached_property
    def comparison(self) -> Comparison | None:
        """The layer beside the textbook, where it can be called without its biases."""
        scale = self.wish.scale
        scale = declared_scale(self.layer) if scale is None else scale
        try:
            return Comparison(self.patient, self.meant, scale)
        except (Stumble, RuntimeError, ValueError, IndexError):  # odd shapes
            return None

    @cached_property
    def verdict(self) -> Verdict:
        """What its numbers say."""
        try:
            return self.comparison.verdict() if self.comparison else Verdict()
        except (RuntimeError, ValueError, IndexError):
            return Verdict()

    def name_by_looks(self) -> bool:
        """Recognise a known mistake by who is seen by whom."""
        words = len(self.seen)
        for fault in listing("causal_mask", "causal_mask").faults:
            mask = listing("causal_mask", "causal_mask").with_faults(fault)(words)
            if mask.dtype == torch.bool and torch.equal(mask, self.seen):
                self.faults.append(fault)
                return True
        return False

    def assumed(self) -> list[str]:
        """Say what was taken for granted, in sentences."""
        one = self.patient
        first = "(T, B, E): words first, then texts" if one.time_first else "(B, T, E)"
        sizes = f"E = {one.width}, T = {one.words}"
        heads = f", H = {one.heads}" if one.known.heads else ""
        why = says_batch_first(self.layer)
        because = f", since it says `{why}`" if why and not one.time_first else ""
        told = [
            f"It is called as `{one.form}`, x being {first}{because}; {sizes}{heads}."
        ]
        told += [f"Without a mask {self._who_sees_whom()}."]
        told += [f"A mask is its {form}." for form in self._mask_forms()]
        return told

    def _mask_forms(self) -> list[object]:
        found = (self.patient.mask, self.patient.key_mask)
        return [form for form in found if form is not None]

    def _who_sees_whom(self) -> str:
        triangle = causal(len(self.seen))
        if self.claim:
            said = f"{self.claim}," if "," in self.claim else self.claim
            return f"no word looks ahead, as {said} says"
        if torch.equal(self.meant, triangle):
            return "no word looks ahead"
        if self._looks_in_windows():
            return "each word looks at those near it"
        return "every word looks at every word"
