"""What the scripts' arithmetic is held against: the same by PyTorch and matplotlib."""

import json
import math
from importlib import import_module
from itertools import permutations
from pathlib import Path
from random import Random

import torch

from map_by_torch import traces
from mha_book import palette, plots
from mha_book.explorers import MapExplorer
from mha_book.explorers.base import Explorer

SHAPES = [(2, 3, 3, 1), (1, 2, 3, 2), (2, 1, 3, 5), (6, 1, 1, 2), (3, 2)]
NEW_SHAPES = [(2, 3, 3), (2, 3, 2), (12,), (1, 12), (30,), (5, 6), (2, 15), (3, 1, 2)]
HERE = Path(__file__).parent
NAMES = sorted(path.stem[5:] for path in HERE.glob("draw_*.py"))
TIMES = 40  # that each explorer is made with inputs drawn anew


def references(seed: int) -> dict[str, object]:
    """One entry for each file of tests that compares, in plain lists and numbers."""
    torch.manual_seed(seed)
    drawn = {name: states(name, Random(seed)) for name in NAMES}
    return drawn | {
        "strides": views(),
        "colour": colours(),
        "softmax": softmaxes(),
        "traces": traces(),
        "pictures": MapExplorer().pictures,
    }


def states(name: str, random: Random) -> list[dict[str, object]]:
    """One kind of explorer, as `draw_<name>.py` makes it, time after time."""
    module = import_module(f"draw_{name}")
    beside = getattr(module, "beside", lambda explorer: {})
    drawn = [module.draw(random) for _ in range(TIMES)]
    return [state_of(explorer) | beside(explorer) for explorer in drawn]


def state_of(explorer: Explorer) -> dict[str, object]:
    """An explorer's inputs and results, as its script gets them, without drawings."""
    state = explorer.get_state() | {"pictures": None}
    return json.loads(json.dumps(state, default=str))


def views() -> list[dict]:
    """Which strides read a tensor under a new shape; None where it must be copied."""
    made = []
    for shape in SHAPES:
        for order in permutations(range(len(shape))):
            tensor = torch.empty(shape).permute(order)
            for new in (n for n in NEW_SHAPES if math.prod(n) == tensor.numel()):
                made.append(
                    {
                        "shape": list(tensor.shape),
                        "strides": list(tensor.stride()),
                        "contiguous": tensor.is_contiguous(),
                        "new": list(new),
                        "view": view_strides(tensor, new),
                    }
                )
    assert len(made) > 100
    return made


def view_strides(tensor: torch.Tensor, shape: tuple[int, ...]) -> list[int] | None:
    try:
        return list(tensor.view(shape).stride())
    except RuntimeError:
        return None


def colours() -> dict[str, object]:
    scale = plots.weight_colormap()
    steps = [step / 100 for step in range(101)]
    rgb = [[255 * channel for channel in scale(step)[:3]] for step in steps]
    return {"anchors": list(palette.WEIGHTS), "weights": steps, "rgb": rgb}


def softmaxes() -> list[list[list[float]]]:
    rows = 100 * torch.randn(20, 5, dtype=torch.float64)
    return [[row.tolist(), row.softmax(0).tolist()] for row in rows]
