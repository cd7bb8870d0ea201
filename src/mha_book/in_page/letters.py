"""The reader's small decoder on the page: its tensors by name, in eight bits."""

import copy
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import nn

from mha_book.in_page.pack import compare, packed, round_rows, sum_up

WINDOW = 128  # letters that it has learned to read at once
BASE = 10_000.0
OUTSIDE = ("embedding", "norm")
IN_BLOCK = (
    "attention_norm",
    *(f"attention.{name}" for name in ("query", "key", "value", "output")),
    "mlp_norm",
    *(f"mlp.{name}" for name in ("gate", "up", "down")),
)


@dataclass(frozen=True, eq=False)
class LettersModel:
    """A decoder of letters, as the path writes it.

    Attributes:
        model: a `Decoder` of the reader's file; called with ids (1, T), it gives logits
            (1, T, V) and a list of each layer's weights (1, H, T, T).
        letters: its V letters, each once, in the order of their numbers.

    Raises:
        TypeError: the model is no module.
        ValueError: it has not the parts of the path's decoder, turns nothing, or has
            another number of letters.
    """

    model: nn.Module
    letters: str

    def __post_init__(self) -> None:
        if not isinstance(self.model, nn.Module):
            kind = type(self.model).__name__
            raise TypeError(f"model is a {kind}; expected a Decoder of from_scratch")
        _check_names(self.state)
        _check_sizes(self.state)
        _check_turns(self.model)
        _check_letters(self.letters, len(self.state["embedding.weight"]))

    @property
    def state(self) -> dict[str, torch.Tensor]:
        """Its tensors by name."""
        return {n: x.detach().float() for n, x in self.model.state_dict().items()}

    @property
    def sizes(self) -> dict[str, float]:
        """What the page must know of it: layers, heads, width, RoPE's base, window."""
        attention = self.model.get_submodule("blocks.0.attention")
        return {
            "layers": _count_blocks(self.state),
            "heads": int(getattr(attention, "num_heads", 1)),
            "width": self.state["embedding.weight"].shape[1],
            "base": float(getattr(attention, "rope_base", BASE)),
            "window": WINDOW,
        }

    def encode(self, text: str) -> torch.Tensor:
        """(1, T) of ids.

        Raises:
            ValueError: a letter is none of the model's; says which.
        """
        odd = next((letter for letter in text if letter not in self.letters), None)
        if odd is not None:
            raise ValueError(f"{odd!r} is not one of its {len(self.letters)} letters")
        return torch.tensor([[self.letters.index(letter) for letter in text]])

    def read(self, text: str) -> tuple[torch.Tensor, torch.Tensor]:
        """By PyTorch: logits after each letter (T, V), weights (L, H, T, T)."""
        with torch.no_grad():
            logits, weights = self.model(self.encode(text))
        return logits[0], torch.cat([*weights])

    def parts(self) -> dict[str, dict[str, object]]:
        """What the page loads: matrices in eight bits, norms as they are."""
        return {
            name: packed(round_rows(x) if x.dim() == 2 else x)
            for name, x in self.state.items()
            if _is_known(name)
        }

    def rounded(self) -> "LettersModel":
        """The same with the numbers that the page computes with."""
        other = copy.deepcopy(self.model)
        state = {
            n: round_rows(x).back() if x.dim() == 2 else x
            for n, x in self.state.items()
        }
        other.load_state_dict(state)
        return LettersModel(other, self.letters)


def key_of(parts: Mapping[str, object]) -> str:
    """A few digits that change whenever a part does."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def what_rounding_changes(model: LettersModel, text: str) -> dict[str, float]:
    """What eight bits change in the chances of the next letter, read in pieces.

    Args:
        model: a decoder of letters.
        text: it is cut into windows; what is left over is not read.

    Returns:
        How many places were read; of the chances' differences the worst and the mean;
        the share of places whose likeliest letter is the same.
    """
    pieces = [text[k : k + WINDOW] for k in range(0, len(text), WINDOW)]
    whole = [piece for piece in pieces if len(piece) == WINDOW] or [text[:WINDOW]]
    other = model.rounded()
    exact, near = (
        torch.cat([one.read(piece)[0] for piece in whole]).softmax(dim=-1)
        for one in (model, other)
    )
    return {"places": len(exact), **sum_up([compare(exact, near)])}


def _count_blocks(state: Mapping[str, torch.Tensor]) -> int:
    return len({name.split(".")[1] for name in state if name.startswith("blocks.")})


def _names(layers: int) -> list[str]:
    inside = [f"blocks.{k}.{part}" for k in range(layers) for part in IN_BLOCK]
    return [f"{name}.weight" for name in (*OUTSIDE, *inside)]


def _is_known(name: str) -> bool:
    own = name.removesuffix(".weight")
    return own in OUTSIDE or own.split(".", 2)[-1] in IN_BLOCK


def _check_names(state: Mapping[str, torch.Tensor]) -> None:
    expected = _names(max(1, _count_blocks(state)))
    missing = [name for name in expected if name not in state]
    if missing:
        raise ValueError(
            f"the model has no {missing[0]}; expected the parts of the path's Decoder"
        )


def _check_sizes(state: Mapping[str, torch.Tensor]) -> None:
    width = state["embedding.weight"].shape[1]
    for name, tensor in state.items():
        if name.endswith(("key.weight", "value.weight")) and len(tensor) != width:
            raise ValueError(
                f"{name} has {len(tensor)} rows; expected {width}: "
                "the page's decoder shares no heads"
            )


def _check_turns(model: nn.Module) -> None:
    attention = model.get_submodule("blocks.0.attention")
    if getattr(attention, "rope_base", BASE) is None:
        raise ValueError(
            "rope_base is None; expected a number: the page's decoder turns queries "
            "and keys"
        )


def _check_letters(letters: str, rows: int) -> None:
    if len(set(letters)) != len(letters) or len(letters) != rows:
        raise ValueError(
            f"{len(set(letters))} different letters of {len(letters)}; "
            f"expected {rows}, one for each row of the embedding"
        )
