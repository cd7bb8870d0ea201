"""Attention layers one after the other: replacing what they read, or added to it."""

from collections.abc import Callable
from itertools import accumulate, repeat

import torch
from torch import Tensor

from mha.attention.multihead import MultiHeadAttention
from mha_book.examples import TWO_HEADS
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.shapes import arrow, digits, move, text
from mha_book.pictures.kit.tiles import CELL, ROW, tile

LAYERS, PITCH, DOWN = 3, 162, 150  # px from one tile to the next
WIDE, HIGH = 2 * CELL, 3 * ROW  # px, a tile


@picture
def chain_or_stream() -> Diagram:
    """*How are you* through the same layer, again and again, without and with the +."""
    layer = _layer()
    chain, stream = _run(layer), _run(lambda x: x + layer(x))
    wide = (
        move(48, 24, text(-44, 0, "x = attention(x)", "mha-code mha-start")),
        move(48, 42, *_row(chain)),
        move(48, 204, text(-44, 0, "x = x + attention(x)", "mha-code mha-start")),
        move(48, 222, *_row(stream)),
    )
    tall = (
        text(48 + CELL, 12, "attention(x)", "mha-code"),
        text(240 + CELL, 12, "x + attention(x)", "mha-code"),
        move(48, 30, *_column(chain)),
        move(240, 30, *_column(stream)),
    )
    alt = _in_words(chain, stream)
    return Diagram(
        alt, Drawing(wide, 640, 344), Drawing(tall, 358, 30 + LAYERS * DOWN + HIGH + 42)
    )


def _layer() -> Callable[[Tensor], Tensor]:
    """The layer of the earlier chapters: two heads, no mask."""
    with torch.random.fork_rng(devices=[]):
        layer = MultiHeadAttention(2, len(TWO_HEADS.query), bias=False).double()
    state = {f"{name}_proj.weight": numbers.matrix(name) for name in vars(TWO_HEADS)}
    layer.load_state_dict(state)
    layer.requires_grad_(False)
    return lambda x: layer(x)[0]


def _run(step: Callable[[Tensor], Tensor]) -> list[Tensor]:
    """X, and what each layer makes of it: LAYERS + 1 of (T, E)."""
    given = repeat(None, LAYERS)
    return [*accumulate(given, lambda x, _: step(x), initial=numbers.embeddings())]


def apart(x: Tensor) -> float:
    """How far the first word is from the last."""
    return (x[0] - x[-1]).norm().item()


def _tile(k: int, x: Tensor) -> Node:
    return tile(
        *(0, 0, x.tolist()),
        title=f"after layer {k}" if k else "X",
        note=f"{TOKENS[0]} to {TOKENS[-1]}: {digits(apart(x))}",
        below=True,
        row_names=TOKENS,
    )


def _row(steps: list[Tensor]) -> list[Node]:
    tiles = [move(k * PITCH, 0, _tile(k, x)) for k, x in enumerate(steps)]
    ends = [(k * PITCH + WIDE + 4, (k + 1) * PITCH - 39) for k in range(LAYERS)]
    return [*tiles, *(arrow((a, ROW / 2), (b, ROW / 2)) for a, b in ends)]


def _column(steps: list[Tensor]) -> list[Node]:
    tiles = [move(0, k * DOWN, _tile(k, x)) for k, x in enumerate(steps)]
    ends = [(k * DOWN + HIGH + 42, (k + 1) * DOWN - 5) for k in range(LAYERS)]
    return [*tiles, *(arrow((CELL, a), (CELL, b)) for a, b in ends)]


def _in_words(chain: list[Tensor], stream: list[Tensor]) -> str:
    alone, added = (
        ", ".join(digits(apart(x)) for x in steps) for steps in (chain, stream)
    )
    return (
        f"The sentence {' '.join(TOKENS)} goes {LAYERS} times through the same "
        f"attention layer. Where each output replaces the input, {TOKENS[0]} and "
        f"{TOKENS[-1]} come ever closer, their distances are {alone}, and at the end "
        f"all words have nearly the same numbers. Where each output is added to the "
        f"input, the distances are {added}: the words stay different."
    )
