"""Two heads as a graph: values forward, gradients back; one head is drawn in full."""

import torch
from torch import Tensor

from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import embeddings
from mha_book.pictures.kit.shapes import arrow, digits, move, short_digits, text
from mha_book.pictures.kit.tiles import ROW, tile

# What the outputs of the worked example should have been, (T, E): invented.
TARGET = ((-2.0, 0.0), (-3.0, -1.0), (-4.0, -2.0))
# px, a cell's: "−0.56" has air on both sides. In a column there is less of it, and a
# parameter has a digit less.
WIDTH, NARROW, SHORT = 44, 42, 36
Valued = tuple[Tensor, Tensor]  # what it holds, and the loss's gradient there

PARAMETERS = ("W_Q", "W_K", "W_V", "W_O")
ROLES = {"Q": "query", "K": "key", "V": "value", "P": "weights"}
EDGES = [("W_Q", "Q"), ("W_K", "K"), ("W_V", "V"), ("Q", "S"), ("K", "S"), ("S", "P")]
EDGES += [("P", "head 0"), ("V", "head 0"), ("head 0", "joined"), ("head 1", "joined")]
EDGES += [("joined", "O"), ("W_O", "O"), ("O", "L")]
MADE = {"Q": "X W_Q", "K": "X W_K", "V": "X W_V", "S": "Q Kᵀ", "P": "softmax S"}

# Upper left corners: in a row from left to right, and in a column.
WIDE = {"W_Q": (0, 46), "W_K": (0, 246), "W_V": (0, 446), "Q": (86, 20)}
WIDE |= {"K": (86, 220), "V": (86, 420), "S": (174, 120), "P": (342, 120)}
WIDE |= {"head 0": (514, 286), "head 1": (514, 20), "joined": (598, 120)}
WIDE |= {"W_O": (470, 490), "O": (598, 346), "L": (620, 560)}
TALL = {"W_Q": (63, 20), "W_K": (215, 20), "Q": (63, 122), "K": (215, 122)}
TALL |= {"S": (63, 250), "P": (63, 378), "W_V": (184, 506), "V": (184, 608)}
TALL |= {"head 0": (184, 736), "head 1": (40, 864), "joined": (184, 864)}
TALL |= {"W_O": (1, 992), "O": (184, 992), "L": (205, 1120)}
# In the column, each arrow's corners: forward, then back.
DOWN = [((67, 74), (67, 120)), ((219, 74), (219, 120)), ((76, 202), (76, 248))]
DOWN += [((228, 202), (228, 214), (118, 214), (118, 248)), ((76, 330), (76, 376))]
DOWN += [((61, 417), (8, 417), (8, 775), (182, 775)), ((190, 560), (190, 606))]
DOWN += [((194, 688), (194, 734)), ((194, 816), (194, 862)), ((130, 886), (182, 886))]
DOWN += [
    ((194, 944), (194, 990)),
    ((162, 1008), (182, 1008)),
    ((216, 1072), (216, 1118)),
]
UP = [((139, 120), (139, 74)), ((291, 120), (291, 74)), ((282, 248), (282, 202))]
UP += [((244, 248), (244, 226), (130, 226), (130, 202)), ((282, 376), (282, 330))]
UP += [((274, 775), (350, 775), (350, 417), (321, 417)), ((258, 606), (258, 560))]
UP += [((258, 734), (258, 688)), ((334, 862), (334, 838), (250, 838), (250, 816))]
UP += [((182, 920), (130, 920)), ((334, 990), (334, 944)), ((182, 1032), (162, 1032))]
UP += [((282, 1118), (282, 1072))]


