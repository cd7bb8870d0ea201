"""The four small changes are drawn as they are computed."""

import math
import re

import torch

from drawn import SVG, hands, near, tiles, words_of
from mha_book.pictures.model.changes import (
    ACROSS,
    ANGLE,
    CAP,
    NUMBERS,
    ROW_OF_SCORES,
    SCORES,
    SINK,
    TURNED,
    UP,
)


def check_four_changes(root):
    check_cap(root)
    words, sink, heads, gate, passes = tiles(root)
    row = torch.tensor([*ROW_OF_SCORES, SINK], dtype=torch.float64).softmax(-1)
    near(torch.cat([words, sink], 1)[0], row)
    said = words_of(root)
    assert f"together {words.sum():.2f}" in said
    assert f"{sink.item():.2f} goes nowhere" in said
    near(heads * gate, passes)
    assert ((gate > 0) & (gate < 1)).all()
    (clock,) = hands(root)
    (hand,) = clock
    near(torch.tensor(hand), torch.tensor([math.cos(ANGLE), math.sin(ANGLE)]), 0.02)
    assert f"{TURNED} of {NUMBERS} numbers" in said


def check_cap(root):
    """The curve follows the cap, and the dashed line is the score itself."""
    (curve,) = (p for p in root.iter(f"{SVG}path") if len(points(p)) > 10)
    x, y = torch.tensor(points(curve), dtype=torch.float64).T
    middle = (y.max() + y.min()) / 2
    scores = x / ACROSS
    near(scores, torch.linspace(-SCORES, SCORES, len(x)), 0.2)
    near((middle - y) / UP, CAP * (scores / CAP).tanh(), 0.2)
    assert str(CAP) in words_of(root)


def points(path):
    """The places that a path of straight strokes goes through."""
    found = re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", path.get("d"))
    return [(float(x), float(y)) for x, y in found]
