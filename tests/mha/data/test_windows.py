"""Texts in a row, cut into windows whose tokens know their text."""

import pytest
import torch

from mha.data.tokens import news_tokenizer
from mha.data.windows import windows

TEXTS = ["one two three four five six seven", "three one two", "seven seven one"]


@pytest.fixture(scope="module")
def tokenizer():
    return news_tokenizer(TEXTS, 60)


def test_windows_are_all_texts_in_a_row_and_share_their_ends(tokenizer):
    rows = [tokenizer(text)["input_ids"] for text in TEXTS]
    whole = [(i, number) for number, row in enumerate(rows) for i in row]
    ids, numbers = windows(TEXTS, tokenizer, 4)
    assert ids.shape == numbers.shape == ((len(whole) - 1) // 4, 5)
    found = torch.stack([ids, numbers], dim=-1).tolist()
    for start, window in enumerate(found):
        assert window == [list(pair) for pair in whole[4 * start : 4 * start + 5]]


def test_windows_longer_than_the_texts_are_refused(tokenizer):
    whole = sum(len(tokenizer(text)["input_ids"]) for text in TEXTS)
    assert windows(TEXTS, tokenizer, whole - 1)[0].shape == (1, whole)
    with pytest.raises(ValueError, match=f"max_len {whole} must be .* {whole - 1}"):
        windows(TEXTS, tokenizer, whole)
    with pytest.raises(ValueError, match="max_len 0 must be between 1 and"):
        windows(TEXTS, tokenizer, 0)