@picture
def gradient_graph() -> Diagram:
    """The worked example's layer, from head 0's matrices to a loss, and back."""
    steps = worked_back()
    alt = _in_words(steps)
    wide = (
        *(part for edge in EDGES for part in _flow(*edge, steps)),
        *(_pair(name, *step, *WIDE[name]) for name, step in steps.items()),
        move(184, 572, *_legend()),
    )
    tall = (
        *(arrow(*points) for points in DOWN),
        *(arrow(*points, class_="mha-back") for points in UP),
        *(_pair(name, *step, *TALL[name], beside=True) for name, step in steps.items()),
        move(4, 1176, *_legend("Q = X W_Q; K = X W_K; V = X W_V")),
    )
    return Diagram(alt, Drawing(wide, 686, 656), Drawing(tall, 358, 1290))


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
    parameter = name in PARAMETERS
    width = NARROW if beside else WIDTH
    own = SHORT if beside and parameter else width
    shift = (columns * own + 4, 0) if beside else (0, rows * ROW + 4)
    look = {"role": ROLES.get(name[-1], ""), "width": own}
    back = tile(0, 0, gradient.tolist(), width=width)
    is_said = name in MADE and (columns > 1 or not beside)
    title = f"{name} = {MADE[name]}" if is_said else name
    centre = (columns * (own + width) + 4 if beside else columns * own) / 2
    return move(
        *(x, y),
        tile(0, 0, value.tolist(), parameter=parameter, decimals=2 - parameter, **look),
        node("g", move(*shift, back), class_="mha-gradient"),
        text(centre, -11, title, "mha-name"),
    )


def _flow(start: str, end: str, steps: dict[str, Valued]) -> list[Node]:
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


def _legend(*more: str) -> list[Node]:
    """What is what, and what no arrow or title shows."""
    x, y = (
        "; ".join(", ".join(map(short_digits, row)) for row in rows)
        for rows in (embeddings().tolist(), TARGET)
    )
    bold = ("tinted or outlined: values, forward", "dashed: the loss’s gradient, back")
    small = (f"rows of X: {x}", f"rows of Y, the target: {y}")
    small += (*more, "head 0 = P V; O = joined W_O; L = ½ Σ (O − Y)²")
    return [
        *(text(0, 18 * k, words, "mha-start") for k, words in enumerate(bold)),
        *(
            text(0, 38 + 17 * k, words, "mha-small mha-start")
            for k, words in enumerate(small)
        ),
    ]


def worked_back() -> dict[str, Valued]:
    """Every value of the walk, and by autograd the loss's gradient there."""
    with torch.enable_grad():
        values, other = (_attended(head) for head in (0, 1))
        values |= {"head 0": values.pop("mixed"), "head 1": other["mixed"]}
        values["joined"] = torch.cat([values["head 0"], values["head 1"]], dim=1)
        values["W_O"] = numbers.matrix("out").T.requires_grad_()  # (E, E)
        values["O"] = values["joined"] @ values["W_O"]
        error = values["O"] - torch.tensor(TARGET, dtype=torch.float64)
        values["L"] = 0.5 * error.square().sum().reshape(1, 1)
        gradients = torch.autograd.grad(values["L"], list(values.values()))
    pairs = zip(values.items(), gradients, strict=True)
    return {name: (value.detach(), gradient) for (name, value), gradient in pairs}


def _attended(head: int) -> dict[str, Tensor]:
    """One head of width 1, its matrices (E, D) as they stand on paper."""
    made = {
        f"W_{name[0].upper()}": numbers.matrix(name)[head : head + 1].T.requires_grad_()
        for name in ("query", "key", "value")
    }
    made |= {name: embeddings() @ made[f"W_{name}"] for name in "QKV"}  # (T, D)
    made["S"] = numbers.scores_of(made["Q"], made["K"])
    made["P"] = made["S"].softmax(dim=-1)
    return made | {"mixed": made["P"] @ made["V"]}


def _in_words(steps: dict[str, Valued]) -> str:
    loss = digits(steps["L"][0].item())
    sizes = ", ".join(
        f"{name} {gradient.norm().item():.2f}"
        for name, (_, gradient) in steps.items()
        if name in PARAMETERS
    )
    rows = steps["S"][1].sum(dim=1).abs().max().item()
    return (
        f"Multi-head attention on how are you as a graph. In head 0 three matrices "
        f"make Q, K and V; scores S, weights P and the head’s output follow. Joined "
        f"with head 1 and multiplied by W_O they give the output O, and a loss of "
        f"{loss}. Gradients flow back along the same arrows, each of the shape of its "
        f"value. Each row of those at S sums to {rows:.0f}. Their lengths at the "
        f"matrices: {sizes}."
    )
