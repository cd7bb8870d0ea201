"""Multi-head attention, declared once: each block of numbers, and what it is made from.

The static pictures, the live map, its trace, its arithmetic and its lines of code all
follow from this table.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal

import torch
from torch import Tensor

from mha import causal_mask
from mha.attention.positions import sinusoidal
from mha_book.pictures.kit import numbers

LENGTH, WIDTH = numbers.embeddings().shape  # T, E
ROLES = {"q": "query", "k": "key", "v": "value"}
MADE_IN = {  # the step that makes a kind of block
    "embeddings": 1, "positions": 1, "x": 1,
    "w_q": 2, "w_k": 2, "w_v": 2, "q": 2, "k": 2, "v": 2,
    "scores": 3, "masked": 4, "weights": 5, "mixed": 6,
    "joined": 7, "w_o": 8, "output": 8,
}  # fmt: skip
GIVEN = {"x": "embeddings", "w_q": "query", "w_k": "key", "w_v": "value", "w_o": "out"}
TITLES = {"x": "X", "q": "Q", "k": "K", "v": "V", "positions": "+ positions"}
Design = Literal["wrapper", "split"]


@dataclass(frozen=True)
class LayerBlock:
    """A matrix of the layer.

    Attributes:
        name: what its line of code calls it; a digit at its end is its head.
        op: how its numbers arise from its inputs: a key of `OPS`, or "given".
        inputs: the blocks that it is made from.
        shape: rows and columns.
        expression: the code that makes it; ``{}`` stands for given numbers.
        first: of a view or of given rows, the first column or row that is taken.
        stripe: which of it is head 1's: "all", the second half of its "rows" or of
            its "columns", or none.
    """

    name: str
    op: str
    inputs: tuple[str, ...]
    shape: tuple[int, int]
    expression: str = "torch.tensor({})"
    first: int = 0
    stripe: str = ""

    @property
    def kind(self) -> str:
        """Its name without its head."""
        return self.name.rstrip("01")

    @property
    def head(self) -> int | None:
        """Which head it belongs to, if to one."""
        return int(self.name[-1]) if self.name != self.kind else None

    @property
    def title(self) -> str:
        """What stands above it."""
        if self.op == "add":
            return "= X"
        return TITLES.get(self.kind, self.kind.replace("w_", "W_"))

    @property
    def step(self) -> int:
        """1 to 8, the step that makes it."""
        return MADE_IN[self.kind]

    @property
    def role(self) -> str:
        """query, key, value, weights or none."""
        return "weights" if self.kind == "weights" else ROLES.get(self.kind[-1], "")

    @property
    def parameter(self) -> bool:
        """Whether training changes it."""
        return self.kind.startswith("w_")

    @property
    def given(self) -> str:
        """The input that holds its numbers, if they are given."""
        return GIVEN.get(self.kind, self.kind) if self.op == "given" else ""

    @property
    def tokens(self) -> int:
        """How many of its axes are tokens: 2, the rows alone, or none."""
        table = self.kind in ("scores", "masked", "weights")
        return 2 if table else int(not self.parameter)

    @property
    def code(self) -> str:
        """The line that makes it."""
        return f"{self.name} = {self.expression}"


@cache
def layer(
    num_heads: int = 2, design: Design = "wrapper", placed: bool = False
) -> tuple[LayerBlock, ...]:
    """Every block, each after those that it is made from.

    Args:
        num_heads: 1 or 2; a head is E / num_heads wide.
        design: two small matrices and a loop, or one matrix and a view.
        placed: whether positions are added to the embeddings.
    """
    blocks = _placed() if placed else [LayerBlock("x", "given", (), (LENGTH, WIDTH))]
    if design == "split":
        blocks += [block for letter in ROLES for block in _stacked(letter, num_heads)]
    for head in range(num_heads):
        blocks += _projected(head, num_heads, design)
        blocks += _attended(head, WIDTH // num_heads)
    return (*blocks, *_joined(num_heads))


def _placed() -> list[LayerBlock]:
    size = (LENGTH, WIDTH)
    parts = ("embeddings", "positions")
    waves = f"sinusoidal({LENGTH}, {WIDTH})"
    return [
        LayerBlock("embeddings", "given", (), size),
        LayerBlock("positions", "given", (), size, waves),
        LayerBlock("x", "add", parts, size, "embeddings + positions"),
    ]


def _stacked(letter: str, num_heads: int) -> list[LayerBlock]:
    """The weight split: one matrix for all heads, and one product."""
    matrix, size = f"w_{letter}", (LENGTH, WIDTH)
    rows, columns = ("rows", "columns") if num_heads == 2 else ("", "")
    product = f"x @ {matrix}.T  # (T, H·D)"
    return [
        LayerBlock(matrix, "given", (), (WIDTH, WIDTH), stripe=rows),
        LayerBlock(letter, "product", ("x", matrix), size, product, stripe=columns),
    ]


def _projected(head: int, num_heads: int, design: Design) -> list[LayerBlock]:
    """A head's query, key and value: made by matrices of its own, or viewed."""
    width = WIDTH // num_heads
    size, mine = (LENGTH, width), {"first": head * width, "stripe": "all" * head}
    blocks = []
    for letter in ROLES:
        name, matrix = f"{letter}{head}", f"w_{letter}{head}"
        if design == "split":
            heads = f"{letter}.view({LENGTH}, {num_heads}, {width}).transpose(0, 1)"
            view = f"{heads}[{head}]  # (T, D)"
            blocks.append(LayerBlock(name, "view", (letter,), size, view, **mine))
        else:
            product = f"x @ {matrix}.T  # (T, D)"
            made, stripe = ("x", matrix), mine["stripe"]
            blocks += [
                LayerBlock(matrix, "given", (), (width, WIDTH), **mine),
                LayerBlock(name, "product", made, size, product, stripe=stripe),
            ]
    return blocks


