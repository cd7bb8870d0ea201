"""A small decoder of letters by the path's listings, for WriterExplorer's tests."""

import functools

import torch
from torch import nn

from mha_book.in_page.letters import LettersModel
from mha_book.your_file.listings import file_after

LETTERS = "".join(sorted({*"how are you? Why so?\n"}))
PAGE = "write-the-next-word"


@functools.cache
def listings(page: str = PAGE) -> dict[str, object]:
    """The reader's file, as it stands after a page."""
    names: dict[str, object] = {}
    exec(file_after(page), names)
    return names


def decoder(
    seed: int = 0, letters: str = LETTERS, page: str = PAGE, **sizes: int
) -> nn.Module:
    """One with random numbers, large enough that letters differ in their chances."""
    given = {"embed_dim": 12, "num_heads": 3, "hidden_dim": 7, "num_layers": 2} | sizes
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = listings(page)["Decoder"](len(letters), **given)
        for tensor in model.parameters():
            nn.init.normal_(tensor, std=0.5 if tensor.dim() == 2 else 1.0)
    return LettersModel(model, letters).rounded().model
