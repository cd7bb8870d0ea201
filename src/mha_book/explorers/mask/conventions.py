"""How libraries want a mask, as MaskExplorer tells it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from mha import (
    to_additive,
    to_huggingface_mask,
    to_sequence_first,
    to_torch_attn_mask,
    to_torch_key_padding_mask,
)


@dataclass(frozen=True)
class Convention:
    """One way to pass a mask.

    Attributes:
        name: the explorer's word for it.
        title: the reader's.
        argument: what the argument is called.
        taken_by: by whom.
        axes: what its axes count.
        index: the same for the script: "b" the sentence, "i" the query, "j" the key,
            "0" an axis of size 1. Without "i" it hides a key from every query.
        meaning: what its elements say.
        convert: from this book's mask, (B, 1, T, T); without "i" (B, 1, 1, T).
        left_out: what it cannot say, as pairs of what and a sentence about it.
    """

    name: str
    title: str
    argument: str
    taken_by: str
    axes: str
    index: tuple[str, ...]
    meaning: str
    convert: Callable[[Tensor], Tensor]
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def by_key(self) -> bool:
        """Whether it only says which keys are hidden from every query."""
        return "i" not in self.index

    def slice_of(self, tensor: Tensor, sentence: int) -> Tensor:
        """What the page shows: this sentence's (T, T), or the whole (B, T)."""
        whole = slice(None)
        place = {
            "0": 0,
            "i": whole,
            "j": whole,
            "b": whole if self.by_key else sentence,
        }
        return tensor[tuple(place[axis] for axis in self.index)]

    def describe(self, batch: int, tokens: int) -> dict[str, object]:
        """All of it for the script: texts as above, the rest by converting masks."""
        sizes = (batch, 1, 1 if self.by_key else tokens, tokens)
        seen = self.convert(torch.ones(sizes, dtype=torch.bool))
        hidden = self.convert(torch.zeros(sizes, dtype=torch.bool))
        texts = ("name", "title", "argument", "taken_by", "axes", "meaning")
        return {
            **{text: getattr(self, text) for text in texts},
            "index": list(self.index),
            "left_out": [list(pair) for pair in self.left_out],
            "shape": list(seen.shape),
            "dtype": dtype_of(seen),
            "seen": as_text(seen.flatten()[0]),
            "hidden": as_text(hidden.flatten()[0]),
        }


def dtype_of(tensor: Tensor) -> str:
    """The dtype's short name."""
    return str(tensor.dtype).removeprefix("torch.")


def as_text(element: Tensor) -> str:
    """One element of a mask as the page shows it: True, 1, 0, −∞."""
    return str(element.item()).replace("-inf", "−∞").removesuffix(".0")


def _padding_only(later: str, window: str, painted: str) -> dict[str, Any]:
    """What a mask of keys alone has in common, and who says the rest instead."""
    alone = "It says the padding alone: which keys no query may see."
    return {
        "axes": "(B, T)",
        "index": ("b", "j"),
        "left_out": (
            ("padding", alone),
            ("later", later),
            ("window", window),
            ("painted", painted),
        ),
    }


PER_HEAD: dict[str, Any] = {"axes": "(B, 1, T, T)", "index": ("b", "0", "i", "j")}
SEEN_OR_HIDDEN = "True = may attend, False = hidden"

CONVENTIONS = (
    Convention(
        name="boolean",
        title="this book: boolean",
        argument="mask",
        taken_by="this book; F.scaled_dot_product_attention calls it attn_mask",
        meaning=SEEN_OR_HIDDEN,
        convert=lambda mask: mask,
        **PER_HEAD,
    ),
    Convention(
        name="additive",
        title="PyTorch’s function: added to the scores",
        argument="attn_mask",
        taken_by="F.scaled_dot_product_attention, which adds it to the scores",
        meaning="0 = may attend, −∞ = hidden",
        convert=to_additive,
        **PER_HEAD,
    ),
    Convention(
        name="attn_mask",
        title="PyTorch’s module: attn_mask",
        argument="attn_mask",
        taken_by="torch.nn.MultiheadAttention",
        axes="(B·H, T, T), here H = 1",
        index=("b", "i", "j"),
        meaning="True = hidden, False = may attend",
        convert=lambda mask: to_torch_attn_mask(mask, tuple(mask.shape)),
    ),
    Convention(
        name="key_padding_mask",
        title="PyTorch’s module: key_padding_mask",
        argument="key_padding_mask",
        taken_by="torch.nn.MultiheadAttention",
        meaning="True = padding, False = a token",
        convert=to_torch_key_padding_mask,
        **_padding_only(
            later="That later words are hidden goes into attn_mask.",
            window="The window goes into attn_mask.",
            painted="Painted cells cannot be said here; attn_mask can say them.",
        ),
    ),
    Convention(
        name="attention_mask",
        title="Hugging Face: attention_mask",
        argument="attention_mask",
        taken_by="a Hugging Face model",
        meaning="1 = a token, 0 = padding",
        convert=to_huggingface_mask,
        **_padding_only(
            later="A causal model hides later words itself.",
            window="A causal model made with a window adds it itself.",
            painted="Painted cells cannot be said here.",
        ),
    ),
    Convention(
        name="sequence_first",
        title="sequence first: sentences on the last axis",
        argument="mask",
        taken_by="code that puts the sequence first and the sentences last",
        axes="(Tq, Tk, B)",
        index=("i", "j", "b"),
        meaning=SEEN_OR_HIDDEN,
        convert=to_sequence_first,
    ),
)