def _attended(head: int, width: int) -> list[LayerBlock]:
    """From scores to a head's result; every table is query by key."""
    q, k, v, scores, masked, weights, mixed = (
        f"{kind}{head}"
        for kind in ("q", "k", "v", "scores", "masked", "weights", "mixed")
    )
    table, stripe = (LENGTH, LENGTH), "all" * head
    score = f"{q} @ {k}.T / {width}**0.5  # (T, T)"
    fill = f"{scores}.masked_fill(~mask, -torch.inf)"
    mix = f"{weights} @ {v}  # (T, D)"
    return [
        LayerBlock(scores, "score", (q, k), table, score),
        LayerBlock(masked, "mask", (scores,), table, fill),
        LayerBlock(weights, "softmax", (masked,), table, f"{masked}.softmax(dim=-1)"),
        LayerBlock(mixed, "mix", (weights, v), (LENGTH, width), mix, stripe=stripe),
    ]


def _joined(num_heads: int) -> list[LayerBlock]:
    mixed = tuple(f"mixed{head}" for head in range(num_heads))
    size, columns = (LENGTH, WIDTH), "columns" if num_heads == 2 else ""
    join = f"torch.cat([{', '.join(mixed)}], dim=-1)  # (T, H·D)"
    output = "joined @ w_o.T  # (T, E)"
    return [
        LayerBlock("joined", "join", mixed, size, join, stripe=columns),
        LayerBlock("w_o", "given", (), (WIDTH, WIDTH), stripe=columns),
        LayerBlock("output", "product", ("joined", "w_o"), size, output),
    ]


OPS: dict[str, Callable[..., Tensor]] = {
    "add": lambda block, mask, a, b: a + b,
    "product": lambda block, mask, a, b: a @ b.T,
    "view": lambda block, mask, a: a[:, block.first : block.first + block.shape[1]],
    "score": lambda block, mask, q, k: q @ k.T / q.shape[-1] ** 0.5,
    "mask": lambda block, mask, scores: scores.masked_fill(~mask, -torch.inf),
    "softmax": lambda block, mask, scores: scores.softmax(dim=-1),
    "mix": lambda block, mask, weights, v: weights @ v,
    "join": lambda block, mask, *mixed: torch.cat(mixed, dim=-1),
}


def example() -> dict[str, Tensor]:
    """What the worked example gives: embeddings, positions, and the four matrices."""
    matrices = {name: numbers.matrix(name) for name in (*ROLES.values(), "out")}
    positions = sinusoidal(LENGTH, WIDTH, dtype=torch.float64)
    return {"embeddings": numbers.embeddings(), "positions": positions} | matrices


def evaluate(
    blocks: tuple[LayerBlock, ...],
    given: Mapping[str, Tensor],
    *,
    causal: bool = False,
    ops: Mapping[str, Callable[..., Tensor]] = OPS,
) -> dict[str, Tensor]:
    """Every block's numbers.

    Args:
        blocks: a `layer`.
        given: embeddings (T, E), positions (T, E), query, key, value, out (E, E).
        causal: hide later tokens.
        ops: what each operation computes.

    Returns:
        By name, each of its block's shape.
    """
    mask = causal_mask(LENGTH) if causal else torch.ones(LENGTH, LENGTH).bool()
    made: dict[str, Tensor] = {}
    for block in blocks:
        if block.op == "given":
            rows = slice(block.first, block.first + block.shape[0])
            made[block.name] = given[block.given][rows]
        else:
            inputs = (made[name] for name in block.inputs)
            made[block.name] = ops[block.op](block, mask, *inputs)
    return made


@cache
def worked_values(
    num_heads: int = 2,
    design: Design = "wrapper",
    placed: bool = False,
    causal: bool = False,
) -> dict[str, Tensor]:
    """Every block's numbers on the worked example, computed once; not to be changed."""
    return evaluate(layer(num_heads, design, placed), example(), causal=causal)


def is_striped(block: LayerBlock, i: int, j: int) -> bool:
    """Whether a number belongs to the second of two heads."""
    rows, columns = (2 * k >= n for k, n in zip((i, j), block.shape, strict=True))
    return {"all": True, "rows": rows, "columns": columns}.get(block.stripe, False)


SAID = ("kind", "head", "title", "step", "role", "parameter", "given", "tokens", "code")


def describe(blocks: tuple[LayerBlock, ...]) -> list[dict[str, Any]]:
    """The table as plain data, for the script that draws the live map."""
    return [
        asdict(block)
        | {name: getattr(block, name) for name in SAID}
        | {"striped": _striped_cells(block)}
        for block in blocks
    ]


def _striped_cells(block: LayerBlock) -> list[list[bool]]:
    rows, columns = block.shape
    return [[is_striped(block, i, j) for j in range(columns)] for i in range(rows)]
