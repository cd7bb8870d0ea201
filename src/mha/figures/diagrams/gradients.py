"""One head as a graph: values forward, gradients back."""

import math

import torch
from torch import Tensor

from mha.examples import WALK_BACK
from mha.figures.diagrams.markup import Diagram, Node, node
from mha.figures.diagrams.numbers import TOKENS, embeddings
from mha.figures.diagrams.shapes import ROW, arrow, moved, text, tile, written

WIDTH = 38  # px, a cell's
Step = tuple[Tensor, Tensor]  # what it holds, and the loss's gradient there

PARAMETERS = {"W_Q": "w_q", "W_K": "w_k", "W_V": "w_v", "W_O": "w_o"}
ROLES = {"Q": "query", "K": "key", "V": "value", "P": "weights"}
EDGES = [("W_Q", "Q"), ("W_K", "K"), ("W_V", "V"), ("Q", "S"), ("K", "S"), ("S", "P")]
EDGES += [("P", "head"), ("V", "head"), ("head", "O"), ("W_O", "O"), ("O", "L")]
MADE = {"Q": "X W_Q", "K": "X W_K", "V": "X W_V", "S": "Q Kᵀ / √2"}
MADE |= {"P": "softmax S", "head": "P V"}  # the others: the legend

# Upper left corners: in a row from left to right, and in a column.
WIDE = {"W_Q": (0, 46), "W_K": (0, 246), "W_V": (0, 446), "Q": (104, 20)}
WIDE |= {"K": (104, 220), "V": (104, 420), "S": (214, 120), "P": (360, 120)}
WIDE |= {"head": (502, 270), "W_O": (608, 46), "O": (608, 270), "L": (627, 480)}
TALL = {"W_Q": (17, 20), "W_K": (185, 20), "Q": (17, 122), "K": (185, 122)}
TALL |= {"S": (63, 250), "P": (63, 378), "W_V": (185, 506), "V": (185, 608)}
TALL |= {"head": (185, 736), "W_O": (17, 838), "O": (185, 864), "L": (223, 992)}
# In the column, each arrow's corners: forward, then back.
DOWN = [((30, 74), (30, 120)), ((198, 74), (198, 120)), ((80, 202), (80, 248))]
DOWN += [((198, 202), (198, 220), (102, 220), (102, 248)), ((80, 330), (80, 376))]
DOWN += [((61, 417), (8, 417), (8, 775), (183, 775)), ((198, 560), (198, 606))]
DOWN += [((198, 688), (198, 734)), ((198, 816), (198, 862))]
DOWN += [((30, 892), (30, 910), (183, 910)), ((236, 944), (236, 990))]
UP = [((160, 120), (160, 74)), ((328, 120), (328, 74)), ((282, 248), (282, 202))]
UP += [((258, 248), (258, 228), (160, 228), (160, 202)), ((282, 376), (282, 330))]
UP += [((343, 775), (350, 775), (350, 417), (297, 417)), ((328, 606), (328, 560))]
UP += [((328, 734), (328, 688)), ((328, 862), (328, 816))]
UP += [((183, 926), (160, 926), (160, 892)), ((290, 990), (290, 944))]


def gradient_graph() -> Diagram:
    """One head on the page's example: each step's value, and its gradient."""
    steps = _steps()
    alt = _in_words(steps)
    wide = (
        *(part for edge in EDGES for part in _flow(*edge, steps)),
        *(_pair(name, *step, *WIDE[name]) for name, step in steps.items()),
        moved(230, 10, *_legend()),
    )
    tall = (
        *_chain(),
        *(_pair(name, *step, *TALL[name], beside=True) for name, step in steps.items()),
        moved(17, 1046, *_legend()),
    )
    return Diagram(wide, 686, 606, alt, narrow=Diagram(tall, 358, 1112, alt))


