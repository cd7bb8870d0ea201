"""A language model of many blocks: each of its heads, and one block in large."""

from functools import partial
from typing import Any

import torch
from torch import nn

from mha.models.language_model import LanguageModel
from mha.models.mlp import SwiGLU
from mha_book.pictures.kit.gallery import picture_with
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.shapes import arrow, line, move, text
from mha_book.pictures.kit.stream import BOX, STREAM, box, branch, down, stream
from mha_book.pictures.kit.tiles import ROW, cell
from mha_book.pictures.model.sharing import middle_of

DOT, THIN = 16, 15  # px: from one small head to the next, to the left and below
FIRST = 3  # blocks that are drawn, above dots that lead to the last one
WIDE, TIGHT = 30, 34  # px: a head's width in the enlarged block, and its pitch
TOWER = 90  # px: where the blocks begin
DOWN = 120  # px: how far below the enlarged block's top the model begins beside it
HEADS, KEYS = 474, 516  # px: where the enlarged heads stand, and what they read


@picture_with(  # SmolLM2
    vocab_size=49152,
    embed_dim=576,
    num_heads=9,
    num_layers=30,
    num_kv_heads=3,
    hidden_dim=1536,
)
def deep_model(
    vocab_size: int,
    embed_dim: int,
    num_heads: int,
    num_layers: int,
    num_kv_heads: int,
    hidden_dim: int,
) -> Diagram:
    """A Llama from ids to logits, its heads as cells, beside one of its blocks.

    Args:
        vocab_size, embed_dim, num_heads, num_layers, num_kv_heads: as in
            `LanguageModel`.
        hidden_dim: as in `SwiGLU`.
    """
    with torch.device("meta"):  # shapes alone
        model = LanguageModel(
            *(vocab_size, embed_dim, num_heads, num_layers),
            num_kv_heads=num_kv_heads,
            norm=nn.RMSNorm,
            mlp=partial(SwiGLU, hidden_dim=hidden_dim),
            bias=False,
        )
    tower, block = _tower(model), _block(model)
    foot = TOWER + THIN * len(_shown(num_layers))
    first = DOWN + TOWER + THIN - 3
    zoom = [
        line((182, DOWN + TOWER), (330, 10), class_="mha-axis mha-dashed"),
        line((182, first), (330, 582), class_="mha-axis mha-dashed"),
    ]
    wide = (*zoom, move(10, DOWN, *tower), move(330, 10, *block))
    tall = (move(60, 0, *tower), move(2, foot + 190, *block))
    alt = _in_words(model)
    return Diagram(alt, Drawing(wide, 688, 586), Drawing(tall, 358, foot + 766))


def _shown(blocks: int) -> list[int | None]:
    """The blocks that are drawn, one below the other; None stands for the others."""
    if blocks <= FIRST + 2:
        return [*range(blocks)]
    return [*range(FIRST), None, blocks - 1]


def _numbers(*sizes: int) -> str:
    """As people write them: 49,152."""
    return " × ".join(f"{size:,}" for size in sizes)


def _tower(model: LanguageModel) -> list[Node]:
    """From ids down to logits; a row of small cells is a block, a cell a head."""
    blocks, table = len(model.blocks), model.embedding.weight
    shown, width = _shown(blocks), model.num_heads * DOT
    end, middle = TOWER + THIN * len(shown), 24 + (width - 3) / 2
    rows: list[Node] = []
    for block, y in zip(shown, range(TOWER, end, THIN), strict=True):
        heads = [
            node("rect", x=x, y=y, width=DOT - 3, height=THIN - 3)
            for x in range(24, 24 + width, DOT)
        ]
        rows += (
            [text(middle, y + 6, "⋮", "mha-small")]
            if block is None
            else [
                text(14, y + 6, str(block), "mha-small mha-end"),
                node("g", *heads, class_="mha-cell mha-query"),
            ]
        )
    return [
        text(middle, 10, "ids (B, T)", "mha-name"),
        arrow((middle, 18), (middle, 30)),
        box(middle - 86, 30, 172, "embedding", _numbers(*table.shape)),
        arrow((middle, 30 + BOX), (middle, TOWER - 3)),
        node("g", *rows, class_="mha-tower"),
        *down(middle, end, end + 24, ""),
        box(middle - 86, end + 24, 172, "RMSNorm", "norm"),
        arrow((middle, end + 24 + BOX), (middle, end + 88)),
        box(middle - 86, end + 88, 172, "logits", "embedding.weight"),
        text(
            *(middle, end + 148),
            f"{blocks} blocks of {model.num_heads} heads",
            "mha-name",
        ),
        text(middle, end + 166, f"{_numbers(_count(model))} parameters", "mha-small"),
    ]


def _count(model: nn.Module) -> int:
    return sum(p.numel() for p in model.parameters())


def _block(model: LanguageModel) -> list[Node]:
    """One block on its residual stream; its heads stand below."""
    block: Any = model.blocks[0]
    width = model.embedding.embedding_dim
    inner = block.mlp.gate.out_features
    frame = node("rect", x=0, y=0, width=354, height=572, rx=10)
    first = [("RMSNorm", "attention_norm"), ("attention, RoPE", "attention")]
    gated = f"SwiGLU, {inner:,} wide"
    second = [("RMSNorm", "mlp_norm"), (gated, "mlp")]
    size = f"(B, T, {width})"
    return [
        node("g", frame, class_="mha-lane"),
        text(STREAM + 12, 18, f"in: x {size}", "mha-start"),
        *stream(10, 442),
        *branch(46, first, size),
        *branch(234, second, size),
        text(STREAM + 12, 434, "out, to the next block", "mha-start"),
        *_heads(block.attention),
    ]


def _heads(attention: Any) -> list[Node]:
    """Query heads, each with a line to the keys and values that it reads."""
    heads, groups = attention.num_heads, attention.num_kv_heads
    share, left = heads // groups, (354 - heads * TIGHT + 4) / 2
    parts = [text(177, HEADS - 12, f"heads of width {attention.head_dim}", "mha-small")]
    for head in range(heads):
        x = left + head * TIGHT
        parts.append(cell(x, HEADS, f"Q{head}", class_="mha-query", width=WIDE))
        at = left + middle_of(head // share, share, TIGHT, WIDE)
        parts.append(line((x + WIDE / 2, HEADS + ROW), (at, KEYS)))
    for group in range(groups):
        x = left + middle_of(group, share, TIGHT, WIDE) - WIDE
        parts.append(cell(x, KEYS, f"K{group}", class_="mha-key", width=WIDE))
        parts.append(cell(x + WIDE, KEYS, f"V{group}", class_="mha-value", width=WIDE))
    kept = 2 * groups * attention.head_dim
    words = f"2·{groups}·{attention.head_dim} = {kept} numbers per token and block"
    return [*parts, text(177, KEYS + 41, words, "mha-small")]


def _in_words(model: LanguageModel) -> str:
    block: Any = model.blocks[0]
    attention, width = block.attention, model.embedding.embedding_dim
    share = attention.num_heads // attention.num_kv_heads
    return (
        "A language model from top to bottom: ids, an embedding of "
        f"{model.vocab_size:,} tokens, {len(model.blocks)} blocks, each a row of "
        f"{attention.num_heads} heads, a norm, and logits by the same embedding. One "
        "block is enlarged: a copy of the residual stream goes through RMSNorm and "
        "attention and is added, another through RMSNorm and SwiGLU, "
        f"{width} to {block.mlp.gate.out_features:,} and back. In attention "
        f"{attention.num_heads} query heads share {attention.num_kv_heads} heads of "
        f"keys and values, {share} each."
    )
