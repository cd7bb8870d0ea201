"""What the scripts' arithmetic is held against: the same by PyTorch and matplotlib."""

import json
import math
import random
from itertools import permutations

import torch

from headrecords import patterns, records
from mha import explorers
from mha.explorers.base import Explorer
from mha.figures import palette, plots

SHAPES = [(2, 3, 3, 1), (1, 2, 3, 2), (2, 1, 3, 5), (6, 1, 1, 2), (3, 2)]
NEW_SHAPES = [(2, 3, 3), (2, 3, 2), (12,), (1, 12), (30,), (5, 6), (2, 15), (3, 1, 2)]
TIMES = 40  # that each explorer is made with inputs drawn anew


def references(seed: int) -> dict[str, object]:
    """One entry for each file of tests that compares, in plain lists and numbers."""
    draw = random.Random(seed)
    torch.manual_seed(seed)
    kinds = {name: [state_of(make(draw)) for _ in range(TIMES)] for name, make in ALL}
    return {"strides": views(), "colour": colours(), "softmax": softmaxes(), **kinds}


def state_of(explorer: Explorer) -> dict[str, object]:
    """An explorer's inputs and results, as its script gets them."""
    return json.loads(json.dumps(explorer.get_state(), default=str))


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


# ---- explorers with inputs drawn anew ---------------------------------------------


def numbers(draw: random.Random, rows: int, columns: int, limit: float = 9) -> list:
    return [[draw.uniform(-limit, limit) for _ in range(columns)] for _ in range(rows)]


def flag(draw: random.Random) -> bool:
    return draw.random() < 0.5


def attention(draw: random.Random) -> Explorer:
    return explorers.AttentionExplorer(
        embeddings=numbers(draw, 3, 2),
        scores_from=draw.choice(["products", "illustrative"]),
        temperature=draw.uniform(0.05, 20),
        **{name: flag(draw) for name in ("scaled", "causal", "mask_self")},
    )


def layout(draw: random.Random) -> Explorer:
    explorer = explorers.TensorLayoutExplorer()
    limits = dict(explorer.limits)
    explorer.step = draw.choice(limits.pop("step")["among"])
    for name, limit in limits.items():
        setattr(explorer, name, draw.randint(limit["min"], limit["max"]))
    return explorer


def stack(draw: random.Random) -> Explorer:
    step = draw.choice(["product", "view", "transpose"])
    return explorers.WeightStackExplorer(weights=numbers(draw, 4, 4, 1000), step=step)


def multihead(draw: random.Random) -> Explorer:
    count = draw.choice([2, 4])
    order = draw.sample(range(count), count)
    return explorers.MultiHeadExplorer(
        num_heads=count,
        order=order,
        silenced=order[: draw.randrange(count)],
        carry_out=flag(draw),
        embeddings=numbers(draw, 3, 4),
    )


def mask(draw: random.Random) -> Explorer:
    share = draw.choice([0.0, 0.1, 0.9])
    return explorers.MaskExplorer(
        lengths=[draw.randrange(7), draw.randrange(7)],
        causal=flag(draw),
        padding=flag(draw),
        window=draw.choice([0, 0, *range(1, 7)]),
        painted=(torch.rand(2, 6, 6) < share).tolist(),
    )


def position(draw: random.Random) -> Explorer:
    width = draw.randint(2, 32)
    return explorers.PositionExplorer(
        width=width,
        base=10 ** draw.uniform(1, 5),
        position=draw.randrange(64),
        other=draw.randrange(64),
        feature=draw.randrange(width),
    )


def gradient(draw: random.Random) -> Explorer:
    explorer = explorers.GradientInspector(exponent=-4)
    for name in ("embeddings", "target", "w_q", "w_k", "w_v", "w_o"):
        rows = getattr(explorer, name)
        setattr(explorer, name, numbers(draw, len(rows), len(rows[0]), 2))
    return explorer


def browser(draw: random.Random) -> Explorer:
    explorer = explorers.HeadBrowser(draw.choice([records(), patterns()]))
    for name in ("model", "sentence", "epoch", "layer", "head"):
        setattr(explorer, name, draw.choice(explorer.choices(name)))
    return explorer


MAKERS = (attention, layout, stack, multihead, mask, position, gradient, browser)
ALL = [(make.__name__, make) for make in MAKERS]
