"""The shapes of multi-head attention, from tokens to output, step by step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from mha.attention.functional import attention_weights
from mha.attention.multihead import merge_heads, split_heads
from mha_book.pictures.kit.blocks import SIZES, STYLE, block, format_axes
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import arrow, text
from mha_book.scales import on_weight_scale

SIDE, STEP = 8, 78  # px: a cell and a step
# px: where words begin, and where beside no wide block; how wide a step is
# in the first column, in the second, and alone
LABEL, NEAR = 196, 152
BROAD, SLIM, NARROW = 366, 314, 347
GRIDS, ROWS, COLUMNS = 1, 2, 3  # axes of a block


@cache
def walk_shapes() -> dict[str, Tensor]:
    """Every tensor that a batch of random tokens becomes, in order."""
    b, h, t, e = (SIZES[letter] for letter in "BHTE")
    draw = torch.Generator().manual_seed(0)
    x = torch.randn(b, t, e, generator=draw)
    w_q, w_k, w_v, w_o = torch.randn(4, e, e, generator=draw) / e**0.5
    projected = x @ w_q.T  # (B, T, E)
    query = split_heads(projected, h)  # (B, H, T, D)
    key, value = (split_heads(x @ w.T, h) for w in (w_k, w_v))  # (B, H, T, D)
    weights = attention_weights(query, key)  # (B, H, T, T)
    mixed = weights @ value  # (B, H, T, D)
    joined = merge_heads(mixed)  # (B, T, E)
    return {
        "tokens": x,
        "projected": projected,
        "view": query.transpose(1, 2),  # (B, T, H, D)
        "query": query,
        "key": key,
        "value": value,
        "scores": query @ key.mT / SIZES["D"] ** 0.5,  # (B, H, T, T)
        "weights": weights,
        "mixed": mixed,
        "joined": joined,
        "output": joined @ w_o.T,  # (B, T, E)
    }


def _by_head(axis: int) -> Callable[..., str]:
    """A look for each head, where the heads lie along an axis of the block."""
    cells = SIZES["D"] if axis == COLUMNS else 1
    return lambda *at: f"mha-of-{at[axis] // cells}"


def _weight(*at: int) -> str:
    return on_weight_scale(walk_shapes()["weights"][at].item())[0]


@dataclass(frozen=True)
class Step:
    """A tensor of the walk, and how it is drawn.

    Attributes:
        name: the tensor's, in `walk_shapes`.
        letters: of its axes.
        title, code: what happens, and the code for it.
        look: what colours a cell.
        role: whose colour it takes.
        follows: whether it is made from the step above it.
    """

    name: str
    letters: str
    title: str
    code: str
    look: Callable[..., str] = lambda *at: ""
    role: str = ""
    follows: bool = True


ROOT = f"{SIZES['D'] ** 0.5:g}"
SCORE = f"query @ key.mT / {ROOT}"
WIDE, CUT, SPLIT, PAIRS = "B T E", "B T H D", "B H T D", "B H T T"
HEADS: dict[str, Any] = {"look": _by_head(GRIDS)}
OTHERS: dict[str, Any] = HEADS | {"follows": False}
STEPS = (
    Step("tokens", WIDE, "tokens", "x", follows=False),
    Step("projected", WIDE, "project", "x @ W_q.T", _by_head(COLUMNS), "query"),
    Step("view", CUT, "cut into heads", ".view(B, T, H, D)", _by_head(ROWS), "query"),
    Step("query", SPLIT, "heads first", ".transpose(1, 2)", role="query", **HEADS),
    Step("key", SPLIT, "keys, likewise", "x @ W_k.T", role="key", **OTHERS),
    Step("value", SPLIT, "values, likewise", "x @ W_v.T", role="value", **OTHERS),
    Step("scores", PAIRS, "score", SCORE, follows=False),
    Step("weights", PAIRS, "softmax", ".softmax(dim=-1)", _weight, "weights"),
    Step("mixed", SPLIT, "mix", "weights @ value", **HEADS),
    Step("joined", WIDE, "join", "merge_heads(mixed)", _by_head(COLUMNS)),
    Step("output", WIDE, "output", "joined @ W_o.T"),
)
HALF = 6  # steps in the first of two columns


@picture
def shape_walk() -> Diagram:
    """Each tensor as a block, with its shape and the code that makes it."""
    halves = [_steps(STEPS[:HALF], LABEL, BROAD), _steps(STEPS[HALF:], NEAR, SLIM)]
    return Diagram(_in_words(), row(halves, 6), _steps(STEPS, LABEL, NARROW), css=STYLE)


def _steps(steps: Sequence[Step], label: float, width: float) -> Drawing:
    return column([panel((4, 16), (width, STEP), _tensor(s, label)) for s in steps])


def _tensor(step: Step, label: float) -> list[Node]:
    """A step at 0, 0: its block, three lines of words, an arrow from above."""
    tensor = walk_shapes()[step.name]
    drawn = tensor if tensor.dim() == 4 else tensor[:, None]  # one grid in a sheet
    parts = [
        block(drawn.shape, SIDE, step.look, role=step.role),
        text(label, 2, step.title, "mha-name mha-start"),
        text(label, 19, step.code, "mha-code mha-start"),
        text(label, 36, format_axes(step.letters, tensor.shape), "mha-small mha-start"),
    ]
    if step.follows:
        parts.append(arrow((16, -STEP + 50), (16, -10), role=step.role))
    return parts


def _in_words() -> str:
    said = {
        step.name: format_axes(step.letters, walk_shapes()[step.name].shape)
        for step in STEPS
    }
    return (
        f"Tokens {said['tokens']} are projected to queries as wide. Each row is cut "
        f"into heads, {said['view']}, and the heads moved to the front, "
        f"{said['query']}. Keys and values become {said['key']} in the same way. "
        f"Each query meets each key: scores {said['scores']}, and weights of the same "
        f"shape. Times the values they give {said['mixed']}; the heads are joined to "
        f"{said['joined']}, and projected to an output of that shape."
    )