def _pair(
    name: str,
    value: Tensor,
    gradient: Tensor,
    x: float,
    y: float,
    beside: bool = False,
) -> Node:
    """A step's value, and below or beside it the gradient there."""
    rows, columns = value.shape
    shift = (columns * WIDTH + 4, 0) if beside else (0, rows * ROW + 4)
    look = {"role": ROLES.get(name[-1], ""), "width": WIDTH}
    parameter = name in PARAMETERS
    back = tile(0, 0, gradient.tolist(), width=WIDTH)
    title = f"{name} = {MADE[name]}" if name in MADE else name
    centre = (columns * WIDTH * (2 if beside else 1) + 4 * beside) / 2
    return moved(
        *(x, y),
        tile(0, 0, value.tolist(), parameter=parameter, decimals=2 - parameter, **look),
        node("g", moved(*shift, back), class_="mha-gradient"),
        text(centre, -11, title, "mha-name"),
    )


def _flow(start: str, end: str, steps: dict[str, Step]) -> list[Node]:
    """From value to value forward, from gradient to gradient back."""
    (ax, ay), (bx, by) = WIDE[start], WIDE[end]
    rows, columns = steps[start][0].shape
    below = len(steps[end][0]) * ROW
    role = ROLES.get(start, "")
    if ax + columns * WIDTH > bx:  # one above the other
        middle = bx + steps[end][0].shape[1] * WIDTH / 2
        foot = ay + 2 * rows * ROW + 4
        return [
            arrow((middle - 8, foot + 2), (middle - 8, by - 22)),
            arrow((middle + 8, by - 22), (middle + 8, foot + 2), class_="mha-back"),
        ]
    right = ax + columns * WIDTH
    forward = (right + 1, ay + rows * ROW / 2), (bx - 1, by + below / 2)
    back = (bx - 1, by + 1.5 * below + 4), (right + 1, ay + 1.5 * rows * ROW + 4)
    return [arrow(*forward, role=role), arrow(*back, class_="mha-back")]


def _chain() -> list[Node]:
    """The column's arrows: down the left forward, up the right back."""
    back = [arrow(*points, class_="mha-back") for points in UP]
    return [*(arrow(*points) for points in DOWN), *back]


def _legend() -> list[Node]:
    """What is what, and the input that no arrow shows."""
    x = "; ".join(
        f"{token} {', '.join(map(str, row))}"
        for token, row in zip(TOKENS, embeddings().tolist(), strict=True)
    )
    bold = ("tinted or outlined: values, forward", "dashed: the loss's gradient, back")
    small = (f"X: {x}", "O = head W_O, L = ½ Σ (O − Y)²; gradient at O: O − Y")
    return [
        *(text(0, 18 * k, words, "mha-start") for k, words in enumerate(bold)),
        *(
            text(0, 38 + 17 * k, words, "mha-small mha-start")
            for k, words in enumerate(small)
        ),
    ]


def _steps() -> dict[str, Step]:
    """Every value of the walk, and by autograd the loss's gradient there."""
    with torch.enable_grad():
        values = {name: _leaf(key) for name, key in PARAMETERS.items()}
        x, target = embeddings(), torch.tensor(WALK_BACK.target, dtype=torch.float64)
        values |= {name: x @ values[f"W_{name}"] for name in "QKV"}
        values["S"] = values["Q"] @ values["K"].T / math.sqrt(2)
        values["P"] = values["S"].softmax(dim=-1)
        values["head"] = values["P"] @ values["V"]
        values["O"] = values["head"] @ values["W_O"]
        values["L"] = 0.5 * (values["O"] - target).square().sum().reshape(1, 1)
        gradients = torch.autograd.grad(values["L"], list(values.values()))
    pairs = zip(values.items(), gradients, strict=True)
    return {name: (value.detach(), gradient) for (name, value), gradient in pairs}


def _leaf(key: str) -> Tensor:
    matrix = torch.tensor(getattr(WALK_BACK, key), dtype=torch.float64)
    return matrix.requires_grad_()


def _in_words(steps: dict[str, Step]) -> str:
    loss = written(steps["L"][0].item())
    sizes = ", ".join(
        f"{name} {gradient.norm().item():.2f}"
        for name, (_, gradient) in steps.items()
        if name in PARAMETERS
    )
    rows = steps["S"][1].sum(dim=1).abs().max().item()
    return (
        f"One head as a graph: three matrices make Q, K and V; scores S, weights P, "
        f"the head and W_O follow, and a loss of {loss}. Gradients flow back along the "
        f"same arrows, each of the shape of what it belongs to. Each row of those at S "
        f"sums to {rows:.0f}. Their lengths at the matrices: {sizes}."
    )
