"""Weights in eight bits, and the text that holds them."""

import base64
import json

import numpy as np
import pytest
import torch

from mha_book.in_page.pack import packed, part_script, round_rows


def bytes_of(text: object, kind: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(str(text)), kind)


def test_no_number_moves_by_more_than_half_a_step_of_its_row():
    matrix = torch.randn(7, 11) * torch.arange(1, 8)[:, None]
    rounded = round_rows(matrix)
    step = matrix.abs().amax(dim=1, keepdim=True) / 127
    assert ((rounded.back() - matrix).abs() <= step / 2 + 1e-6).all()
    assert (rounded.numbers.abs().amax(dim=1) == 127).all()
    torch.testing.assert_close(rounded.rows(2, 5).back(), rounded.back()[2:5])


def test_a_row_of_zeros_stays_one():
    rounded = round_rows(torch.tensor([[0.0, 0.0], [1.0, -2.0]]))
    assert rounded.back()[0].tolist() == [0, 0]
    assert rounded.back()[1].tolist() == pytest.approx([1, -2], abs=0.01)


def test_bytes_are_those_of_the_tensor():
    rounded = round_rows(torch.randn(3, 5))
    text = packed(rounded)
    assert text["shape"] == [3, 5]
    numbers = bytes_of(text["numbers"], "i1").reshape(3, 5)
    assert (numbers == rounded.numbers.numpy()).all()
    assert (bytes_of(text["scales"], "<f4") == rounded.scales.numpy()).all()
    vector = torch.randn(4)
    assert packed(vector)["shape"] == [4]
    assert (bytes_of(packed(vector)["floats"], "<f4") == vector.numpy()).all()


def test_what_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="a number to pack is not finite"):
        packed(torch.tensor([1.0, torch.nan]))


def test_a_part_is_handed_over_by_its_names():
    script = part_script("m", "rows-0", {"é": "[MASK]\n"})
    assert script.startswith("mhaPart(")
    assert json.loads(f"[{script[len('mhaPart(') : -3]}]") == [
        "m",
        "rows-0",
        {"é": "[MASK]\n"},
    ]
