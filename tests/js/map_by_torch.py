"""What MapExplorer's script is held against: traces, cuts and changes by PyTorch."""

import math
from itertools import product

import torch
from torch import Tensor
from torch.nn import functional as F

from mha_book.explorers import MapExplorer
from mha_book.explorers.map.explorer import MATRICES, SWITCHES
from mha_book.pictures.kit.layer import LENGTH, LayerBlock, is_striped, layer

ROLES = ("query", "key", "value")
SETTINGS = list(product((1, 2), ("wrapper", "split"), (False, True), (False, True)))
OTHER = {  # of each switch: its other position
    "num_heads": {1: 2, 2: 1},
    "design": {"split": "wrapper", "wrapper": "split"},
    "causal": {True: False, False: True},
    "placed": {True: False, False: True},
}


def beside(explorer: MapExplorer) -> dict[str, object]:
    """What a state is compared with, beside its results."""
    return {
        "made": {name: plain(rows) for name, rows in explorer.compute().items()},
        "cuts": cuts(explorer),
        "changes": {name: changes(explorer, name) for name in OTHER},
    }


def plain(rows: Tensor) -> list[list[float | None]]:
    """Lists; JSON has no −∞, so None stands for it."""
    return [[None if x == -math.inf else x for x in row] for row in rows.tolist()]


# ---- what a number was made from ---------------------------


def traces() -> list[dict[str, object]]:
    """Each setting with every cell's ancestors, and the cells of the second head."""
    return [
        {
            "num_heads": heads,
            "design": design,
            "placed": placed,
            "causal": causal,
            "cells": ancestors(blocks := layer(heads, design, placed), causal),
            "striped": [c for b in blocks for c, at in cells(b) if is_striped(b, *at)],
        }
        for heads, design, placed, causal in SETTINGS
    ]


def cells(block: LayerBlock) -> list[tuple[str, tuple[int, int]]]:
    places = product(*map(range, block.shape))
    return [(f"{block.name}:{i},{j}", (i, j)) for i, j in places]


def ancestors(blocks: tuple[LayerBlock, ...], causal: bool) -> dict[str, list[str]]:
    """For each cell all those on which its number depends, as autograd finds them."""
    made: dict[str, Tensor] = {}
    for block in blocks:
        inputs = [made[name] for name in block.inputs]
        made[block.name] = depending(block, inputs, causal)
    found = {}
    for block in blocks:
        others = {name: rows for name, rows in made.items() if name != block.name}
        for cell, at in cells(block):
            found[cell] = moving(made[block.name][at], others)
    return found


def moving(number: Tensor, others: dict[str, Tensor]) -> list[str]:
    """The cells that a number has a derivative by."""
    options = {"retain_graph": True, "allow_unused": True}
    slopes = torch.autograd.grad(number, list(others.values()), **options)
    return [
        f"{name}:{i},{j}"
        for name, slope in zip(others, slopes, strict=True)
        if slope is not None
        for i, j in slope.nonzero().tolist()
    ]


def depending(block: LayerBlock, inputs: list[Tensor], causal: bool) -> Tensor:
    """A block of random numbers that depend on what the block's do: hidden entries do
    not enter at all, and 1 more in softmax's divisor lets a weight that is 1 in any
    case depend on its score. Of large scores all others would be rounded away."""
    seen = [i + 1 if causal else LENGTH for i in range(LENGTH)]
    if block.op == "given":
        return torch.randn(block.shape, dtype=torch.float64, requires_grad=True)
    if block.op == "softmax":
        scores = [row[:k] for row, k in zip(inputs[0], seen, strict=True)]
        powers = [(row / row.detach().abs().max()).exp() for row in scores]
        rows = [F.pad(p / (p.sum() + 1), (0, LENGTH - len(p))) for p in powers]
        return torch.stack(rows)
    if block.op == "mix":
        weights, v = inputs
        return torch.stack([weights[i, :k] @ v[:k] for i, k in enumerate(seen)])
    if block.op == "mask":
        hidden = torch.arange(LENGTH) >= torch.tensor(seen)[:, None]
        return inputs[0].masked_fill(hidden, -torch.inf)
    if block.op == "view":
        return inputs[0].unflatten(1, (-1, block.shape[1]))[:, block.head]
    if block.op == "join":
        return torch.cat(inputs, dim=1)
    a, b = inputs
    return a + b if block.op == "add" else a @ b.T


# ---- the cuts, and what a switch changes ---------------------------


def by_columns(x: Tensor, w: Tensor) -> Tensor:
    return torch.stack((x @ w.T).chunk(2, dim=1))  # (H, T, D)


def sliced(x: Tensor, w: Tensor) -> Tensor:
    """Each head is given a slice of the input alone."""
    parts = zip(x.chunk(2, dim=1), w.chunk(2), strict=True)
    return torch.stack(
        [
            F.linear(part, rows.chunk(2, dim=1)[h])
            for h, (part, rows) in enumerate(parts)
        ]
    )


def untransposed(x: Tensor, w: Tensor) -> Tensor:
    return F.linear(x, w).view(2, len(x), -1)


def cuts(explorer: MapExplorer) -> dict[str, dict[str, list]]:
    """Each head's queries and the output, for each way to cut."""
    names = ("embeddings", "positions", *ROLES, "out")
    e, p, *w, w_o = (
        torch.tensor(getattr(explorer, name), dtype=torch.float64) for name in names
    )
    made = {}
    for cut in (by_columns, sliced, untransposed):
        heads = [cut(e + p * explorer.placed, rows) for rows in w]
        mixed = F.scaled_dot_product_attention(*heads, is_causal=explorer.causal)
        output = torch.cat(list(mixed), dim=1) @ w_o.T
        name = "right" if cut is by_columns else cut.__name__
        made[name] = {"query": heads[0].tolist(), "output": output.tolist()}
    return made


def changes(explorer: MapExplorer, switch: str) -> dict[str, object]:
    """The cells that both positions of a switch have, and which of them differ."""
    inputs = {name: getattr(explorer, name) for name in (*MATRICES, *SWITCHES)}
    other = MapExplorer(**inputs | {switch: OTHER[switch][inputs[switch]]})
    here, there = explorer.compute(), other.compute()
    common = [n for n in here if n in there and here[n].shape == there[n].shape]
    differing = []
    for name in common:
        gap = torch.isclose(here[name], there[name], rtol=0, atol=1e-9).logical_not()
        differing += [f"{name}:{i},{j}" for i, j in gap.nonzero().tolist()]
    return {"common": sum(here[n].numel() for n in common), "changed": differing}
