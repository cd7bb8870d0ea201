"""Small language models: each attention and kind of positions that one can have."""

import pytest
import torch
from torch import nn

from every_design import DESIGNS, SCHEMES, made_for
from mha import (
    LanguageModel,
    LearnedPositions,
    MultiHeadAttention,
    RotaryPositions,
    SinusoidalPositions,
    convert,
)

V, B, H, D, T, L = 13, 5, 3, 4, 7, 2
E, LONGEST = H * D, 29
LENGTHS = [T, 3, 1, 5, 2]  # of B sentences
POSITIONS = {
    "none": lambda: None,
    "sinusoidal": SinusoidalPositions,
    "learned": lambda: LearnedPositions(LONGEST, E),
}
ROTARY = (MultiHeadAttention, RotaryPositions)
ATTENTIONS = {
    f"{design.__name__}-{name}": (design, relative)
    for design in DESIGNS
    if design.batch_first
    for name, relative in ({"no positions": None} | SCHEMES).items()
}
MODELS = [pytest.param(a, "none", id=name) for name, a in ATTENTIONS.items()] + [
    pytest.param((MultiHeadAttention, relative), positions)
    for relative in (None, RotaryPositions)
    for positions in ("sinusoidal", "learned")
]
each_attention = pytest.mark.parametrize(
    "attention", ATTENTIONS.values(), ids=ATTENTIONS
)
each_model = pytest.mark.parametrize(("attention", "positions"), MODELS)


def model_of(attention=ROTARY, positions="none", **options):
    torch.manual_seed(0)
    (design, relative), added = attention, POSITIONS[positions]()
    scheme = made_for(relative, D)
    model = LanguageModel(V, E, H, L, relative=scheme, positions=added, **options)
    for parameter in model.double().parameters():  # large, to make errors visible
        nn.init.normal_(parameter, std=0.5)
    for block in model.blocks:
        block.attention = convert(block.attention, design)
    return model


def kept_in(cache):
    """What a model's cache holds, layer by layer: keys, then values."""
    return [t for layer in cache.layers for t in (layer.keys, layer.values)]


def ids_of(batch, length, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(V, (batch, length), generator=generator)


BAD_IDS = {
    "one axis": (torch.zeros(T).long(), r"ids have shape \(7,\); expected \(sentences"),
    "no token": (torch.zeros(B, 0).long(), r"ids have shape \(5, 0\)"),
    "no sentence": (torch.zeros(0, T).long(), r"ids have shape \(0, 7\)"),
    "dtype": (torch.zeros(B, T), r"ids are torch.float32; expected torch.int64"),
    "above": (torch.tensor([[0, V]]), "id 13 must be between 0 and 12"),
    "below": (torch.tensor([[0, -1]]), "id -1 must be between 0 and 12"),
}
each_bad = pytest.mark.parametrize(("ids", "message"), BAD_IDS.values(), ids=BAD_IDS)
