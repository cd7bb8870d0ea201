"""What two heads see, as lines; and what one head as wide cannot keep apart."""

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from mha_book.examples import THE_CAT_SAT, TWO_HEADS
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.layer import worked_values
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import digits, list_weights, move, strand, text
from mha_book.pictures.kit.tiles import ROW, tile

STEP, SPAN = 42, 130  # px: between two words, and between the two columns of words
THICKEST = 14  # px: a line of weight 1
SEEN = 0.3  # how much is left of lines that are not followed
GAP = 8  # px between a product and its factors


@picture
def heads_as_lines(asking: int = 1) -> Diagram:
    """A line from each word to each other, in each head, as thick as its weight.

    Args:
        asking: the word whose lines stand out, with their numbers.
    """
    heads = [worked_values()[f"weights{h}"] for h in range(len(TWO_HEADS.query))]
    panels = [
        panel((56, 56), (310, 166), _lines(h, weights, asking))
        for h, weights in enumerate(heads)
    ]
    rows = [weights[asking].tolist() for weights in heads]
    alt = "Lines from each word to the words that it attends to. " + " ".join(
        f"In head {h} {TOKENS[asking]} gives {list_weights(TOKENS, shares)}."
        for h, shares in enumerate(rows)
    )
    return Diagram(alt, row(panels, 20), column(panels, 12))


def _lines(head: int, weights: Tensor, asking: int) -> Iterator[Node]:
    """One head: who asks at the left, who is asked at the right."""
    yield text(0, -44, f"head {head}", "mha-name mha-end")
    yield text(0, -22, "asks", "mha-small mha-end")
    yield text(SPAN, -22, "is asked", "mha-small mha-start")
    for i, shares in enumerate(weights.tolist()):
        for j, weight in enumerate(shares):
            seen = 1 if i == asking else SEEN
            path = f"M8,{i * STEP} L{SPAN - 8},{j * STEP}"
            yield strand(path, THICKEST * weight, seen)
    for i, (token, weight) in enumerate(zip(TOKENS, weights[asking], strict=True)):
        followed = " mha-name" if i == asking else ""
        yield text(0, i * STEP, token, f"mha-end{followed}")
        yield text(SPAN, i * STEP, token, "mha-start")
        yield text(SPAN + 76, i * STEP, digits(weight.item()), "mha-name mha-end")


@picture
def one_head_or_two() -> Diagram:
    """Two words with one answer in one head, and with two answers in two heads."""
    cuts = {"one head": slice(0, 4), "head 0": slice(0, 2), "head 1": slice(2, 4)}
    panels = [(title, *_in_head(own)) for title, own in cuts.items()]
    drawn = [_panel(*panel) for panel in panels]
    tall = [move(70, 124 + 250 * k, *part) for k, part in enumerate(drawn)]
    drawn[2] = _panel(*panels[2], names=())  # beside head 0, whose rows are named
    wide = [move(x, 124, *drawn[k]) for k, x in enumerate((32, 321, 507))]
    first, *heads = (weights[[0, 2], 1].tolist() for _, weights, _ in panels)
    alt = (
        "The cat sat. In one head the words the and sat both give {} of their "
        "attention to cat: they have the same attention weights and the same output. "
        "In head 0 the gives cat {} and sat gives it {}; in head 1 they give it {} and "
        "{}: the outputs of the two words differ."
    ).format(digits(first[0]), *(digits(w) for head in heads for w in head))
    return Diagram(alt, Drawing(wide, 688, 242), Drawing(tall, 340, 742))


def _in_head(own: slice) -> tuple[Tensor, Tensor]:
    """Weights and values of a head that owns these rows of each matrix."""
    x = torch.tensor(THE_CAT_SAT.embeddings, dtype=torch.float64)
    query, key, value = (
        x @ torch.tensor(getattr(THE_CAT_SAT, name)[own], dtype=torch.float64).T
        for name in ("query", "key", "value")
    )
    return numbers.weights_of(query, key), value


def _panel(
    title: str,
    weights: Tensor,
    value: Tensor,
    names: Sequence[str] = THE_CAT_SAT.tokens,
) -> list[Node]:
    """Weights at the left, values above, outputs where they meet; two rows are lit."""
    output, width = weights @ value, 34
    right, wide = len(weights) * width + GAP, value.shape[1]
    same = torch.allclose(output[0], output[2])
    lit = {"lit": [(i, j) for i in (0, 2) for j in range(4)], "width": width}
    words = "the and sat: equal" if same else "the and sat: not equal"
    top = -GAP - len(value) * ROW
    return [
        text(0, top - 27, f"{title}, D = {wide}", "mha-name mha-start"),
        tile(
            *(0, 0, weights.tolist()),
            title="weights",
            below=True,
            role="weights",
            row_names=names,
            **lit,
        ),
        tile(
            *(right, top, value.tolist()),
            title="V",
            role="value",
            row_names=THE_CAT_SAT.tokens,
            width=width,
            decimals=0,
        ),
        tile(right, 0, output.tolist(), title="output", below=True, **lit),
        text(right + wide * width, 3 * ROW + 31, words, "mha-small mha-end"),
    ]
