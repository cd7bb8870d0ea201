"""Texts in a row, cut into windows, and which text each of their tokens is from."""

import torch
from torch import Tensor
from transformers import PreTrainedTokenizerBase


def windows(
    texts: list[str], tokenizer: PreTrainedTokenizerBase, length: int
) -> tuple[Tensor, Tensor]:
    """Cut all texts, in a row, into windows; each ends where the next begins.

    What is left over at the end is dropped.

    Returns:
        ids, and for each token the number of its text, both (N, length + 1).

    Raises:
        ValueError: the texts have too few tokens for one window.
    """
    rows = tokenizer(texts, verbose=False)["input_ids"]
    ids = torch.tensor([i for row in rows for i in row])
    if length < 1 or len(ids) <= length:
        raise ValueError(f"max_len {length} must be between 1 and {len(ids) - 1}")
    lengths = torch.tensor([len(row) for row in rows])
    numbers = torch.arange(len(rows)).repeat_interleave(lengths)
    return ids.unfold(0, length + 1, length), numbers.unfold(0, length + 1, length)
