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

from mha.attention import causal_mask
from mha.attention.positions import sinusoidal
from mha.examples import HOW_ARE_YOU, TWO_HEADS

TOKENS = HOW_ARE_YOU.tokens
LENGTH, WIDTH = len(TOKENS), len(HOW_ARE_YOU.embeddings[0])  # T, E
STEPS = ("place", "project", "score", "mask", "softmax", "mix", "join", "output")
ROLES = {"query": "q", "key": "k", "value": "v"}
Design = Literal["wrapper", "split"]


@dataclass(frozen=True)
class Block:
    """A matrix of the layer.

    Attributes:
        name: what its line of code calls it.
        title: what stands above it.
        op: how its numbers arise from its inputs: a key of `OPS`, or "given".
        inputs: the blocks that it is made from.
        shape: rows and columns.
        step: 1 to 8, the step that makes it.
        code: the line that makes it.
        role: "query", "key", "value", "weights" or none.
        given: the input that holds it; a parameter or the embeddings.
        first: of a view or of given rows, the first column or row that is taken.
        head: which head it belongs to, if to one.
        tokens: how many of its axes are tokens: 2, 1 (the rows) or 0.
    """

    name: str
    title: str
    op: str
    inputs: tuple[str, ...]
    shape: tuple[int, int]
    step: int
    code: str
    role: str = ""
    given: str = ""
    first: int = 0
    head: int | None = None
    tokens: int = 1

    @property
    def root(self) -> int:
        """What a score is divided by the root of: the head's width."""
        return int(self.code.partition("/ ")[2].partition("**")[0] or 0)

    @property
    def parameter(self) -> bool:
        """Whether training changes it."""
        return self.given in (*ROLES, "out")


@cache
def layer(
    num_heads: int = 2, design: Design = "wrapper", placed: bool = False
) -> tuple[Block, ...]:
    """Every block, each after those that it is made from.

    Args:
        num_heads: 1 or 2; a head is E / num_heads wide.
        design: two small matrices and a loop, or one matrix and a view.
        placed: whether positions are added to the embeddings.
    """
    width = WIDTH // num_heads
    blocks = [*_inputs(placed)]
    if design == "split":
        blocks += [block for role in ROLES for block in _stacked(role)]
    for head in range(num_heads):
        for role in ROLES:
            made = _viewed if design == "split" else _own
            blocks += made(role, head, width, num_heads)
        blocks += _attended(head, width)
    return (*blocks, *_joined(num_heads))


def _inputs(placed: bool) -> list[Block]:
    size = (LENGTH, WIDTH)
    code = "x = torch.tensor({embeddings})  # (T, E)"
    if not placed:
        return [Block("x", "X", "given", (), size, 1, code, given="embeddings")]
    return [
        Block(
            "embeddings",
            "embeddings",
            "given",
            (),
            size,
            1,
            "embeddings" + code[1:],
            given="embeddings",
        ),
        Block(
            "positions",
            "+ positions",
            "given",
            (),
            size,
            1,
            "positions = sinusoidal(3, 2)  # (T, E)",
            given="positions",
        ),
        Block(
            "x",
            "= X",
            "add",
            ("embeddings", "positions"),
            size,
            1,
            "x = embeddings + positions",
        ),
    ]


def _own(role: str, head: int, width: int, num_heads: int) -> list[Block]:
    """The wrapper: a small matrix for each head."""
    letter = ROLES[role]
    name, matrix = f"{letter}{head}", f"w_{letter}{head}"
    rows = {"role": role, "head": head}
    given = f"{matrix} = torch.tensor({{{matrix}}})  # (D, E)"
    code = f"{name} = x @ {matrix}.T  # (T, D)"
    return [
        Block(matrix, f"W_{letter}", "given", (), (width, WIDTH), 2, given,
              given=role, first=head * width, tokens=0, **rows),
        Block(name, letter.upper(), "product", ("x", matrix), (LENGTH, width), 2,
              code, **rows),
    ]  # fmt: skip


