"""What the map says beside its numbers, by PyTorch: cuts, and what a switch changes."""

from itertools import product

import torch
from torch import Tensor
from torch.nn import functional as F

from mha_book.explorers import MapExplorer
from mha_book.explorers.map.explorer import MATRICES, SWITCHES

SETTINGS = list(product((1, 2), ("wrapper", "split"), (False, True), (False, True)))
OTHER = {  # of each switch: its other position
    "num_heads": {1: 2, 2: 1},
    "design": {"split": "wrapper", "wrapper": "split"},
    "causal": {True: False, False: True},
    "placed": {True: False, False: True},
}


def _cut_columns(x: Tensor, w: Tensor) -> Tensor:
    return torch.stack((x @ w.T).chunk(2, dim=1))  # (H, T, D)


def _cut_input(x: Tensor, w: Tensor) -> Tensor:
    """Each head is given a slice of the input alone."""
    return torch.stack([x[:, [h]] @ w[[h], [h]][:, None] for h in (0, 1)])


def _cut_memory(x: Tensor, w: Tensor) -> Tensor:
    """The same numbers, read in the order of memory."""
    return F.linear(x, w).view(2, len(x), -1)


CUTS = {"right": _cut_columns, "sliced": _cut_input, "untransposed": _cut_memory}


def cut_heads(explorer: MapExplorer) -> dict[str, dict[str, Tensor]]:
    """Each head's queries (H, T, D) and the output (T, E), for each way to cut."""
    names = ("embeddings", "positions", "query", "key", "value", "out")
    e, p, *w, w_o = (
        torch.tensor(getattr(explorer, name), dtype=torch.float64) for name in names
    )
    found = {}
    for name, cut in CUTS.items():
        heads = [cut(e + p * explorer.placed, rows) for rows in w]
        mixed = F.scaled_dot_product_attention(*heads, is_causal=explorer.causal)
        output = torch.cat(list(mixed), dim=1) @ w_o.T
        found[name] = {"query": heads[0], "output": output}
    return found


def moved_from(explorer: MapExplorer) -> dict[str, object]:
    """How far each number is from what is held, and what is said of the whole."""
    return moved_between(explorer.compute(), MapExplorer(**explorer.held).compute())


def moved_between(
    here: dict[str, Tensor], there: dict[str, Tensor]
) -> dict[str, object]:
    """How far each number of one state is from another's, and both as a whole."""
    common = [n for n in here if n in there and here[n].shape == there[n].shape]
    moved = {
        f"{name}:{i},{j}": gap[i, j].item()
        for name in common
        for gap in [(here[name] - there[name]).abs().nan_to_num(0, posinf=torch.inf)]
        for i, j in (gap >= 1e-9).nonzero().tolist()
    }
    shapes = [{n: t.shape for n, t in tables.items()} for tables in (here, there)]
    return {
        "common": sum(here[n].numel() for n in common),
        "moved": [
            [cell, None if by == torch.inf else by] for cell, by in moved.items()
        ],
        "same_shapes": shapes[0] == shapes[1],
        "same_sums": all(
            torch.allclose(here[n].sum(-1), there[n].sum(-1), rtol=0, atol=1e-9)
            for n in common
            if n.startswith("weights")
        ),
        "apart": (here["output"] - there["output"]).abs().max(),
    }


def changed_by(explorer: MapExplorer, switch: str) -> tuple[set[str], int]:
    """The cells that change with a switch, and how many both of its positions have."""
    inputs = {name: getattr(explorer, name) for name in (*MATRICES, *SWITCHES)}
    other = MapExplorer(**inputs | {switch: OTHER[switch][inputs[switch]]})
    here, there = explorer.compute(), other.compute()
    common = [n for n in here if n in there and here[n].shape == there[n].shape]
    cells = set()
    for name in common:
        gap = ~torch.isclose(here[name], there[name], rtol=0, atol=1e-9)
        cells |= {f"{name}:{i},{j}" for i, j in gap.nonzero().tolist()}
    return cells, sum(here[n].numel() for n in common)
