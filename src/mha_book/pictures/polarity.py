"""One causal and one padding mask in three forms, which all hide the same."""

import math

from torch import Tensor

from mha.attention.mask_conventions import (
    to_additive,
    to_huggingface_mask,
    to_torch_attn_mask,
    to_torch_key_padding_mask,
)
from mha.attention.masks import causal_mask, padding_mask
from mha_book.pictures.markup import Diagram, Node
from mha_book.pictures.masks import mask_grid
from mha_book.pictures.numbers import TOKENS
from mha_book.pictures.shapes import ROW, moved, text

T, LENGTHS, SMALL = len(TOKENS), (3, 2), 40  # px: a cell that holds "False"
SIDE = T * SMALL
CAUSAL, PADDING = causal_mask(T), padding_mask(LENGTHS, T)
SENTENCES = [f"{length} words" for length in LENGTHS]
# Title, who takes it for a causal mask (Tq, Tk), and who for padding (B, Tk).
FORMS = [
    ("True: may attend", "SDPA, JAX, this book", "padding, in JAX"),
    ("True: hidden", "nn.MultiheadAttention", "its key_padding_mask"),
    ("numbers", "float mask, added", "attention_mask, 1 or 0"),
]


def masks() -> list[tuple[Tensor, Tensor]]:
    """The causal and the padding mask in each of the forms, (T, T) and (B, T)."""
    return [
        (CAUSAL, PADDING[:, 0, 0]),
        (
            to_torch_attn_mask(CAUSAL, (1, 1, T, T))[0],
            to_torch_key_padding_mask(PADDING),
        ),
        (to_additive(CAUSAL), to_huggingface_mask(PADDING)),
    ]


def mask_polarity() -> Diagram:
    """Both masks in each form, side by side; what is hidden is hatched in all."""
    pairs = [_pair(form, made) for form, made in zip(FORMS, masks(), strict=True)]
    wide = [
        moved(90 + k * 196, 0, moved(0, 76, *top), moved(0, 226, *low))
        for k, (top, low) in enumerate(pairs)
    ]
    tall = [
        moved(44, 76 + k * 176, *top, moved(SIDE + 66, 0, *low))
        for k, (top, low) in enumerate(pairs)
    ]
    alt = _in_words()
    narrow = Diagram(tuple(tall), 358, 526, alt)
    return Diagram(tuple(wide), 640, 296, alt, narrow=narrow)


def _pair(form: tuple[str, str, str], made: tuple[Tensor, Tensor]) -> list[list[Node]]:
    """The two grids of one form, each at 0, 0."""
    title, *takers = form
    grids = [
        [
            text(SIDE / 2, -34, taker, "mha-small"),
            *mask_grid(
                [[_said(value) for value in row] for row in mask.tolist()],
                hidden,
                (SMALL, ROW),
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


def _in_words() -> str:
    return (
        "A causal mask of three words and the padding mask of two sentences, in three "
        "forms. What is hidden, the later words and the padding, is hatched, the same "
        "in each. The first form writes True where a query may attend, the second "
        "True where the key is hidden. The third has numbers: 0 and minus infinity, "
        "added to the scores, and Hugging Face's 1 for a word and 0 for padding."
    )
