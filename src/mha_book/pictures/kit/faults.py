"""Known silent faults that the map can show, and what each of them computes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor

from mha_book.pictures.kit.layer import OPS, LayerBlock, evaluate


@dataclass(frozen=True)
class MapFault:
    """A fault of the catalogue, as changed operations of the layer.

    Attributes:
        listing: whose fault it is in the catalogue.
        title: what the catalogue calls it.
        ops: what takes the place of some of the layer's operations.
        values: the letter of what is mixed by the weights.
        shows: switches without which it moves nothing.
    """

    listing: str
    title: str
    ops: Mapping[str, Callable[..., Tensor]] = field(default_factory=dict)
    values: str = "v"
    shows: Mapping[str, Any] = field(default_factory=dict)

    def blocks(self, layer: tuple[LayerBlock, ...]) -> tuple[LayerBlock, ...]:
        """The layer with what the fault mixes."""
        return tuple(map(self._mixing, layer))

    def _mixing(self, block: LayerBlock) -> LayerBlock:
        if block.op != "mix":
            return block
        weights, v = block.inputs
        return replace(block, inputs=(weights, self.values + v[1:]))


FAULTS = {
    "undivided": MapFault(
        "attend",
        "The scores are not divided",
        {"score": lambda block, mask, q, k: q @ k.T},
        shows={"num_heads": 1},  # with two heads D is 1, and so is its root
    ),
    "over_queries": MapFault(
        "attend",
        "The softmax runs over the queries",
        {"softmax": lambda block, mask, scores: scores.softmax(dim=-2)},
    ),
    "late_mask": MapFault(
        "attend",
        "The mask comes after the softmax",
        {
            "mask": lambda block, mask, scores: scores,
            "softmax": lambda block, mask, scores: scores.softmax(-1) * mask,
        },
        shows={"causal": True},
    ),
    "hidden_0": MapFault(
        "attend",
        "Hidden words have the score 0",
        {"mask": lambda block, mask, scores: scores * mask},
        shows={"causal": True},
    ),
    "keys_mixed": MapFault(
        "multi_head", "The keys are handed over as values", values="k"
    ),
    "joined_by_view": MapFault(
        "merge_heads",
        "The heads are joined without the exchange",
        {"join": lambda block, mask, *mixed: _viewed(mixed, block.shape)},
        shows={"num_heads": 2},
    ),
}


def _viewed(mixed: tuple[Tensor, ...], shape: tuple[int, int]) -> Tensor:
    """Head after head, (H, T, D), read in the order of memory as (T, H·D)."""
    return torch.cat(mixed).view(shape)


def evaluate_faulty(
    name: str,
    layer: tuple[LayerBlock, ...],
    given: Mapping[str, Tensor],
    *,
    causal: bool,
) -> dict[str, Tensor]:
    """Every block's numbers with a fault, as `evaluate` gives them without."""
    fault = FAULTS[name]
    blocks = fault.blocks(layer)
    return evaluate(blocks, given, causal=causal, ops={**OPS, **fault.ops})
