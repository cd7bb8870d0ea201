"""Which keys a query may attend to: five rules, and three ways to write them."""

import math

import torch
from torch import Tensor

from mha.attention.mask_conventions import (
    to_additive,
    to_huggingface_mask,
    to_torch_attn_mask,
    to_torch_key_padding_mask,
)
from mha.attention.masks import causal_mask, padding_mask, sliding_window_mask
from mha_book.pictures.kit import numbers
from mha_book.pictures.kit.gallery import picture
from mha_book.pictures.kit.markup import Diagram, Drawing, Node
from mha_book.pictures.kit.numbers import TOKENS
from mha_book.pictures.kit.panels import column, panel, row
from mha_book.pictures.kit.shapes import move, text
from mha_book.pictures.kit.tiles import ROW, mask_grid

LENGTH, DIGIT = 6, 19  # positions, and px: a cell of one digit
SQUARE = LENGTH * DIGIT


def kinds() -> dict[str, Tensor]:
    """Each mask by name, (T, T); padding says the same to every query, (B, T)."""
    causal = causal_mask(LENGTH)
    text_of = torch.arange(LENGTH) // 3  # which text a position is from
    return {
        "causal": causal,
        "window of 3": sliding_window_mask(LENGTH, window=3),
        "prefix of 3": causal | (torch.arange(LENGTH) < 3),
        "packed texts": causal & (text_of[:, None] == text_of),
        "padding: 4 of 6": padding_mask([4], LENGTH)[:, 0, 0],
    }


@picture
def mask_kinds() -> Diagram:
    """Each mask as a grid of 1 and 0, a row for each query."""
    grids = [_kind(name, mask) for name, mask in kinds().items()]
    pairs = [row(grids[k : k + 2], 38) for k in range(0, len(grids), 2)]
    return Diagram(_kinds_in_words(), row(grids), column(pairs))


def _kind(name: str, mask: Tensor) -> Drawing:
    """A mask with its name, its positions, and its shape."""
    square = len(mask) > 1
    below = len(mask) * DIGIT + 16
    parts = [text(SQUARE / 2, -34, name, "mha-name")]
    if not square:
        parts.append(text(SQUARE / 2, below + 2, "for every query", "mha-small"))
        below += 22
    shape = numbers.format_shape("TT" if square else "BT", mask.shape)
    parts.append(text(SQUARE / 2, below, shape, "mha-small"))
    words = [[str(seen) for seen in row] for row in mask.int().tolist()]
    positions = [str(position) for position in range(LENGTH)]
    rows = positions if square else ()
    parts += mask_grid(words, ~mask, (DIGIT, DIGIT), rows, positions)
    return panel((18, 62), (SQUARE + 18, below + 74), parts)


def _kinds_in_words() -> str:
    said = {
        name: " ".join("".join(map(str, row)) for row in mask.int().tolist())
        for name, mask in kinds().items()
    }
    return (
        "Five masks of six positions, a row for each query, 1 where it may attend to "
        f"the key. Causal {said['causal']}: the lower triangle. A window of 3 "
        f"{said['window of 3']}: a band. A prefix of 3 {said['prefix of 3']}: the "
        "triangle and the first three columns. Two packed texts "
        f"{said['packed texts']}: a triangle for each. Padding "
        f"{said['padding: 4 of 6']}: the same row for every query."
    )


T, LENGTHS, WORD = len(TOKENS), (3, 2), 40  # px: a cell that holds "False"
SIDE = T * WORD
CAUSAL, PADDING = causal_mask(T), padding_mask(LENGTHS, T)
SENTENCES = [f"{length} words" for length in LENGTHS]
# Title, who takes it for a causal mask (Tq, Tk), and who for padding (B, Tk).
FORMS = [
    ("True: may attend", "SDPA, JAX, this book", "padding, in JAX"),
    ("True: hidden", "nn.MultiheadAttention", "its key_padding_mask"),
    ("numbers", "float mask, added", "attention_mask, 1 or 0"),
]


def written_forms() -> list[tuple[Tensor, Tensor]]:
    """The causal and the padding mask in each of the forms, (T, T) and (B, T)."""
    return [
        (CAUSAL, PADDING[:, 0, 0]),
        (
            to_torch_attn_mask(CAUSAL, (1, 1, T, T))[0],
            to_torch_key_padding_mask(PADDING),
        ),
        (to_additive(CAUSAL), to_huggingface_mask(PADDING)),
    ]


@picture
def mask_polarity() -> Diagram:
    """Both masks in each form, side by side; what is hidden is hatched in all."""
    pairs = [
        _pair(form, made) for form, made in zip(FORMS, written_forms(), strict=True)
    ]
    wide = [
        move(90 + k * 196, 0, move(0, 76, *top), move(0, 226, *low))
        for k, (top, low) in enumerate(pairs)
    ]
    tall = [
        move(44, 76 + k * 176, *top, move(SIDE + 66, 0, *low))
        for k, (top, low) in enumerate(pairs)
    ]
    alt = _polarity_in_words()
    return Diagram(alt, Drawing(wide, 640, 296), Drawing(tall, 358, 526))


def _pair(form: tuple[str, str, str], made: tuple[Tensor, Tensor]) -> list[list[Node]]:
    """The two grids of one form, each at 0, 0."""
    title, *takers = form
    grids = [
        [
            text(SIDE / 2, -34, taker, "mha-small"),
            *mask_grid(
                [[_said(value) for value in row] for row in mask.tolist()],
                hidden,
                (WORD, ROW),
                *names,
            ),
        ]
        for taker, mask, hidden, names in zip(
            takers,
            made,
            (~CAUSAL, ~PADDING[:, 0, 0]),
            ((TOKENS, TOKENS), (SENTENCES, "012")),
            strict=True,
        )
    ]
    grids[0].append(text(SIDE / 2, -56, title, "mha-name"))
    return grids


def _said(value: bool | float) -> str:
    """True, False, a whole number, or −∞."""
    if isinstance(value, bool):
        return str(value)
    return "−∞" if value == -math.inf else f"{value:.0f}"


def _polarity_in_words() -> str:
    return (
        "A causal mask of three words and the padding mask of two sentences, in three "
        "forms. What is hidden, the later words and the padding, is hatched, the same "
        "in each. The first form writes True where a query may attend, the second "
        "True where the key is hidden. The third has numbers: 0 and minus infinity, "
        "added to the scores, and Hugging Face’s 1 for a word and 0 for padding."
    )
