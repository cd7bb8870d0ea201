"""What the doctor says of 16 bits: of words as they are after a norm, and no larger."""

import math

import pytest
from torch import nn

from mha.check import doctor


class DividesLate(nn.Module):
    """Scores that are a hundred times as large on the way, where 16 bits end sooner."""

    lowest = -math.inf

    def __init__(self, dim: int = 12, heads: int = 3) -> None:
        super().__init__()
        self.heads = heads
        self.q_proj, self.k_proj = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.v_proj, self.out_proj = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        projections = self.q_proj, self.k_proj, self.v_proj
        q, k, v = (
            p(x).unflatten(-1, (self.heads, -1)).transpose(1, 2) for p in projections
        )
        scores = (100 * q) @ k.mT / (100 * math.sqrt(q.shape[-1]))
        if mask is not None:
            scores = scores.masked_fill(~mask, self.lowest)
        return self.out_proj((scores.softmax(-1) @ v).transpose(1, 2).flatten(-2))


class ExponentialsAsTheyAre(DividesLate):
    def forward(self, x):
        projections = self.q_proj, self.k_proj, self.v_proj
        q, k, v = (
            p(x).unflatten(-1, (self.heads, -1)).transpose(1, 2) for p in projections
        )
        powers = (q @ k.mT / math.sqrt(q.shape[-1])).exp()
        mixed = powers / powers.sum(-1, keepdim=True) @ v
        return self.out_proj(mixed.transpose(1, 2).flatten(-2))


class HidesByALargeNumber(DividesLate):
    lowest = -1e9


@pytest.mark.parametrize(
    ("layer", "told"),
    [
        (DividesLate, []),
        (
            HidesByALargeNumber,
            ["In float16 under a mask: It raises RuntimeError: value"],
        ),
    ],
)
def test_half_precision_is_tried_with_words_that_fit(layer, told):
    found = doctor(layer(12, 3))
    assert found.ok
    said = [note for note in found.notes if "float16" in note]
    assert [note[: len(start)] for note, start in zip(said, told, strict=True)] == told


def test_large_words_are_told_by_their_size():
    told = str(doctor(ExponentialsAsTheyAre()))
    assert "Words whose numbers go up to 200 give nan." in told
    assert "The exponentials are taken without their largest score" in told
