"""The transformer block on its residual stream, and the decoder around it."""

from functools import partial
from typing import Any

import torch
from torch import nn

from mha.models.generation import next_probabilities
from mha.models.language_model import LanguageModel
from mha.models.mlp import SwiGLU
from mha_book.examples import HOW_ARE_YOU, TWO_HEADS
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node, node
from mha_book.pictures.kit.numbers import format_shape
from mha_book.pictures.kit.shapes import line, move, text
from mha_book.pictures.kit.stream import BOX, STREAM, box, branch, down, stream

VOCABULARY, LAYERS = 11, 2  # the rows of the first chapter's table; blocks
EMBED_DIM = 4  # the decoder's width
PITCH = 66  # px from one step to the next
TOP = 46  # px, the decoder's first step
Shapes = dict[str, tuple[int, ...]]


@picture
def transformer_block() -> Diagram:
    """What one block does, on the example's own two features."""
    shapes = _shapes(len(HOW_ARE_YOU.embeddings[0]))
    drawing = Drawing((move(2, 2, *_block(shapes)),), 358, 486)
    return Diagram(f"{_block_in_words(shapes)}.", drawing)


@picture
def decoder() -> Diagram:
    """Ids to chances of the next token; beside them what one block does."""
    shapes = _shapes(EMBED_DIM)
    whole, block = _decoder(shapes), _block(shapes)
    high = TOP + PITCH  # block 0, enlarged
    zoom = [
        line((206, high), (330, 2), class_="mha-axis mha-dashed"),
        line((206, high + BOX), (330, 484), class_="mha-axis mha-dashed"),
    ]
    alt = _in_words(shapes)
    wide = (*zoom, move(10, 0, *whole), move(330, 2, *block))
    tall = (move(14, 0, *whole), move(2, 486, *block))
    return Diagram(alt, Drawing(wide, 688, 488), Drawing(tall, 358, 972))


def _shapes(width: int) -> Shapes:
    """What each part of a real model of this size gives out."""
    shapes: Shapes = {}

    def note(name: str, part: nn.Module, given: object, made: Any) -> None:
        first = made[0] if isinstance(made, tuple) else made
        shapes[name] = tuple(first.shape)

    heads = len(TWO_HEADS.query)
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        model = LanguageModel(
            *(VOCABULARY, width, heads, LAYERS),
            relative=None,  # changes no shape
            bias=False,
            norm=nn.RMSNorm,
            mlp=partial(SwiGLU, hidden_dim=2 * width),
        ).eval()
        for name, part in model.named_modules():
            part.register_forward_hook(partial(note, name))
        ids = torch.tensor([HOW_ARE_YOU.ids])
        logits, weights = model(ids)
        chances = next_probabilities(logits[:, -1])
    shapes |= {"ids": tuple(ids.shape), "logits": tuple(logits.shape)}
    return shapes | {
        "chances": tuple(chances.shape),
        "weights": tuple(weights[0].shape),
    }


def _decoder(shapes: Shapes) -> list[Node]:
    """From ids down to chances, with the shape on each arrow."""
    steps = [
        ("embed", "embedding", "BTE", shapes["embedding"]),
        *(
            (f"block {k}", f"blocks[{k}]", "BTE", shapes[f"blocks.{k}"])
            for k in range(LAYERS)
        ),
        ("RMSNorm", "norm", "BTE", shapes["norm"]),
        ("score each token", "embedding.weight", "BTV", shapes["logits"]),
        ("softmax of the last row", "", "BV", shapes["chances"]),
    ]
    ids = ", ".join(map(str, HOW_ARE_YOU.ids))
    parts = [
        text(98, 10, f"{' '.join(HOW_ARE_YOU.tokens)}: ids {ids}", "mha-name"),
        *down(98, 20, TOP, format_shape("BT", shapes["ids"])),
    ]
    for k, (label, code, letters, shape) in enumerate(steps):
        y = TOP + k * PITCH
        parts.append(box(0, y, 196, label, code))
        parts += down(98, y + BOX, y + PITCH, format_shape(letters, shape))
    end = TOP + len(steps) * PITCH + 10
    return [*parts, text(98, end, "next-token probabilities", "mha-name")]


def _block(shapes: Shapes) -> list[Node]:
    """The residual stream as a straight line; each branch reads it and is added."""
    frame = node("rect", x=0, y=0, width=354, height=482, rx=10)
    size = format_shape("BTE", shapes["blocks.0"])
    inner, width = _mlp_widths(shapes)
    heads = shapes["weights"][1]
    first = [
        ("RMSNorm", "attention_norm"),
        (f"attention: {heads} heads", "attention"),
    ]
    second = [("RMSNorm", "mlp_norm"), (f"MLP: {width} → {inner} → {width}", "mlp")]
    return [
        node("g", frame, class_="mha-lane"),
        text(STREAM + 12, 22, f"in: x {size}", "mha-start"),
        *stream(14, 474),
        move(STREAM - 16, 160, _upright("residual stream")),
        *branch(58, first, size),
        *branch(258, second, size),
        text(STREAM + 12, 466, f"out: {size}, to the next block", "mha-start"),
    ]


def _mlp_widths(shapes: Shapes) -> tuple[int, int]:
    """Inside, and where it leads back to."""
    return shapes["blocks.0.mlp.gate"][-1], shapes["blocks.0.mlp.down"][-1]


def _upright(words: str) -> Node:
    return node("g", text(0, 0, words, "mha-name"), transform="rotate(-90)")


def _in_words(shapes: Shapes) -> str:
    return (
        f"A decoder from top to bottom: {len(HOW_ARE_YOU.ids)} ids are embedded, "
        f"{LAYERS} blocks follow, a norm, scores for {VOCABULARY} tokens, and a "
        "softmax of the last row gives the chances of the next. "
        f"{_block_in_words(shapes)} all the way."
    )


def _block_in_words(shapes: Shapes) -> str:
    inner, width = _mlp_widths(shapes)
    return (
        "A block is a straight line, the residual stream: a copy goes through a norm "
        "and attention and is added to it, then another through a norm and an MLP, "
        f"{width} to {inner} and back. The shape stays {shapes['blocks.0']}"
    )