def _stacked(role: str) -> list[Block]:
    """The weight split: one matrix for all heads, and one product."""
    letter = ROLES[role]
    given = f"w_{letter} = torch.tensor({{w_{letter}}})  # (H·D, E)"
    code = f"{letter} = x @ w_{letter}.T  # (T, H·D)"
    return [
        Block(
            f"w_{letter}",
            f"W_{letter}",
            "given",
            (),
            (WIDTH, WIDTH),
            2,
            given,
            role=role,
            given=role,
            tokens=0,
        ),
        Block(
            letter,
            letter.upper(),
            "product",
            ("x", f"w_{letter}"),
            (LENGTH, WIDTH),
            2,
            code,
            role=role,
        ),
    ]


def _viewed(role: str, head: int, width: int, num_heads: int) -> list[Block]:
    """A head's columns of what one product made."""
    letter = ROLES[role]
    heads = f"{letter}.view(3, {num_heads}, {width}).transpose(0, 1)"  # (H, T, D)
    code = f"{letter}{head} = {heads}[{head}]  # (T, D)"
    return [
        Block(
            f"{letter}{head}",
            letter.upper(),
            "view",
            (letter,),
            (LENGTH, width),
            2,
            code,
            role=role,
            head=head,
            first=head * width,
        )
    ]


def _attended(head: int, width: int) -> list[Block]:
    """From scores to a head's output; every table is query by key."""
    h, square = head, (LENGTH, LENGTH)
    return [
        Block(
            f"scores{h}",
            "scores",
            "score",
            (f"q{h}", f"k{h}"),
            square,
            3,
            f"scores{h} = q{h} @ k{h}.T / {width}**0.5  # (T, T)",
            head=h,
            tokens=2,
        ),
        Block(
            f"masked{h}",
            "masked",
            "mask",
            (f"scores{h}",),
            square,
            4,
            f"masked{h} = scores{h}.masked_fill(~mask, -torch.inf)",
            head=h,
            tokens=2,
        ),
        Block(
            f"weights{h}",
            "weights",
            "softmax",
            (f"masked{h}",),
            square,
            5,
            f"weights{h} = masked{h}.softmax(dim=-1)",
            role="weights",
            head=h,
            tokens=2,
        ),
        Block(
            f"mixed{h}",
            "mixed",
            "mix",
            (f"weights{h}", f"v{h}"),
            (LENGTH, width),
            6,
            f"mixed{h} = weights{h} @ v{h}  # (T, D)",
            head=h,
        ),
    ]


def _joined(num_heads: int) -> list[Block]:
    mixed = tuple(f"mixed{head}" for head in range(num_heads))
    size = (LENGTH, WIDTH)
    return [
        Block(
            "joined",
            "joined",
            "join",
            mixed,
            size,
            7,
            f"joined = torch.cat([{', '.join(mixed)}], dim=-1)  # (T, H·D)",
        ),
        Block(
            "w_o",
            "W_o",
            "given",
            (),
            (WIDTH, WIDTH),
            8,
            "w_o = torch.tensor({w_o})  # (E, H·D)",
            given="out",
            tokens=0,
        ),
        Block(
            "output",
            "output",
            "product",
            ("joined", "w_o"),
            size,
            8,
            "output = joined @ w_o.T  # (T, E)",
        ),
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
    given = {"embeddings": HOW_ARE_YOU.embeddings} | asdict(TWO_HEADS)
    tensors = {
        name: torch.tensor(rows, dtype=torch.float64) for name, rows in given.items()
    }
    return tensors | {"positions": sinusoidal(LENGTH, WIDTH, dtype=torch.float64)}


def evaluate(
    blocks: tuple[Block, ...], given: Mapping[str, Tensor], *, causal: bool = False
) -> dict[str, Tensor]:
    """Every block's numbers.

    Args:
        blocks: a `layer`.
        given: embeddings (T, E), positions (T, E), query, key, value, out (E, E).
        causal: hide later tokens.

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
            made[block.name] = OPS[block.op](
                block, mask, *(made[name] for name in block.inputs)
            )
    return made


def described(blocks: tuple[Block, ...]) -> list[dict[str, Any]]:
    """The table as plain data, for the script that draws the live map."""
    return [asdict(block) | {"parameter": block.parameter} for block in blocks]
